// A table before its game, in words: what is asked of whom.

import type { TablePlayer } from "../protocol/messages.ts";
import type { Session } from "./session.svelte.ts";
import { secondsUntil } from "./ticking.svelte.ts";
import { say } from "./words.ts";

/** Me, if I have a seat. */
export function mySeat(table: Session): TablePlayer | undefined {
  return table.state?.players.find((player) => player.playerId === table.welcome?.playerId);
}

/** How many more could sit down. */
export function freeSeats(table: Session): number {
  return Math.max(0, (table.state?.mostPlayers ?? 0) - (table.state?.players.length ?? 0));
}

/** What is asked before the game. */
export function lobbySentence(table: Session): string {
  const { state } = table;
  if (state === undefined) return "";
  if (state.phase === "seeding") return say("seeding");
  if (state.phase !== "lobby") return say("begins_now");
  if (table.countdown !== undefined) return say("begins_in", { n: secondsUntil(table.countdown) });
  const mine = mySeat(table);
  const missing = state.leastPlayers - state.players.length;
  const waiting = state.players.filter((player) => !player.ready && player.bot === undefined).map((player) => player.name);
  if (mine === undefined) return say(freeSeats(table) === 0 ? "lobby_full" : "lobby_sit");
  if (missing > 0) return say("lobby_more", { n: missing });
  if (!mine.ready) return say("lobby_ready");
  return waiting.length > 0 ? say("lobby_waiting", { names: waiting.join(` ${say("and")} `), n: waiting.length }) : say("lobby_all");
}
