// The options of a table: what is written for them is read back, and every one of them has words.

import { describe, expect, it } from "vitest";
import type { GameName } from "../../protocol/messages.ts";
import { changed, isSwitch, type OptionKey, optionsOf, understood, usual, type Value, valuesWith } from "./options.ts";
import { aboutOf, labelOf, valueOf } from "./spoken.ts";

const GAMES: readonly GameName[] = ["catan", "kniffel", "roulette"];

function option(game: GameName, key: OptionKey) {
  const found = optionsOf(game).find((one) => one.key === key);
  if (found === undefined) throw new Error(`${game} has no ${key}`);
  return found;
}

describe("options of a table", () => {
  it("reads back what was written, for every value of every option", () => {
    for (const game of GAMES) {
      for (const one of optionsOf(game)) {
        for (const value of one.values) {
          const settings = changed(usual(game), one.write(usual(game), value));
          expect([one.key, one.read(settings)]).toEqual([one.key, value]);
        }
      }
    }
  });

  it("has words for every option and value", () => {
    for (const game of GAMES) {
      for (const one of optionsOf(game)) {
        expect(labelOf(one).length, one.key).toBeGreaterThan(2);
        expect(aboutOf(one, usual(game)).length, one.key).toBeGreaterThan(10);
        const spoken = one.values.map((value) => valueOf(one, value));
        expect(new Set(spoken).size, spoken.join(", ")).toBe(one.values.length);
        expect(spoken.join(" ")).not.toMatch(/_/);
      }
    }
  });

  it("keeps other changes to the rules, and forgets them with another profile", () => {
    const [points, stay, profile] = [option("catan", "pointsToWin"), option("catan", "robberMayStay"), option("catan", "profile")];
    let settings = changed(usual("catan"), points.write(usual("catan"), 7));
    settings = changed(settings, stay.write(settings, true));
    expect([points.read(settings), stay.read(settings)]).toEqual([7, true]);
    settings = changed(settings, profile.write(settings, "practice"));
    expect([profile.read(settings), points.read(settings), stay.read(settings)]).toEqual(["practice", 10, false]);
  });

  it("shows what a profile says, and that nothing is something else than nothing said", () => {
    const cap = option("catan", "monopolyCap");
    const practice = changed(usual("catan"), { start: { rules: "practice" } });
    expect(cap.read(practice)).toBe(3);
    expect(cap.read(changed(practice, cap.write(practice, null)))).toBeNull();
    expect(option("catan", "robberMayStay").read(changed(usual("catan"), { start: { rules: "online" } }))).toBe(true);
  });

  it("understands what the server tells, and does without what it does not know", () => {
    const told = { start: { rules: { isManualSpin: true }, chips: 500 }, turnSeconds: 0, absence: "wait", pace: "fast", stake: 0, public: true, spectators: false, later: { a: 1 } };
    const settings = understood(told, "roulette");
    expect(option("roulette", "isManualSpin").read(settings)).toBe(true);
    expect(option("roulette", "chips").read(settings)).toBe(500);
    expect([settings.public, settings.pace, "later" in settings]).toEqual([true, "fast", false]);
    expect(understood("nonsense", "kniffel")).toEqual(usual("kniffel"));
  });

  it("lists an unusual value too", () => {
    const seconds = option("kniffel", "turnSeconds");
    const values: readonly Value[] = valuesWith(seconds, 45);
    expect(values).toContain(45);
    expect(valueOf(seconds, 45)).toMatch(/45/);
    expect(isSwitch(seconds)).toBe(false);
  });

  it("offers no stake where chips are bet", () => {
    expect(optionsOf("roulette").map((one) => one.key)).not.toContain("stake");
  });
});
