// Who has built beside a hex.

import type { CatanHexId, CatanShown, Seat } from "../../../protocol/messages.ts";
import { hexes } from "../geometry.ts";

export function beside(view: CatanShown, id: CatanHexId): Seat[] {
  const seats = (hexes.get(id)?.corners ?? []).map((corner) => view.settlements[corner] ?? view.cities[corner]);
  return [...new Set(seats.filter((seat) => seat !== undefined))].sort((a, b) => a - b);
}
