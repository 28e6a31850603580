// Refusals in both languages, against the server's own list of codes.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { prefer } from "../settings.svelte.ts";
import { GERMAN, PLAIN } from "./refusals.german.ts";
import { ENGLISH, germanParam, refusal } from "./refusals.ts";

/** Every code that the server knows, where it comes from, and what it puts into its params. */
type Refusals = Record<string, Record<string, { params: string[]; sentences: string[] }>>;
const LIST = JSON.parse(readFileSync(join(import.meta.dirname, "../../../schemas/refusals.json"), "utf8")) as Refusals;

afterEach(() => prefer({ language: "en" }));

describe("refusals", () => {
  it("are the server's sentences in English, as sentences", () => {
    expect(refusal("bets_closed", {}, "bets are closed: wait for the next round")).toBe("Bets are closed: wait for the next round.");
    expect(refusal("internal", {}, "table 7 is at fault: x")).toMatch(/^The server made a mistake/);
  });

  it("are German by code, with what belongs into them", () => {
    prefer({ language: "de" });
    expect(refusal("not_your_turn", {}, "It is not your turn")).toBe("Du bist nicht dran.");
    expect(refusal("wrong_discard_count", { owed: "1", got: "2" }, "…")).toBe("Du musst genau 1 Karte abgeben, nicht 2.");
    expect(refusal("cannot_discard", { wanted: "2", resource: "sheep", have: "1" }, "…")).toBe("Du kannst nicht 2× Wolle abgeben; du hast nur 1.");
    expect(refusal("name_taken", { name: "knight" }, "…")).toBe("Der Name knight ist an diesem Tisch schon vergeben.");
  });

  it("do without what the server does not say", () => {
    prefer({ language: "de" });
    expect(refusal("wrong_discard_count", {}, "Must discard")).toBe("Das ist die falsche Zahl von Karten.");
    expect(refusal("brand_new", {}, "something new")).toBe("Something new.");
  });

  it("are German for every code of the server, and for no other", () => {
    expect(Object.keys(GERMAN).toSorted()).toEqual(Object.keys(LIST).toSorted());
    expect(Object.keys(ENGLISH).filter((code) => !(code in LIST))).toEqual([]);
  });

  it("ask for nothing that the server does not put into its params", () => {
    const known = Object.entries(LIST).flatMap(([code, from]) => Object.values(from).map(({ params }) => ({ code, params })));
    const unknown = known.flatMap(({ code, params }) => [...(GERMAN[code] ?? "").matchAll(/\{(\w+)/g)].flatMap(([, hole = ""]) => (params.includes(hole) ? [] : [`${code}: ${hole}`])));
    expect(unknown).toEqual([]);
  });

  it("speak of the games in German", () => {
    expect(germanParam("1 wood and 2 ore")).toBe("1 Holz und 2 Erz");
    expect(germanParam("year of plenty")).toBe("Erfindung");
    expect(germanParam("12")).toBe("12");
  });

  it("have a plain sentence wherever something has to be filled in", () => {
    const holes = Object.keys(GERMAN).filter((code) => /\{/.test(GERMAN[code] ?? ""));
    expect(Object.keys(PLAIN).toSorted()).toEqual(holes.toSorted());
    expect(Object.values(PLAIN).join("")).not.toMatch(/\{/);
  });
});
