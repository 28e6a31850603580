// A whole game of roulette, added up from its replay: what everybody had after each round, and which numbers came.

import { merged } from "../../net/patch.ts";
import type { Replay, Seat } from "../../protocol/messages.ts";
import { heard, type Shown } from "./seen.ts";

export interface RoundEnd {
  round: number;
  number: number;
  /** What everybody had once the round was paid, by seat. */
  chips: ReadonlyMap<Seat, number>;
  /** What those who bet won or lost, by seat. */
  nets: ReadonlyMap<Seat, number>;
}

export interface Summary {
  /** What everybody began with. */
  begin: ReadonlyMap<Seat, number>;
  rounds: readonly RoundEnd[];
  /** How often each number came, from 0. */
  counts: readonly number[];
}

function chipsIn(view: unknown): Map<Seat, number> {
  const { players } = view as Shown;
  return new Map(Object.entries(players).map(([seat, player]) => [Number(seat), player.chips]));
}

function isTold(value: unknown): value is { type: string } {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Adds a game up. */
export function summed(replay: Pick<Replay, "view" | "steps">): Summary {
  let { view } = replay;
  const begin = chipsIn(view);
  const rounds: RoundEnd[] = [];
  const counts = Array.from({ length: 37 }, () => 0);
  for (const step of replay.steps) {
    if (step.patch !== undefined) view = merged(view, step.patch);
    for (const event of step.told.filter(isTold)) {
      const told = heard(event);
      if (told.type !== "round_settled") continue;
      counts[told.winningNumber] = (counts[told.winningNumber] ?? 0) + 1;
      const nets = new Map(told.results.map(({ seat, net }) => [seat, net]));
      rounds.push({ round: told.round, number: told.winningNumber, chips: chipsIn(view), nets });
    }
  }
  return { begin, rounds, counts };
}

/** The best and the worst round of somebody who bet in any. */
export function extremes({ rounds }: Summary, seat: Seat): { best: RoundEnd; worst: RoundEnd } | undefined {
  const bet = rounds.filter(({ nets }) => nets.has(seat)).sort((a, b) => (b.nets.get(seat) ?? 0) - (a.nets.get(seat) ?? 0));
  const [best] = bet;
  const worst = bet.at(-1);
  return best === undefined || worst === undefined ? undefined : { best, worst };
}
