// A table over a socket that says what the test wants, with a game of two events.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameParts, Told } from "../games/contract.ts";
import { FakeSocket } from "../net/fake.ts";
import { prefer } from "../settings.svelte.ts";
import { outcome } from "./outcome.ts";
import { Session } from "./session.svelte.ts";

const Nothing = () => ({});

/** A game with one event that is told and one that draws a curtain. */
const parts: GameParts = {
  Board: Nothing,
  Buttons: Nothing,
  Below: Nothing,
  Facts: Nothing,
  ask: () => "",
  isMyMove: () => false,
  current: () => 0,
  tell: (_, told: Told) => (told.type === "dice_rolled" ? "Somebody rolls." : told.type === "wheel_spun" ? "It is 7." : undefined),
  sound: () => undefined,
  hint: () => undefined,
  curtain: (_, told) => (told.type === "wheel_spun" ? 3000 : 0),
  banked: false,
};
vi.mock("../games/index.ts", () => ({ loadGame: () => Promise.resolve(parts) }));

const WELCOME = { type: "welcome", protocolVersion: 1, serverVersion: "0", playerId: "me", tableId: "t1", game: "kniffel", code: "abc123", settings: {}, bots: ["novice"], serverTime: 0 };
const ANNA = { seat: 0, playerId: "anna", name: "Anna", color: "red", ready: true, connected: true };
const ME = { seat: 1, playerId: "me", name: "Élodie", color: "blue", ready: false, connected: true };
const LOBBY = { type: "table_state", seq: 1, players: [ME, ANNA], host: "anna", phase: "lobby", leastPlayers: 1, mostPlayers: 8, spectators: 0, settings: {} };
const PLAYING = { ...LOBBY, seq: 10, phase: "playing" };
const STARTED = { type: "game_started", seq: 9, number: 1, game: "kniffel", fixed: { rules: {} }, fairness: { scheme: 1, commitment: "", missing: [] } };

let table: Session;
let socket: FakeSocket;
let past = "";

async function come(...messages: Record<string, unknown>[]): Promise<void> {
  table = new Session("t1");
  socket = FakeSocket.last();
  socket.welcomes();
  for (const message of [{ ...WELCOME, serverTime: Date.now() }, ...messages]) socket.says(message);
  await vi.advanceTimersByTimeAsync(1);
}

const texts = (): string[] => table.log.lines.map((line) => line.text);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(past)));
  FakeSocket.made = [];
  past = "";
  prefer({ language: "en" });
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a table", () => {
  it("knows who is who", async () => {
    await come(LOBBY);
    expect(table.players.map((player) => player.name)).toEqual(["Anna", "Élodie"]);
    expect([table.seat, table.isHost, table.name(1), table.whom(1), table.name(0), table.initial(1), table.color(0), table.name(5)]).toEqual([1, false, "You", "you", "Anna", "É", "red", "Seat 6"]);
    expect([table.playing, table.live]).toEqual([false, false]);
  });

  it("says when its seat is played on another device too, for a moment", async () => {
    await come(LOBBY);
    socket.says({ type: "seat_elsewhere", seat: 1 });
    expect([table.news, texts()]).toEqual(["moved", ["Your seat is now played on another device too."]]);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(table.news).toBeUndefined();
  });

  it("says of an address that no table can have that there is none", () => {
    table = new Session("half");
    socket = FakeSocket.last();
    socket.opens();
    socket.says({ type: "rejected", id: socket.of("join_table")[0]?.["id"], code: "bad_request", params: {}, reason: "tableId: too short" });
    expect([table.connection, table.reason]).toEqual(["refused", "There is no table at this address. Perhaps a part of the link is missing."]);
  });

  it("counts down, and stops", async () => {
    await come(LOBBY);
    socket.says({ type: "countdown", seq: 2, secondsRemaining: 5 });
    expect(table.countdown).toBe(Date.now() + 5000);
    socket.says({ type: "countdown", seq: 3 });
    expect(table.countdown).toBeUndefined();
  });

  it("plays once view and start are there, and not while paused", async () => {
    await come(LOBBY, STARTED, PLAYING);
    expect(table.playing).toBe(false);
    socket.says({ type: "view", seq: 10, view: { phase: "rolling", deadline: Date.now() + 9000 } });
    expect([table.playing, table.live, table.deadline]).toEqual([true, true, Date.now() + 9000]);
    socket.says({ ...PLAYING, seq: 11, paused: "asked" });
    expect([table.live, table.deadline]).toEqual([false, undefined]);
    socket.says({ ...PLAYING, seq: 12, players: [ANNA, { ...ME, bot: "novice", substituted: true }] });
    expect([table.live, table.substituted]).toEqual([false, true]);
  });

  it("says who goes and comes", async () => {
    await come(LOBBY);
    socket.says({ ...LOBBY, seq: 2, players: [{ ...ANNA, connected: false }, ME] });
    socket.says({ ...LOBBY, seq: 3 });
    expect(texts()).toEqual(["Anna is away.", "Anna is back."]);
  });

  it("takes the same line of chat once, and counts what was not read", async () => {
    await come(LOBBY);
    const line = { type: "chat", playerId: "anna", name: "Anna", text: "Hello", at: 1000 };
    socket.says(line);
    socket.says(line);
    socket.says({ ...line, playerId: "me", name: "Élodie", at: 2000 });
    expect(texts()).toEqual(["Hello", "Hello"]);
    expect(table.log.unread).toBe(1);
  });

  it("keeps what follows behind the curtain until it is up", async () => {
    await come(LOBBY, STARTED, PLAYING, { type: "view", seq: 10, view: { round: 1 } });
    socket.says({ type: "wheel_spun", seq: 11, winningNumber: 7 });
    socket.says({ type: "view_patch", seq: 11, from: 10, patch: { winningNumber: 7 } });
    expect(table.view).toEqual({ round: 1 });
    expect(texts()).not.toContain("It is 7.");
    await vi.advanceTimersByTimeAsync(3000);
    expect(table.view).toEqual({ round: 1, winningNumber: 7 });
    expect(texts()).toContain("It is 7.");
  });

  it("complains where the eye is, for a while or until something works", async () => {
    await come(LOBBY, STARTED, PLAYING, { type: "view", seq: 10, view: {} });
    const refuse = (type: string): void => socket.says({ type: "rejected", id: socket.of(type).at(-1)?.["id"], code: "not_your_turn", params: {}, reason: "It is not your turn" });
    void table.move({ type: "roll_dice" });
    refuse("roll_dice");
    expect(table.complaint?.text).toBe("It is not your turn.");
    await vi.advanceTimersByTimeAsync(7000);
    expect(table.complaint).toBeUndefined();
    void table.move({ type: "roll_dice" });
    refuse("roll_dice");
    await vi.advanceTimersByTimeAsync(1000);
    const works = table.move({ type: "end_turn" });
    socket.says({ type: "ack", id: socket.of("end_turn").at(-1)?.["id"], seq: 12 });
    expect([await works, table.complaint]).toEqual([true, undefined]);
  });

  it("takes a key on another button for what it is", async () => {
    await come(LOBBY, STARTED, PLAYING, { type: "view", seq: 10, view: {} });
    // A key clicks at no place of the screen; the button that it presses has one.
    const press = (x: number, type: string): void => {
      const button = document.body.appendChild(document.createElement("button"));
      button.getBoundingClientRect = () => new DOMRect(x, 40, 20, 20);
      button.click();
      void table.move({ type });
    };
    press(100, "roll_dice");
    press(100, "end_turn");
    expect(socket.of("end_turn")).toEqual([]);
    press(300, "end_turn");
    expect(socket.of("end_turn").length).toBe(1);
  });

  it("does not take a double tap for another move", async () => {
    await come(LOBBY, STARTED, PLAYING, { type: "view", seq: 10, view: {} });
    const tap = (x: number, type: string, queued = false): void => {
      window.dispatchEvent(new MouseEvent("click", { clientX: x, clientY: 40 }));
      void table.move({ type }, queued);
    };
    tap(100, "roll_dice");
    tap(104, "end_turn");
    expect(socket.of("end_turn")).toEqual([]);
    // A quick move elsewhere, one that had to wait, and a later one are meant.
    tap(300, "end_turn");
    expect(socket.of("end_turn").length).toBe(1);
    tap(300, "undo_bet", true);
    expect(socket.of("undo_bet").length).toBe(1);
    await vi.advanceTimersByTimeAsync(400);
    tap(300, "clear_bets");
    expect(socket.of("clear_bets").length).toBe(1);
  });

  it("tells what happened before it came, and nothing twice", async () => {
    past = [{ seq: 7, type: "turn_changed" }, { seq: 8, at: 5000, type: "dice_rolled" }, { seq: 10, at: 7000, type: "dice_rolled" }, { seq: 11, type: "dice_rolled" }].map((event) => JSON.stringify(event)).join("\n");
    await come(PLAYING, STARTED, { type: "view", seq: 10, view: {} });
    await vi.advanceTimersByTimeAsync(10);
    expect(texts()).toEqual(["Somebody rolls.", "Somebody rolls."]);
    expect(table.log.lines.map((line) => line.at)).toEqual([5000, 7000]);
  });

  it("does not tell a result that the ball has not reached", async () => {
    past = [{ seq: 8, type: "dice_rolled" }, { seq: 9, type: "wheel_spun" }].map((event) => JSON.stringify(event)).join("\n");
    await come(PLAYING, STARTED, { type: "view", seq: 10, view: {} });
    await vi.advanceTimersByTimeAsync(10);
    expect(texts()).toEqual(["Somebody rolls."]);
  });

  it("tells a game that was over before it came, each event with its time, and how it ended", async () => {
    const told = { type: "dice_rolled" };
    past = JSON.stringify({ tableId: "t1", game: "kniffel", number: 1, fixed: {}, players: [], view: {}, steps: [{ seq: 2, at: 5000, told: [told] }, { seq: 3, at: 9000, told: [told] }] });
    const over = { type: "game_ended", seq: 20, number: 1, how: "finished", winners: [1], scores: [180, 201], duration: 1, moves: 2, serverSeed: "", seatSeeds: [] };
    const said = { type: "chat", playerId: "anna", name: "Anna", text: "Hello", at: 7000 };
    await come({ ...PLAYING, phase: "over" }, said, STARTED, { type: "view", seq: 20, view: {} }, over);
    await vi.waitFor(() => expect(table.log.lines.length).toBe(4));
    expect(table.log.lines.map(({ at, text }) => [at, text])).toEqual([
      [5000, "Somebody rolls."],
      [7000, "Hello"],
      [9000, "Somebody rolls."],
      [9000, "You win with 201 points!"],
    ]);
    expect([table.playing, table.over?.number]).toEqual([true, 1]);
  });

  it("ends with a sentence", async () => {
    await come(LOBBY, STARTED, PLAYING, { type: "view", seq: 10, view: {} });
    const over = { type: "game_ended", seq: 20, number: 1, how: "finished", winners: [1], scores: [180, 201], duration: 1, moves: 2, serverSeed: "", seatSeeds: [] };
    socket.says(over);
    expect(outcome(table)).toBe("You win with 201 points!");
    prefer({ language: "de" });
    expect(outcome(table)).toBe("Du gewinnst mit 201 Punkten!");
    prefer({ language: "en" });
    socket.says({ ...over, number: 2, winners: [0, 1], scores: [180, 180] });
    expect(outcome(table)).toBe("You share the win with Anna: 180 points each.");
    socket.says({ ...over, number: 3, how: "aborted", winners: [] });
    expect(outcome(table)).toMatch(/without a winner/);
  });
});
