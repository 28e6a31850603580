// The table as Catan sees it.

import type { CatanFixed, CatanOffered, CatanShown, CatanShownPlayer, Seat } from "../../protocol/messages.ts";
import type { Seen } from "../contract.ts";

export type CatanTable = Seen<CatanShown, CatanFixed>;

/** The one place where the table is taken to be one of Catan. */
export function own(table: Seen): CatanTable {
  return table as CatanTable;
}

/** What the viewer may do now: nothing while the game rests. */
export function legalOf(table: CatanTable): CatanOffered {
  return (table.live ? table.view.legal : undefined) ?? {};
}

/** The viewer's own side of the table, if there is one. */
export function mineOf(table: CatanTable): CatanShownPlayer | undefined {
  return table.seat === undefined ? undefined : table.view.players[table.seat];
}

/** The seats of a map that has them as its keys. */
export function seatsOf(map: Readonly<Record<Seat, unknown>> | undefined): Seat[] {
  return Object.keys(map ?? {}).map(Number);
}
