// What a game brings to the table, and what the table offers to a game.
//
// The page decides no rule. A game shows the newest view and offers what the server listed in `legal`; it works on a `Seen`,
// which is a live table or a step of a replay, and never asks which of the two.

import type { Component } from "svelte";
import type { Color, GameName, GameOver, Seat } from "../protocol/messages.ts";
import type { SoundName } from "../sound/play.ts";

/** An event of a game, in the words of the protocol. */
export interface Told {
  type: string;
}

/** Somebody with a seat, as the page shows them. */
export interface Sitter {
  seat: Seat;
  playerId: string;
  name: string;
  color: Color;
  connected: boolean;
  /** The level, if it is a bot or one plays for them. */
  bot?: string;
  /** Whether it is a person for whom a bot plays. */
  substituted?: boolean;
}

/** A game as one viewer sees it, now or at a step of a replay. */
export interface Seen<View = unknown, Fixed = unknown> {
  readonly id: string;
  readonly game: GameName;
  /** The newest view. Moves that are possible stand in its `legal`. */
  readonly view: View;
  /** What never changes in this game. */
  readonly fixed: Fixed;
  /** In the order of seats. */
  readonly players: readonly Sitter[];
  /** The viewer's seat; undefined for spectators. */
  readonly seat: Seat | undefined;
  /** Whether moves can be made: false in replays, while paused, and while a bot plays for the viewer. */
  readonly live: boolean;
  /** How it ended, once it has. */
  readonly over: GameOver | undefined;
  player(seat: Seat | undefined): Sitter | undefined;
  /** How somebody is called; the viewer is "You". */
  name(seat: Seat | undefined): string;
  /** How somebody is called after "beside" and the like; the viewer is "you", in German "dir". */
  whom(seat: Seat | undefined): string;
  isMe(seat: Seat | undefined): boolean;
  color(seat: Seat | undefined): Color;
  /** The first letter of somebody's name, with a second one where others begin alike. */
  initial(seat: Seat | undefined): string;
  /**
   * Makes a move; resolves to whether it was done. A refusal is shown by the page. A second tap in the same place is not taken
   * for another move, unless it was `queued` behind one: then it was meant.
   */
  move(command: { type: string; [field: string]: unknown }, queued?: boolean): Promise<boolean>;
  /** Sends something fleeting (Kniffel's held dice). */
  mention(message: { type: string; [field: string]: unknown }): void;
  /** Hears events as they happen, to set things in motion. Returns how to stop. */
  listen(listener: (told: Told) => void): () => void;
  /** Now, by the server's clock, in milliseconds since 1970. */
  now(): number;
}

/** A hint for somebody who plays for the first time; shown once per key. */
export interface Hint {
  key: string;
  text: string;
}

/** The parts of one game. `T` is the game's own `Seen`. */
export interface GameParts {
  /** The board, dice or wheel: the hero of the page. */
  Board: Component<{ table: Seen }>;
  /** Buttons beside the sentence, the likeliest one filled (class `filled`). */
  Buttons: Component<{ table: Seen }>;
  /** Below the sentence: hand, building, sheets. */
  Below: Component<{ table: Seen }>;
  /** What stands in a player's row beside the name: points, cards, chips. */
  Facts: Component<{ table: Seen; seat: Seat }>;
  /** What the end is shown with, beside the scores: break-down and charts. Loaded when a game ends. */
  End?: () => Promise<{ default: Component<{ table: Seen }> }>;
  /** The one sentence that says what is expected of the viewer, or what the game waits for. */
  ask(table: Seen): string;
  /** Whether the viewer is the one who has to do something now. */
  isMyMove(table: Seen): boolean;
  /** Whether the viewer has to hurry when time runs out; without it, when it is their move. */
  hurries?(table: Seen): boolean;
  /** Whose turn it is, if it is anybody's. */
  current(table: Seen): Seat | undefined;
  /** An event in words, for the log and the live region; undefined if it needs none. */
  tell(table: Seen, told: Told): string | undefined;
  /** What an event sounds like. */
  sound(table: Seen, told: Told): SoundName | undefined;
  /** How long the page keeps the view and the log back after an event, in milliseconds: roulette's ball must come to rest first. */
  curtain?(table: Seen, told: Told): number;
  /** What somebody new to the game should know about this moment. */
  hint(table: Seen): Hint | undefined;
  /** Whether the game is played for chips that everybody takes along (roulette): no winner, seats come and go. */
  readonly banked: boolean;
}
