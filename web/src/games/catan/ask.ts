// The one sentence: what is asked of the viewer, or what the game waits for. With it, whose move it is and hints for beginners.

import type { Seat } from "../../protocol/messages.ts";
import type { Hint } from "../contract.ts";
import type { Figure } from "./aim.ts";
import { deskOf } from "./desk.svelte.ts";
import { helps } from "./hint-words.ts";
import { listed } from "./places.ts";
import { type CatanTable, legalOf, seatsOf } from "./table.ts";
import { say } from "./words.ts";

/** Whether there is something that only the viewer can do now; an offer may be left unanswered. */
export function isMyMove(table: CatanTable): boolean {
  const legal = legalOf(table);
  return (
    legal.roll_dice ??
    legal.end_turn ??
    legal.end_road_building ??
    (legal.place_settlement ?? legal.place_road ?? legal.discard ?? legal.move_robber ?? legal.steal ?? legal.build_road ?? legal.accept_trade) !== undefined
  );
}

export function current(table: CatanTable): Seat | undefined {
  return table.view.phase === "ended" ? undefined : table.view.currentSeat;
}

const SURE: Record<Figure, "ask_sure_road" | "ask_sure_settlement" | "ask_sure_city" | "ask_sure_robber" | undefined> = {
  road: "ask_sure_road",
  settlement: "ask_sure_settlement",
  city: "ask_sure_city",
  robber: "ask_sure_robber",
  steal: undefined,
};

/** A place was tapped, or a building chosen. */
function halfway(table: CatanTable): string | undefined {
  const desk = deskOf(table);
  const { aim, tapped, building } = desk;
  if (desk.buying) return say("ask_sure_card");
  if (aim === undefined) return undefined;
  if (tapped !== undefined) {
    const sure = SURE[aim.figure];
    return sure === undefined ? say("ask_sure_steal", { name: table.name(tapped.seat) }) : say(sure);
  }
  return building === undefined || building === "card" ? undefined : say(`ask_where_${building}`);
}

export function ask(table: CatanTable): string {
  const legal = legalOf(table);
  const { view } = table;
  const half = halfway(table);
  if (half !== undefined) return half;
  if (legal.place_settlement !== undefined) return say(view.draft?.round === 2 ? "ask_settlement_2" : "ask_settlement_1");
  if (legal.place_road !== undefined) return say("ask_place_road");
  if (legal.discard !== undefined) return say("ask_discard", { n: legal.discard.count });
  if (legal.move_robber !== undefined) return say("ask_robber");
  if (legal.steal !== undefined) return say("ask_steal");
  if (view.phase === "road_building" && legal.build_road !== undefined) return say("ask_free_roads", { n: view.freeRoads ?? 1 });
  if (legal.roll_dice === true) return say(view.phase === "roll_for_first" ? "ask_roll_first" : "ask_roll");
  if (legal.confirm_trade !== undefined) return say("ask_confirm");
  const asking = legal.accept_trade?.map((number) => view.offers[number]).find((offer) => offer !== undefined);
  if (asking !== undefined) return say("ask_offer", { name: table.name(asking.from) });
  if (legal.end_turn === true) return say(legal.cancel_trade === undefined ? "ask_main" : "ask_answers");
  return waiting(table);
}

function waiting(table: CatanTable): string {
  const { view } = table;
  const name = table.player(view.currentSeat)?.name ?? table.name(view.currentSeat);
  switch (view.phase) {
    case "roll_for_first": {
      const next = view.firstRolls?.contenders.find((seat) => view.firstRolls?.sums[seat] === undefined);
      return say("wait_roll_first", { name: table.player(next ?? view.currentSeat)?.name ?? name });
    }
    case "setup":
      return say(view.draft?.phase === "road" ? "wait_place_road" : "wait_settlement", { name });
    case "before_roll":
      return say("wait_roll", { name });
    case "discarding": {
      const owing = seatsOf(view.pendingDiscards).map((seat) => table.player(seat)?.name ?? table.name(seat));
      return say("wait_discard", { names: listed(owing), n: owing.length });
    }
    case "moving_robber":
      return say("wait_robber", { name });
    case "stealing":
      return say("wait_steal", { name });
    case "road_building":
      return say("wait_free_roads", { name });
    case "main":
      return say("wait_main", { name });
    case "ended":
      return say("wait_ended");
  }
}

/** What somebody new should know about this moment. */
export function hint(table: CatanTable): Hint | undefined {
  const legal = legalOf(table);
  const key = ((): Parameters<typeof helps>[0] | undefined => {
    if (legal.place_settlement !== undefined) return table.view.draft?.round === 2 ? "second" : "first";
    if (legal.place_road !== undefined) return "first_road";
    if (legal.discard !== undefined) return "discard";
    if (legal.move_robber !== undefined) return "robber";
    if (legal.steal !== undefined) return "steal";
    if (table.view.phase === "road_building" && legal.build_road !== undefined) return "free_roads";
    if (legal.roll_dice === true) return table.view.phase === "roll_for_first" ? "roll_first" : "roll";
    if (legal.accept_trade !== undefined) return "offer";
    if (legal.end_turn === true) return "main";
    return undefined;
  })();
  return key === undefined ? undefined : { key: `catan-${key}`, text: helps(key) };
}
