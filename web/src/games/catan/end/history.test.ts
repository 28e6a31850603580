// What the end of a game shows, read from its replay.

import { expect, test } from "vitest";
import type { CatanShown } from "../../../protocol/messages.ts";
import { CHANCES, historyOf, scored } from "./history.ts";

const roll = (seat: number, total: number, wood: number): object => ({ type: "dice_rolled", seat, dice1: 1, dice2: total - 1, total, resourcesDistributed: [{ seat: 1, resources: { wood } }], robberTriggered: false });

test("dice, points and cards are read turn by turn", () => {
  const view = { turn: 0, players: { 0: { publicPoints: 0 }, 1: { publicPoints: 0 } } };
  const step = (told: object[], patch: object): { seq: number; at: number; by: "player"; told: object[]; patch: object } => ({ seq: 1, at: 0, by: "player", told, patch });
  const history = historyOf(
    { view, steps: [step([roll(0, 6, 2)], { turn: 1 }), step([], { players: { 0: { publicPoints: 1 } } }), step([roll(1, 6, 1)], { turn: 2, players: { 1: { points: 3 } } })] },
    [0, 1],
  );
  expect(history.rolls).toBe(2);
  expect(history.sums[4]).toBe(2);
  expect(history.points.get(0)).toEqual([{ x: 1, y: 1 }, { x: 2, y: 1 }]);
  expect(history.points.get(1)).toEqual([{ x: 1, y: 0 }, { x: 2, y: 3 }]);
  expect(history.cards.get(1)).toEqual([{ x: 1, y: 2 }, { x: 2, y: 3 }]);
});

test("the chances of two dice are known", () => {
  expect(CHANCES.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1);
  expect(CHANCES[5]).toBeCloseTo(6 / 36);
});

test("points are broken down, the rest are cards", () => {
  const view = { settlements: { "1,1": 0, "3,1": 1 }, cities: { "5,1": 1 }, longestRoad: { seat: 1, length: 6 }, players: { 0: { publicPoints: 1 }, 1: { points: 6, publicPoints: 5 } } };
  expect(scored(view as unknown as CatanShown, [1, 6], [0, 1])).toEqual([
    { seat: 1, settlements: 1, cities: 2, road: 2, army: 0, cards: 1, total: 6 },
    { seat: 0, settlements: 1, cities: 0, road: 0, army: 0, cards: 0, total: 1 },
  ]);
});
