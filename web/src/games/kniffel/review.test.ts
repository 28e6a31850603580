// A game looked at again: decisions, faces and totals, read from a replay.

import { describe, expect, it } from "vitest";
import type { Advice, KniffelTold } from "../../protocol/messages.ts";
import { costliest, decisions, facesRolled, type Happening, happenings, judged, totals } from "./review.ts";

const told: KniffelTold[] = [
  { type: "turn_changed", seat: 0, round: 1 },
  { type: "dice_rolled", seat: 0, keptDice: [false, false, false, false, false], dice: [6, 6, 1, 2, 3], rollsRemaining: 2 },
  { type: "dice_rolled", seat: 0, keptDice: [true, true, false, false, false], dice: [6, 6, 6, 6, 3], rollsRemaining: 1 },
  { type: "category_chosen", seat: 0, category: "sixes", score: 24, extraKniffel: false, upperBonus: false },
  { type: "turn_changed", seat: 1, round: 1 },
  { type: "dice_rolled", seat: 1, keptDice: [false, false, false, false, false], dice: [1, 1, 1, 1, 1], rollsRemaining: 2 },
  { type: "category_chosen", seat: 1, category: "kniffel", score: 50, extraKniffel: false, upperBonus: false },
  { type: "turn_changed", seat: 0, round: 2 },
  { type: "dice_rolled", seat: 0, keptDice: [false, false, false, false, false], dice: [2, 2, 2, 2, 2], rollsRemaining: 2 },
  { type: "category_chosen", seat: 0, category: "twos", score: 10, extraKniffel: true, upperBonus: true },
];
const story: Happening[] = told.map((event) => ({ told: event, by: "player" }));

describe("a game looked at again", () => {
  it("finds every decision with its position", () => {
    const made = decisions(story, 0);
    expect(made.map(({ deed }) => deed)).toEqual([
      { type: "kept", kept: [true, true, false, false, false] },
      { type: "entered", category: "sixes" },
      { type: "entered", category: "twos" },
    ]);
    expect(made[0]?.position).toEqual({ scores: {}, extraKniffels: 0, dice: [6, 6, 1, 2, 3], rollsRemaining: 2 });
    expect(made[2]?.position).toEqual({ scores: { sixes: 24 }, extraKniffels: 0, dice: [2, 2, 2, 2, 2], rollsRemaining: 2 });
    expect(made[2]?.round).toBe(2);
  });

  it("weighs a decision against the best", () => {
    const keeps = Array.from({ length: 32 }, (_, at) => 200 + at);
    const advice: Advice = { value: 231, best: { type: "choose_category", category: "kniffel" }, categories: { sixes: 229 }, keeps };
    const [kept, sixes, twos] = decisions(story, 0).map((decision) => judged(decision, advice));
    expect(kept?.lost).toBe(28);
    expect(sixes?.lost).toBe(2);
    expect(twos?.lost).toBe(0);
    expect(costliest([kept, sixes, twos].filter((one) => one !== undefined), 5).map(({ lost }) => lost)).toEqual([28, 2]);
  });

  it("counts dice that were rolled, not those that lay", () => {
    expect(facesRolled(story, 0)).toEqual([1, 6, 2, 0, 0, 4]);
    expect(facesRolled(story)).toEqual([6, 6, 2, 0, 0, 4]);
  });

  it("adds up totals with bonuses", () => {
    expect(totals(story, [0, 1]).get(0)).toEqual([0, 24, 119]);
    expect(totals(story, [0, 1]).get(1)).toEqual([0, 50]);
  });

  it("reads a replay and passes over what is not the game's", () => {
    const replay = { told: [told[0], { type: "chat" }], steps: [{ seq: 2, at: 0, by: "bot" as const, told: [told[1], 5, null] }] };
    expect(happenings(replay).map(({ told: { type }, by }) => [type, by])).toEqual([
      ["turn_changed", "table"],
      ["dice_rolled", "bot"],
    ]);
  });
});
