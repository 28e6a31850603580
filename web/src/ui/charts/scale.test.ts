// The steps of axes, and where labels go.

import { expect, test } from "vitest";
import { onTop, spread, ticks } from "./scale.ts";

test("axes have round steps and reach the largest value", () => {
  expect(ticks(10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(ticks(83, 4)).toEqual([0, 50, 100]);
  expect(ticks(3, 5)).toEqual([0, 1, 2, 3]);
  expect(ticks(0, 5)).toEqual([0]);
});

test("axes need not begin at nothing", () => {
  expect(ticks(265, 4, 175)).toEqual([150, 200, 250, 300]);
  expect(ticks(1000, 5, 990)).toEqual([990, 992, 994, 996, 998, 1000]);
  expect(ticks(201, 5, 200)).toEqual([200, 201]);
});

test("the number of a bar stands on the bar, and is not struck out by its mark", () => {
  expect(onTop(100, 120)).toBe(96);
  expect(onTop(100, 60)).toBe(96);
  expect(onTop(100, 92)).toBe(88);
});

test("labels keep apart, and above the lowest place", () => {
  expect(spread([10, 100, 50], 19, 200)).toEqual([10, 100, 50]);
  expect(spread([52, 50], 19, 200)).toEqual([69, 50]);
  expect(spread([198, 199, 20], 19, 200)).toEqual([181, 200, 20]);
});
