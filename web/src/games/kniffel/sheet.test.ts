// The boxes of the sheet.

import { expect, it } from "vitest";
import { bonusOf, faceOf } from "./sheet.ts";

const sheet = { scores: {}, extraKniffels: 0, upperSum: 0, upperBonus: 0, total: 0 };

it("says what is missing for the bonus", () => {
  expect(bonusOf({ ...sheet, scores: { sixes: 24 }, upperSum: 24 })).toEqual({ state: "open", missing: 39 });
  expect(bonusOf({ ...sheet, upperSum: 63, upperBonus: 35 })).toEqual({ state: "earned" });
  const full = { ones: 1, twos: 2, threes: 9, fours: 12, fives: 15, sixes: 18 };
  expect(bonusOf({ ...sheet, scores: full, upperSum: 57 })).toEqual({ state: "missed", missing: 6 });
});

it("knows the face of an upper box", () => {
  expect(faceOf("ones")).toBe(1);
  expect(faceOf("sixes")).toBe(6);
  expect(faceOf("chance")).toBeUndefined();
});
