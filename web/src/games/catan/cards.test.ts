import { expect, test } from "vitest";
import { COSTS, missing, none, sides, spread, total } from "./cards.ts";

test("what is missing for a price is named", () => {
  expect(missing({ wood: 1, brick: 0, sheep: 5, wheat: 0, ore: 0 }, COSTS.settlement)).toEqual({ brick: 1, wheat: 1 });
  expect(missing({ ...none(), wheat: 1, ore: 1 }, COSTS.city)).toEqual({ wheat: 1, ore: 2 });
  expect(missing({ wood: 1, brick: 1 }, COSTS.road)).toEqual({});
});

test("cards are counted and spread out", () => {
  expect(total({ wood: 2, ore: 1 })).toBe(3);
  expect(spread({ wheat: 1, wood: 2 })).toEqual(["wood", "wood", "wheat"]);
});

test("a balance is what is given and what is wanted", () => {
  expect(sides({ ...none(), wood: -2, ore: 1 })).toEqual({ give: { ...none(), wood: 2 }, receive: { ...none(), ore: 1 } });
});
