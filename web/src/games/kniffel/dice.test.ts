// How dice look, turn and are held.

import { describe, expect, it } from "vitest";
import { chosen, NONE, pips, setNumber, toggled, turned } from "./dice.ts";

describe("dice", () => {
  it("have as many pips as they count", () => {
    expect([1, 2, 3, 4, 5, 6].map((face) => pips(face).length)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pips(0)).toEqual([]);
  });

  it("turn on when the same face comes twice", () => {
    const once = turned(4, 1, 0);
    const twice = turned(4, 2, 0);
    expect(twice).not.toEqual(once);
    expect((twice.x - once.x) % 360).toBe(0);
    expect((twice.y - once.y) % 360).toBe(0);
  });

  it("are numbered as the advice numbers them", () => {
    expect(setNumber(NONE)).toBe(0);
    expect(setNumber([true, false, true, false, true])).toBe(21);
    expect(setNumber([true, true, true, true, true])).toBe(31);
  });

  it("are held one by one", () => {
    const held = toggled(NONE, 3);
    expect(held).toEqual([false, false, false, true, false]);
    expect(toggled(held, 3)).toEqual(NONE);
    expect(chosen([6, 5, 4, 3, 2], held)).toEqual([3]);
  });
});
