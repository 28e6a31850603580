// Why something cannot be done now, in a sentence; undefined if it can. The server decides; this only explains what its list lacks.

import type { CatanDevCard } from "../../protocol/messages.ts";
import { COSTS, type Goods, missing, noCards, none, total } from "./cards.ts";
import { cardWords } from "./speech.ts";
import { type CatanTable, legalOf, mineOf } from "./table.ts";
import { say } from "./words.ts";

/** What is wrong with the moment, whatever it is that one wants. */
function moment(table: CatanTable): string | undefined {
  const { view } = table;
  if (table.seat === undefined) return say("no_watching");
  if (view.phase === "ended") return say("no_over");
  if (view.phase === "setup" || view.phase === "roll_for_first") return say("no_setup");
  if (view.currentSeat !== table.seat) return say("no_turn");
  if (view.phase === "discarding" || view.phase === "moving_robber" || view.phase === "stealing") return say("no_robber");
  if (view.phase === "road_building") return say("no_free_roads");
  if (!table.live) return say("no_wait");
  return undefined;
}

/** Why nothing of a kind can be built or bought. */
export function whyNotBuild(table: CatanTable, goods: Goods): string | undefined {
  const { view, fixed } = table;
  const legal = legalOf(table);
  const offered = goods === "card" ? legal.buy_dev_card : legal[`build_${goods}`];
  if (offered !== undefined && view.phase === "main") return undefined;
  const wrong = moment(table);
  if (wrong !== undefined) return wrong;
  if (view.phase === "before_roll") return say("no_before_roll");
  const mine = mineOf(table);
  if (mine === undefined) return say("no_watching");
  if (goods === "card") {
    if (view.deckCount === 0) return say("no_deck");
  } else if ({ road: mine.roadsLeft, settlement: mine.settlementsLeft, city: mine.citiesLeft }[goods] === 0) {
    return say(`no_piece_${goods}`);
  }
  const limit = fixed.rules.paidRoadsPerTurn;
  if (goods === "road" && limit !== null && view.paidRoads >= limit) return say("no_more_roads", { n: limit });
  const lack = missing(mine.resources ?? none(), COSTS[goods]);
  if (total(lack) > 0) return say("no_missing", { cards: cardWords(lack) });
  return goods === "card" ? say("no_wait") : say(`no_place_${goods}`);
}

/** Why a development card cannot be played. */
export function whyNotPlay(table: CatanTable, card: CatanDevCard): string | undefined {
  const legal = legalOf(table);
  if (legal[`play_${card}`] !== undefined) return undefined;
  const mine = mineOf(table);
  const have = (mine?.devCards ?? noCards())[card];
  if (have === 0) return say("no_have");
  if (card === "victory_point" && table.fixed.rules.victoryPointCards === "hidden") return say("no_vp");
  const wrong = moment(table);
  if (wrong !== undefined) return wrong;
  if ((mine?.boughtThisTurn ?? noCards())[card] >= have) return say("no_fresh");
  const played = table.view.playedThisTurn;
  if (played[card] === true) return say("no_played_kind");
  if (table.fixed.rules.devCardsPerTurn === "one" && Object.keys(played).length > 0) return say("no_played");
  return say("no_dev_now");
}

/** Why there is nothing to trade now. */
export function whyNotTrade(table: CatanTable): string | undefined {
  const legal = legalOf(table);
  if (legal.bank_trade !== undefined || legal.offer_trade !== undefined) return undefined;
  const { view } = table;
  // A seat that is not at turn trades with the one that is, so "not your turn" would be wrong.
  if (view.phase === "main" && table.seat !== undefined && view.currentSeat !== table.seat) return say(total(mineOf(table)?.resources ?? {}) === 0 ? "no_trade" : "no_wait");
  const wrong = moment(table);
  if (wrong !== undefined) return wrong;
  return say(view.phase === "before_roll" ? "no_before_roll" : "no_trade");
}
