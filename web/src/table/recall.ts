// What happened before this page came to a running game, as far as its player may know.

import type { Told } from "../games/contract.ts";

/** How much is told again. */
const MOST = 200;

export interface Recalled {
  seq: number;
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
        return isEvent(event) ? [{ seq: event.seq, told: event }] : [];
      } catch {
        return [];
      }
    });
}

/** The events of the game that is being played at a table; none if the server does not tell. */
export async function recall(id: string): Promise<Recalled[]> {
  try {
    const answer = await fetch(`/api/tables/${encodeURIComponent(id)}/replay`);
    return answer.ok ? lines(await answer.text()) : [];
  } catch {
    return [];
  }
}
