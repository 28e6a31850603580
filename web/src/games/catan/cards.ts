// Counting cards, for showing them: what there is, what something costs, what is missing for it.

import type { CatanCards, CatanDevCard, CatanDevCards, CatanHand, CatanResource, CatanTerrain } from "../../protocol/messages.ts";

export const RESOURCES: readonly CatanResource[] = ["wood", "brick", "sheep", "wheat", "ore"];
export const DEV_CARDS: readonly CatanDevCard[] = ["knight", "road_building", "year_of_plenty", "monopoly", "victory_point"];

/** What can be bought. */
export type Goods = "road" | "settlement" | "city" | "card";
export const GOODS: readonly Goods[] = ["road", "settlement", "city", "card"];
export const COSTS: Readonly<Record<Goods, CatanCards>> = {
  road: { wood: 1, brick: 1 },
  settlement: { wood: 1, brick: 1, sheep: 1, wheat: 1 },
  city: { wheat: 2, ore: 3 },
  card: { sheep: 1, wheat: 1, ore: 1 },
};

export const YIELD: Readonly<Record<CatanTerrain, CatanResource | undefined>> = {
  forest: "wood",
  hills: "brick",
  pasture: "sheep",
  fields: "wheat",
  mountains: "ore",
  desert: undefined,
};

export function none(): CatanHand {
  return { wood: 0, brick: 0, sheep: 0, wheat: 0, ore: 0 };
}

export function noCards(): CatanDevCards {
  return { knight: 0, victory_point: 0, road_building: 0, year_of_plenty: 0, monopoly: 0 };
}

export function total(cards: CatanCards): number {
  return RESOURCES.reduce((sum, kind) => sum + (cards[kind] ?? 0), 0);
}

/** What a hand lacks for a price. */
export function missing(hand: CatanCards, price: CatanCards): CatanCards {
  const lack: CatanCards = {};
  for (const kind of RESOURCES) {
    const more = (price[kind] ?? 0) - (hand[kind] ?? 0);
    if (more > 0) lack[kind] = more;
  }
  return lack;
}

/** Each card by itself, in the usual order. */
export function spread(cards: CatanCards): CatanResource[] {
  return RESOURCES.flatMap((kind) => Array.from({ length: cards[kind] ?? 0 }, () => kind));
}

/** As many cards of a hand as asked for, beginning with those picked already, then from the most plentiful kind. */
export function filledUp(hand: Readonly<CatanHand>, picked: Readonly<CatanHand>, count: number): CatanHand {
  const all = { ...picked };
  for (let open = Math.min(count, total(hand)) - total(picked); open > 0; open -= 1) {
    const kind = RESOURCES.reduce((best, other) => (hand[other] - all[other] > hand[best] - all[best] ? other : best));
    all[kind] += 1;
  }
  return all;
}

/** A trade as one number a kind: what is wanted above 0, what is given below. The two sides as the protocol has them. */
export function sides(balance: Readonly<CatanHand>): { give: CatanHand; receive: CatanHand } {
  const [give, receive] = [none(), none()];
  for (const kind of RESOURCES) {
    give[kind] = Math.max(0, -balance[kind]);
    receive[kind] = Math.max(0, balance[kind]);
  }
  return { give, receive };
}
