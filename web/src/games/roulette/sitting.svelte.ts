// What the page itself remembers about a roulette table: the chosen chip, moves on their way, the ball in motion, and how the
// viewer's rounds ended. All of it follows from views, or is nobody else's business.

import type { Seen } from "../contract.ts";
import { moves } from "../../settings.svelte.ts";
import { notify } from "../../ui/notices.svelte.ts";
import { type Bet, keyOf } from "./bets.ts";
import { lastNumber, me, myBets, netOf, shown, type Shown } from "./seen.ts";
import { say } from "./words.ts";

/** The ball lies still this long before the table pays, in milliseconds. */
const BEFORE_PAYING = 500;
/** How long the ball takes when things should not move. */
const AT_ONCE = 700;
/** How many rounds are remembered. */
const ROUNDS = 50;
const FRESH: Kept = { chip: 5, rounds: [] };

/** A spin, in milliseconds of the server's clock. */
export interface Spin {
  round: number;
  number: number;
  /** What lay on top before. */
  before: number | undefined;
  from: number;
  until: number;
}

export interface Round {
  round: number;
  net: number;
}

export class Sitting {
  readonly #table: Seen;
  #chip = $state(0);
  spin = $state.raw<Spin>();
  rounds = $state.raw<readonly Round[]>([]);
  #last: Promise<boolean> = Promise.resolve(true);
  #waiting = 0;

  constructor(table: Seen) {
    this.#table = table;
    const before = kept(table.id);
    this.#chip = before.chip;
    this.rounds = before.rounds;
  }

  /** What a tap lays. */
  get chip(): number {
    return this.#chip;
  }

  set chip(value: number) {
    this.#chip = value;
    this.#keep();
  }

  #keep(): void {
    keep(this.#table.id, { chip: this.#chip, rounds: this.rounds });
  }

  /** Whether the ball is still on its way. */
  isRolling(): boolean {
    return this.spin !== undefined && shown(this.#table).phase !== "betting" && this.#table.now() < this.spin.until;
  }

  /** Looks at a new view. */
  follow(view: Shown): void {
    if (view.phase === "spinning" && view.winningNumber !== undefined && view.deadline !== undefined) {
      if (this.spin?.round !== view.round) this.#roll(view, view.winningNumber, view.deadline);
    } else if (view.phase === "betting") {
      this.spin = undefined;
      // Another game at the same table counts its rounds from 1 again.
      if (view.round === 1 && this.rounds.length > 0) this.rounds = [];
    }
    const net = netOf(view, me(this.#table));
    if (net !== undefined && !this.rounds.some(({ round }) => round === view.round)) {
      this.rounds = [...this.rounds, { round: view.round, net }].slice(-ROUNDS);
      this.#keep();
    }
  }

  #roll(view: Shown, number: number, deadline: number): void {
    const from = this.#table.now();
    const rest = deadline - BEFORE_PAYING;
    const until = moves() ? rest : Math.min(rest, from + AT_ONCE);
    this.spin = { round: view.round, number, before: lastNumber(view), from, until };
  }

  /**
   * Makes a move when those before it are answered, so that quick taps are laid one by one. A refusal ends the row.
   */
  #queue(command: () => Parameters<Seen["move"]>[0] | undefined): void {
    this.#waiting += 1;
    this.#last = this.#after(this.#last, command);
  }

  async #after(before: Promise<boolean>, command: () => Parameters<Seen["move"]>[0] | undefined): Promise<boolean> {
    const went = await before;
    this.#waiting -= 1;
    const next = went ? command() : undefined;
    const done = went && (next === undefined || (await this.#table.move(next, true)));
    // What was queued behind a refusal is dropped; what comes later begins anew.
    return done || this.#waiting === 0;
  }

  /** Why nothing can be laid now; undefined if it can. */
  closed(): string | undefined {
    const { legal, phase } = shown(this.#table);
    if (this.#table.live && legal?.place_bet !== undefined) return undefined;
    if (this.#table.seat === undefined) return say("why_watching");
    if (phase === "spinning") return say("why_rolling");
    if (phase === "settlement" || phase === "round_end") return say("why_between");
    return me(this.#table)?.chips === 0 ? say("why_too_much", { n: 0 }) : say("why_waiting");
  }

  /** Lays the chosen chip. */
  lay(bet: Bet): void {
    const reason = this.closed();
    if (reason !== undefined) {
      notify(reason);
      return;
    }
    const amount = this.chip;
    this.#queue(() => ({ type: "place_bet", betType: bet.betType, numbers: [...bet.numbers], amount }));
  }

  /** Takes all of the viewer's chips on a bet back. */
  take(key: string): void {
    this.#queue(() => {
      const found = myBets(this.#table).find((bet) => keyOf(bet.betType, bet.numbers) === key);
      if (found === undefined || shown(this.#table).legal?.remove_bet === undefined) return undefined;
      return { type: "remove_bet", betIndex: found.index };
    });
  }

  /** Undo, clear, repeat, double. */
  act(type: "undo_bet" | "clear_bets" | "repeat_bets" | "double_bets"): void {
    this.#queue(() => ({ type }));
  }
}

const sittings = new WeakMap<Seen, Sitting>();

/** What is remembered about a table; the same for all parts of the page. */
export function sitting(table: Seen): Sitting {
  const known = sittings.get(table) ?? new Sitting(table);
  sittings.set(table, known);
  return known;
}

/** How long the result has to wait for the ball. Nothing is remembered about a table that nobody looks at. */
export function untilStill(table: Seen): number {
  const known = sittings.get(table);
  return known?.spin !== undefined && known.isRolling() ? known.spin.until - table.now() : 0;
}

/** What a reload must not forget, kept for as long as the tab is open. */
interface Kept {
  chip: number;
  rounds: readonly Round[];
}

function isRound(value: unknown): value is Round {
  return typeof value === "object" && value !== null && "round" in value && typeof value.round === "number" && "net" in value && typeof value.net === "number";
}

function kept(id: string): Kept {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(`roulette ${id}`) ?? "{}");
    if (typeof value !== "object" || value === null) return FRESH;
    const chip = "chip" in value && typeof value.chip === "number" ? value.chip : FRESH.chip;
    const rounds = "rounds" in value && Array.isArray(value.rounds) ? value.rounds.filter(isRound) : FRESH.rounds;
    return { chip, rounds };
  } catch {
    return FRESH;
  }
}

function keep(id: string, what: Kept): void {
  try {
    sessionStorage.setItem(`roulette ${id}`, JSON.stringify(what));
  } catch {
    // It is only a convenience.
  }
}
