// The steps of axes.

import { expect, test } from "vitest";
import { ticks } from "./scale.ts";

test("axes have round steps and reach the largest value", () => {
  expect(ticks(10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(ticks(83, 4)).toEqual([0, 50, 100]);
  expect(ticks(3, 5)).toEqual([0, 1, 2, 3]);
  expect(ticks(0, 5)).toEqual([0]);
});
