// The roulette table as the page reads it: typed, and with the questions that several parts ask.

import type { RouletteFixed, RouletteShown, RouletteShownBet, RouletteShownPlayer, RouletteTold, Seat } from "../../protocol/messages.ts";
import type { Seen, Told } from "../contract.ts";
import { keyOf } from "./bets.ts";

/** The view, with the time at which the table acts by itself, in the server's milliseconds. */
export type Shown = RouletteShown & { deadline?: number };

/** The view of a roulette table. */
export function shown(table: Seen): Shown {
  return table.view as Shown;
}

/** What never changes at a roulette table. */
export function fixed(table: Seen): RouletteFixed {
  return table.fixed as RouletteFixed;
}

/** An event of a roulette table. */
export function heard(told: Told): RouletteTold {
  return told as RouletteTold;
}

/** The viewer at the table, if they have a seat. */
export function me(table: Seen): RouletteShownPlayer | undefined {
  return table.seat === undefined ? undefined : shown(table).players[table.seat];
}

/** Whether the round is paid. */
export function isSettled(view: Shown): boolean {
  return view.phase === "settlement" || view.phase === "round_end";
}

/** What a player won or lost in this round, once it is paid; nothing without a bet. */
export function netOf(view: Shown, player: RouletteShownPlayer | undefined): number | undefined {
  if (player === undefined || player.staked === 0 || !isSettled(view)) return undefined;
  return (player.returned ?? 0) - player.staked;
}

/** The last number but the one that is being drawn. */
export function lastNumber(view: Shown): number | undefined {
  const rounds = Object.keys(view.history).map(Number);
  const settled = isSettled(view) ? rounds.filter((round) => round !== view.round) : rounds;
  return settled.length === 0 ? undefined : view.history[Math.max(...settled)];
}

/** Chips of one player on one bet. */
export interface Stake {
  seat: Seat;
  bet: RouletteShownBet;
}

/** All chips on the table, by the key of their bet; the viewer's first, then by seat. */
export function stakes(table: Seen): Map<string, Stake[]> {
  const found = new Map<string, Stake[]>();
  const players = Object.entries(shown(table).players).sort(([a], [b]) => Number(table.isMe(Number(b))) - Number(table.isMe(Number(a))));
  for (const [seat, player] of players) {
    for (const bet of Object.values(player.bets)) {
      const key = keyOf(bet.betType, bet.numbers);
      const there = found.get(key);
      if (there === undefined) found.set(key, [{ seat: Number(seat), bet }]);
      else there.push({ seat: Number(seat), bet });
    }
  }
  return found;
}

/** The viewer's bets in the order in which they were laid. */
export function myBets(table: Seen): RouletteShownBet[] {
  return Object.values(me(table)?.bets ?? {}).sort((a, b) => a.index - b.index);
}

const VALUES = [1, 5, 10, 50, 100, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000];
/** How many kinds of chips are offered at once. */
const MOST_VALUES = 6;

/** The values of the chips for somebody who has this much at a table with these limits. */
export function chipValues(min: number, max: number, wealth: number): number[] {
  const round = VALUES.filter((value) => value > min && value <= Math.min(max, wealth));
  return [min, ...round].slice(-MOST_VALUES);
}
