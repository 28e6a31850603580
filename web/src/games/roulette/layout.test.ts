// The felt: every bet has one place, wide enough for a finger, and a way to it with the arrow keys.

import { describe, expect, test } from "vitest";
import { hueOf, evenChance, keyOf, NUMBERS, pays } from "./bets.ts";
import { type Direction, lay, neighbor, type Rect } from "./layout.ts";

/** How much room the felt has on a phone that is 390 pixels wide, and in the middle of a desk that is 1280 wide. */
const PHONE = 370;
const DESK = 684;

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width - 1e-6 && b.x < a.x + a.width - 1e-6 && a.y < b.y + b.height - 1e-6 && b.y < a.y + a.height - 1e-6;

const COUNTS = { straight: 37, split: 60, street: 14, corner: 23, line: 11, dozen: 3, column: 3, red: 1, black: 1, odd: 1, even: 1, low: 1, high: 1 };

describe.each([
  ["upright", true, PHONE],
  ["lying", false, DESK],
] as const)("the felt, %s", (_, upright, room) => {
  const felt = lay(upright, true);

  test("has every bet once", () => {
    expect(felt.places).toHaveLength(157);
    expect(new Set(felt.places.map((place) => place.bet.key)).size).toBe(157);
    const counts: Record<string, number> = {};
    for (const { bet } of felt.places) counts[bet.betType] = (counts[bet.betType] ?? 0) + 1;
    expect(counts).toEqual(COUNTS);
  });

  test("has no two places for one tap", () => {
    for (const [i, one] of felt.places.entries()) {
      for (const other of felt.places.slice(i + 1)) expect([one.bet.key, other.bet.key, overlap(one.hit, other.hit)]).toEqual([one.bet.key, other.bet.key, false]);
    }
  });

  test("has room for a finger everywhere", () => {
    const scale = Math.min(1, room / felt.width);
    for (const { bet, hit } of felt.places) {
      expect([bet.key, Math.min(hit.width, hit.height) * scale >= 24]).toEqual([bet.key, true]);
      expect(hit.x >= 0 && hit.y >= 0 && hit.x + hit.width <= felt.width + 1e-6 && hit.y + hit.height <= felt.height + 1e-6).toBe(true);
    }
  });

  test("bets on the numbers that touch the place", () => {
    const numbers = felt.fields.filter((field) => field.bet.betType === "straight");
    expect(numbers).toHaveLength(37);
    for (const { bet, hit } of felt.places) {
      if (!["straight", "split", "corner"].includes(bet.betType) || bet.key === keyOf("corner", [0, 1, 2, 3])) continue;
      const touched = numbers.filter((field) => overlap(field.rect, hit)).map((field) => field.bet.covers[0]);
      expect([...touched].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual([...bet.covers].sort((a, b) => a - b));
    }
  });

  test("lays chips where the bet is tapped", () => {
    for (const { bet, hit, chips } of felt.places) {
      const inside = chips.x >= hit.x && chips.x <= hit.x + hit.width && chips.y >= hit.y && chips.y <= hit.y + hit.height;
      expect([bet.key, inside]).toEqual([bet.key, true]);
    }
  });

  test("can be walked with the arrow keys", () => {
    const directions: Direction[] = ["up", "down", "left", "right"];
    const reached = new Set(felt.places.slice(0, 1));
    for (const place of reached) {
      for (const direction of directions) {
        const next = neighbor(felt.places, place, direction);
        if (next !== undefined) reached.add(next);
      }
    }
    expect(reached.size).toBe(157);
  });

  test("does without bets that join zero", () => {
    const plain = lay(upright, false);
    expect(plain.places).toHaveLength(151);
    expect(plain.places.filter((place) => place.bet.covers.includes(0)).map((place) => place.bet.key)).toEqual(["straight 0"]);
  });
});

test("arrow keys go from a number over the line to its neighbor", () => {
  const felt = lay(true, true);
  const walk = (from: string, ...directions: Direction[]): string | undefined => {
    let place = felt.places.find((other) => other.bet.key === from);
    for (const direction of directions) place = place === undefined ? undefined : neighbor(felt.places, place, direction);
    return place?.bet.key;
  };
  expect(walk("straight 17", "right")).toBe("split 17 18");
  expect(walk("straight 17", "right", "right")).toBe("straight 18");
  expect(walk("straight 17", "down")).toBe("split 17 20");
  expect(walk("split 17 20", "right")).toBe("corner 17 18 20 21");
  expect(walk("straight 16", "left")).toBe("street 16 17 18");
  expect(walk("straight 2", "up", "up")).toBe("straight 0");
  expect(walk("straight 35", "down")).toBe(keyOf("column", [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35]));
});

test("a mean return of 36/37, whatever one bets on", () => {
  for (const { bet } of lay(true, true).places) expect(bet.covers.length * (pays(bet.betType) + 1)).toBe(36);
});

test("colors and even chances", () => {
  expect(hueOf(0)).toBe("zero");
  expect(NUMBERS.filter((number) => hueOf(number) === "red")).toHaveLength(18);
  for (const chance of ["red", "black", "odd", "even", "low", "high"] as const) expect(evenChance(chance).covers).toHaveLength(18);
  expect(keyOf("split", [20, 17])).toBe("split 17 20");
});
