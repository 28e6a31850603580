// The address of a moment of a game: which game of the table, whose eyes, which step.

import type { Seat } from "../protocol/messages.ts";

export interface Asked {
  game: number | undefined;
  seat: Seat | undefined;
  step: number;
}

function number(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** What an address asks for; what cannot be read is left out. */
export function asked(search: string): Asked {
  const query = new URLSearchParams(search);
  return { game: number(query, "game"), seat: number(query, "seat"), step: number(query, "step") ?? 0 };
}

/** The address of a moment. */
export function address(moment: { id: string; seat: Seat | undefined; step: number; replay: { number: number } }): string {
  const query = new URLSearchParams({ game: String(moment.replay.number) });
  if (moment.seat !== undefined) query.set("seat", String(moment.seat));
  query.set("step", String(moment.step));
  return `/t/${moment.id}/replay?${query}`;
}
