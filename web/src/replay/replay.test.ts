// The way through a finished game, and the address of a moment in it.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameParts, Told } from "../games/contract.ts";
import type { Replay } from "../protocol/messages.ts";
import { address, asked } from "./address.ts";
import { Replaying, sittersAt, viewsOf } from "./replaying.svelte.ts";

const anna = { seat: 0, playerId: "a", name: "Anna", color: "red" } as const;
const bert = { seat: 1, playerId: "b", name: "Bert", color: "blue" } as const;
const ended = { number: 1, how: "won", winners: [1], scores: [0, 2], moves: 3, duration: 5 } as unknown as Replay["ended"];

const REPLAY: Replay = {
  tableId: "stube",
  number: 2,
  game: "kniffel",
  seat: 0,
  seats: 2,
  players: [anna, bert],
  beganAt: 1000,
  fixed: {},
  fairness: { scheme: 1, commitment: "", missing: [] },
  view: { points: 0 },
  told: [],
  steps: [
    { seq: 5, at: 1100, seat: 0, by: "player", told: [{ type: "one" }], patch: { points: 1 } },
    { seq: 6, at: 1200, by: "table", told: [{ type: "slow" }, "nonsense"], patch: { points: 2, more: true } },
    { seq: 7, at: 1300, seat: 1, by: "bot", told: [] },
  ],
  ended,
};

const parts = {
  tell: (table: { view: unknown }, told: Told) => `${told.type} at ${JSON.stringify(table.view)}`,
  sound: () => undefined,
  curtain: (_: unknown, told: Told) => (told.type === "slow" ? 500 : 0),
} as unknown as GameParts;

describe("a replay", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("patches view after view", () => {
    expect(viewsOf(REPLAY)).toEqual([{ points: 0 }, { points: 1 }, { points: 2, more: true }, { points: 2, more: true }]);
  });

  it("tells events when going on by one step, and only then", () => {
    const table = new Replaying(REPLAY, parts, "a", 0);
    const heard: string[] = [];
    table.listen(({ type }) => heard.push(type));
    table.go(1);
    expect(heard).toEqual(["one"]);
    table.go(3);
    table.go(0);
    expect(heard).toEqual(["one"]);
    expect(table.view).toEqual({ points: 0 });
  });

  it("keeps the view back until a motion is over, or somebody is impatient", () => {
    const table = new Replaying(REPLAY, parts, "a", 1);
    table.go(2);
    expect(table.view).toEqual({ points: 1 });
    vi.advanceTimersByTime(500);
    expect(table.view).toEqual({ points: 2, more: true });
    table.go(1);
    table.go(2);
    table.go(3);
    expect(table.step).toBe(3);
    vi.advanceTimersByTime(5000);
    expect(table.step).toBe(3);
  });

  it("plays to the end and stops there", () => {
    const table = new Replaying(REPLAY, parts, "a", 0);
    table.toggle();
    vi.advanceTimersByTime(60_000);
    expect([table.step, table.playing]).toEqual([3, false]);
    table.toggle();
    expect([table.step, table.playing]).toEqual([0, true]);
    table.close();
  });

  it("stays within the game", () => {
    const table = new Replaying(REPLAY, parts, "a", 99);
    expect(table.step).toBe(3);
    table.go(-4);
    expect(table.step).toBe(0);
    table.go(Number.NaN);
    expect(table.step).toBe(0);
  });

  it("knows the end only at the end, and me only in my own seat", () => {
    const table = new Replaying(REPLAY, parts, "a", 0);
    expect(table.over).toBeUndefined();
    table.go(3);
    expect(table.over).toBe(ended);
    expect([table.isMe(0), table.isMe(1)]).toEqual([true, false]);
    expect(new Replaying(REPLAY, parts, "b", 0).isMe(0)).toBe(false);
    expect(new Replaying(REPLAY, parts, undefined, 0).name(0)).toBe("Anna");
  });

  it("writes the log with the view before each event", () => {
    const table = new Replaying(REPLAY, parts, "a", 3);
    expect(table.log()).toEqual([
      { step: 1, at: 1100, text: 'one at {"points":0}' },
      { step: 2, at: 1200, text: 'slow at {"points":1}' },
    ]);
    expect(table.view).toEqual({ points: 2, more: true });
  });

  it("seats those who had come by then", () => {
    const late = { ...bert, playerId: "c", name: "Cleo", since: 6 };
    expect(sittersAt([anna, bert, late], 5).map(({ name }) => name)).toEqual(["Anna", "Bert"]);
    expect(sittersAt([anna, bert, late], 6).map(({ name }) => name)).toEqual(["Anna", "Cleo"]);
  });
});

describe("the address of a moment", () => {
  it("is read and written", () => {
    expect(asked("?game=2&seat=1&step=30")).toEqual({ game: 2, seat: 1, step: 30 });
    expect(asked("?seat=x&step=-1")).toEqual({ game: undefined, seat: undefined, step: 0 });
    expect(address(new Replaying(REPLAY, parts, "a", 1))).toBe("/t/stube/replay?game=2&seat=0&step=1");
  });
});
