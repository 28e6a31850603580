// How unusual a series of rolls is, against the tables of chi-square.

import { describe, expect, it } from "vitest";
import type { Rolls } from "../protocol/messages.ts";
import { chiSquareTail, unevenness } from "./luck.ts";

const die = (counts: number[]): Rolls => ({ of: "die", lowest: 1, counts, chances: counts.map(() => 1 / 6) });

describe("luck", () => {
  it("knows the tails of the tables", () => {
    expect(chiSquareTail(11.0705, 5)).toBeCloseTo(0.05, 5);
    expect(chiSquareTail(15.0863, 5)).toBeCloseTo(0.01, 5);
    expect(chiSquareTail(18.307, 10)).toBeCloseTo(0.05, 5);
    expect(chiSquareTail(50.9985, 36)).toBeCloseTo(0.05, 5);
    expect(chiSquareTail(2.6746, 5)).toBeCloseTo(0.75, 4);
    expect(chiSquareTail(0, 5)).toBe(1);
  });

  it("calls even dice usual and loaded ones rare", () => {
    expect(unevenness(die([100, 98, 103, 101, 99, 99]))).toBeGreaterThan(0.99);
    expect(unevenness(die([60, 98, 103, 101, 99, 139]))).toBeLessThan(0.001);
  });

  it("says nothing about a few rolls", () => {
    expect(unevenness(die([0, 0, 0, 0, 0, 25]))).toBeUndefined();
  });
});
