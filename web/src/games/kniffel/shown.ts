// The table as Kniffel knows it. The server sends views and events of the table's own game, so their types are taken at its
// word here, and only here.

import type { KniffelFixed, KniffelShown, KniffelTold, SessionTold } from "../../protocol/messages.ts";
import type { Seen, Told } from "../contract.ts";

export type KniffelSeen = Seen<KniffelShown, KniffelFixed>;
export type KniffelHeard = KniffelTold | Extract<SessionTold, { type: "dice_held" }>;

export const seen = (table: Seen): KniffelSeen => table as KniffelSeen;
export const heard = (told: Told): KniffelHeard => told as KniffelHeard;

/** Whether it is the viewer's turn and moves can be made. */
export function myTurn({ view, live, seat }: KniffelSeen): boolean {
  return live && seat !== undefined && view.currentSeat === seat && view.legal !== undefined;
}
