// What happened before this page came to a game, as far as its player may know.

import type { GameParts, Told } from "../games/contract.ts";
import { api } from "../net/api.ts";
import type { Happened } from "./log.svelte.ts";
import type { Session } from "./session.svelte.ts";

/** How much of a running game is told again. */
const MOST = 1000;

export interface Recalled {
  seq: number;
  /** Milliseconds since 1970. */
  at?: number;
  told: Told;
}

const isEvent = (value: unknown): value is Told & { seq: number } =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "seq" in value && typeof value.seq === "number";

/** The lines of an answer, one event each; what cannot be read is left out. */
export function lines(text: string): Recalled[] {
  return text
    .trim()
    .split("\n")
    .slice(-MOST)
    .flatMap((line) => {
      try {
        const event: unknown = JSON.parse(line);
        if (!isEvent(event)) return [];
        return [{ seq: event.seq, told: event, ...("at" in event && typeof event.at === "number" ? { at: event.at } : {}) }];
      } catch {
        return [];
      }
    });
}

/** The events of the game that is being played at a table; none if the server does not tell. */
async function recall(id: string): Promise<Recalled[]> {
  try {
    const answer = await fetch(`/api/tables/${encodeURIComponent(id)}/replay`);
    return answer.ok ? lines(await answer.text()) : [];
  } catch {
    return [];
  }
}

/** A running game up to an event, in words; nothing if the server does not tell. */
export async function recalled(session: Session, parts: GameParts, seq: number): Promise<Happened[]> {
  const past = (await recall(session.id)).filter((one) => one.seq <= seq);
  // What a curtain still hides is not told before it is up.
  while (past.length > 0 && (parts.curtain?.(session, past.at(-1)?.told ?? { type: "" }) ?? 0) > 0) past.pop();
  return past.flatMap(({ at, told }) => {
    const text = parts.tell(session, told);
    return text === undefined ? [] : [{ text, ...(at === undefined ? {} : { at }) }];
  });
}

/** A game that is over, in words, each event with the view of that moment; nothing if the server does not tell. */
export async function retold({ id, seat, welcome }: Session, parts: GameParts, game: number | undefined): Promise<Happened[]> {
  try {
    const [replay, { Replaying }] = await Promise.all([api.replay(id, game, seat), import("../replay/replaying.svelte.ts")]);
    return new Replaying(replay, parts, welcome?.playerId, 0).log().map(({ at, text }) => ({ at, text }));
  } catch {
    return [];
  }
}
