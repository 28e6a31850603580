// Counting cards: prices, discards, balances of a trade.

import { expect, test } from "vitest";
import { COSTS, filledUp, missing, none, sides, spread, total } from "./cards.ts";

test("what is missing for a price is named", () => {
  expect(missing({ wood: 1, brick: 0, sheep: 5, wheat: 0, ore: 0 }, COSTS.settlement)).toEqual({ brick: 1, wheat: 1 });
  expect(missing({ ...none(), wheat: 1, ore: 1 }, COSTS.city)).toEqual({ wheat: 1, ore: 2 });
  expect(missing({ wood: 1, brick: 1 }, COSTS.road)).toEqual({});
});

test("cards are counted and spread out", () => {
  expect(total({ wood: 2, ore: 1 })).toBe(3);
  expect(spread({ wheat: 1, wood: 2 })).toEqual(["wood", "wood", "wheat"]);
});

test("a discard is filled up from the most plentiful kind", () => {
  expect(filledUp({ ...none(), wood: 4, ore: 2 }, { ...none(), ore: 1 }, 4)).toEqual({ ...none(), wood: 3, ore: 1 });
  expect(total(filledUp({ ...none(), wood: 1 }, none(), 4))).toBe(1);
});

test("a balance is what is given and what is wanted", () => {
  expect(sides({ ...none(), wood: -2, ore: 1 })).toEqual({ give: { ...none(), wood: 2 }, receive: { ...none(), ore: 1 } });
});
