// What the bank takes for a card, as the harbours at somebody's buildings say. The server offers only what can be paid right now;
// this tells it to whoever has too little, too, and nothing is decided by it.

import type { CatanFixedBoard, CatanResource, CatanShown, Seat } from "../../../protocol/messages.ts";
import { RESOURCES } from "../cards.ts";
import { portAt } from "../places.ts";

const [PLAIN, ANY] = [4, 3];

export interface Rates {
  /** How many equal cards it takes for one, whatever they are. */
  any: number;
  /** Of which kinds two are enough. */
  special: CatanResource[];
}

export function ratesOf(board: CatanFixedBoard, { settlements, cities }: Pick<CatanShown, "settlements" | "cities">, seat: Seat): Rates {
  const own = Object.entries({ ...settlements, ...cities }).filter(([, owner]) => owner === seat);
  const ports = new Set(own.map(([id]) => portAt(board, id)));
  return { any: ports.has("any") ? ANY : PLAIN, special: RESOURCES.filter((kind) => ports.has(kind)) };
}
