// A finished game over time, read from its replay: how the dice fell, and how points and cards grew turn by turn.

import { merged } from "../../../net/patch.ts";
import type { CatanShown, CatanTold, Replay, Seat } from "../../../protocol/messages.ts";
import { total } from "../cards.ts";

export interface History {
  /** How often each sum fell, from 2 to 12. */
  sums: number[];
  rolls: number;
  /** By seat: points and cards got so far, at the end of each turn. */
  points: Map<Seat, { x: number; y: number }[]>;
  cards: Map<Seat, { x: number; y: number }[]>;
}

const isTold = (value: unknown): value is CatanTold => typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** How likely each sum of two dice is, from 2 to 12. */
export const CHANCES: readonly number[] = Array.from({ length: 11 }, (_, at) => (6 - Math.abs(5 - at)) / 36);

/** The cards that an event brought from the board, by seat. */
function harvest(told: CatanTold): [Seat, number][] {
  if (told.type === "dice_rolled") return told.resourcesDistributed.map(({ seat, resources }) => [seat, total(resources)]);
  if (told.type === "settlement_placed") return [[told.seat, (told.resourcesGranted ?? []).reduce((sum, { count }) => sum + count, 0)]];
  return [];
}

/** Keeps one value a turn, the last one. */
function note(line: { x: number; y: number }[], x: number, y: number): void {
  const last = line.at(-1);
  if (last?.x === x) last.y = y;
  else line.push({ x, y });
}

export function historyOf({ view: first, steps }: Pick<Replay, "view" | "steps">, seats: readonly Seat[]): History {
  const history: History = { sums: Array.from({ length: 11 }, () => 0), rolls: 0, points: new Map(), cards: new Map() };
  const got = new Map<Seat, number>();
  for (const seat of seats) {
    history.points.set(seat, []);
    history.cards.set(seat, []);
  }
  let view = first;
  for (const { told, patch } of steps) {
    for (const event of told.filter(isTold)) {
      for (const [seat, count] of harvest(event)) got.set(seat, (got.get(seat) ?? 0) + count);
      if (event.type !== "dice_rolled") continue;
      history.rolls += 1;
      history.sums[event.total - 2] = (history.sums[event.total - 2] ?? 0) + 1;
    }
    if (patch !== undefined) view = merged(view, patch);
    const shown = view as CatanShown;
    for (const seat of seats) {
      const player = shown.players[seat];
      if (player === undefined) continue;
      note(history.points.get(seat) ?? [], shown.turn, player.points ?? player.publicPoints);
      note(history.cards.get(seat) ?? [], shown.turn, got.get(seat) ?? 0);
    }
  }
  return history;
}

export interface Scored {
  seat: Seat;
  settlements: number;
  cities: number;
  road: number;
  army: number;
  cards: number;
  total: number;
}

/** Where everybody's points came from, best first. What pieces and awards do not explain are victory-point cards. */
export function scored(view: CatanShown, scores: readonly number[], seats: readonly Seat[]): Scored[] {
  const owned = (map: Readonly<Record<string, Seat>>, seat: Seat): number => Object.values(map).filter((owner) => owner === seat).length;
  return seats
    .map((seat): Scored => {
      const settlements = owned(view.settlements, seat);
      const cities = 2 * owned(view.cities, seat);
      const road = view.longestRoad?.seat === seat ? 2 : 0;
      const army = view.largestArmy?.seat === seat ? 2 : 0;
      const player = view.players[seat];
      const all = player?.points ?? scores[seat] ?? player?.publicPoints ?? 0;
      return { seat, settlements, cities, road, army, cards: Math.max(0, all - settlements - cities - road - army), total: all };
    })
    .sort((a, b) => b.total - a.total);
}
