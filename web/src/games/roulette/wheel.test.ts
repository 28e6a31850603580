// The motion of wheel and ball: it ends where the server drew, and nothing jumps on the way.

import { expect, test } from "vitest";
import { angleOf, resting, standing } from "./wheel.ts";

const WHEEL = [0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26];
const turn = (degrees: number): number => ((degrees % 360) + 360) % 360;
const apart = (a: number, b: number): number => Math.min(turn(a - b), turn(b - a));

test("the ball comes to rest in the pocket that was drawn, on top, from wherever the wheel stood", () => {
  for (const number of WHEEL) {
    for (const before of WHEEL) {
      const pocket = angleOf(WHEEL, number);
      const end = standing(1, 5600, resting(WHEEL, before), pocket);
      expect(apart(end.ball, 0)).toBeLessThan(1e-6);
      expect(apart(end.ball - end.wheel, pocket)).toBeLessThan(1e-6);
      expect(apart(end.wheel, resting(WHEEL, number))).toBeLessThan(1e-6);
      expect(end.out).toBe(0);
    }
  }
});

test("nothing jumps: not at the beginning, not when the ball is caught", () => {
  const pocket = angleOf(WHEEL, 17);
  const from = resting(WHEEL, 17);
  expect(standing(0, 5600, from, pocket).wheel).toBe(from);
  let before = standing(0, 5600, from, pocket);
  for (let i = 1; i <= 1000; i += 1) {
    const now = standing(i / 1000, 5600, from, pocket);
    expect(Math.abs(now.wheel - before.wheel)).toBeLessThan(3);
    expect(Math.abs(now.ball - before.ball)).toBeLessThan(6);
    expect(Math.abs(now.out - before.out)).toBeLessThan(0.05);
    before = now;
  }
});

test("the ball runs against the wheel and stays out until it is slow", () => {
  const early = standing(0.1, 5600, 0, 90);
  const later = standing(0.2, 5600, 0, 90);
  expect(later.wheel).toBeGreaterThan(early.wheel);
  expect(later.ball).toBeLessThan(early.ball);
  expect(later.out).toBe(1);
});

test("a page that comes late sees a short spin to the same end", () => {
  const end = standing(1, 400, 10, 90);
  expect(apart(end.ball, 0)).toBeLessThan(1e-6);
  expect(standing(2, 400, 10, 90)).toEqual(end);
  expect(standing(-1, 400, 10, 90).wheel).toBe(10);
});
