// The log of a table: what happened and what was said, oldest first.

import type { ChatLine } from "../protocol/messages.ts";

/** How many lines are kept: more than a long game has. */
const LINES = 2000;

export interface Happened {
  /** Milliseconds since 1970; unknown where the server does not tell. */
  at?: number;
  text: string;
}

export interface LogLine extends Happened {
  key: number;
  /** Who said it, if it is chat. */
  from?: { name: string; playerId: string };
}

export class Log {
  lines = $state<LogLine[]>([]);
  /** How many lines of chat nobody has looked at yet. */
  unread = $state(0);
  #keys = 0;
  readonly #said = new Set<string>();

  #line(line: Omit<LogLine, "key">): LogLine {
    this.#keys += 1;
    return { key: this.#keys, ...line };
  }

  write(line: Omit<LogLine, "key">): void {
    this.lines.push(this.#line(line));
    if (this.lines.length > LINES) this.lines.splice(0, this.lines.length - LINES);
  }

  /** Writes a line of chat; gives whether it is a new one. */
  said({ at, playerId, name, text }: ChatLine): boolean {
    const key = `${at} ${playerId} ${text}`;
    if (this.#said.has(key)) return false;
    this.#said.add(key);
    this.write({ at, text, from: { name, playerId } });
    return true;
  }

  /** Puts what happened before this page came to its place among what was said then. */
  recall(past: readonly Happened[]): void {
    const all = [...past.slice(-LINES).map((line) => this.#line(line)), ...this.lines];
    this.lines = all.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  }
}
