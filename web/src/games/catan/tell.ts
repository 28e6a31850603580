// Events in words and sounds.

import type { CatanCards, CatanTold, Seat } from "../../protocol/messages.ts";
import type { SoundName } from "../../sound/play.ts";
import { total } from "./cards.ts";
import { hexName, listed } from "./places.ts";
import { cardWords, kindName } from "./speech.ts";
import type { CatanTable } from "./table.ts";
import { tale } from "./told-words.ts";
import { say } from "./words.ts";

/** Everybody who must discard: me first, since the same verb fits "you" and several. */
function owing(table: CatanTable, seats: readonly { seat: Seat }[]): string {
  const others = seats.filter(({ seat }) => !table.isMe(seat)).map(({ seat }) => table.name(seat));
  return listed(others.length < seats.length ? [tale("owing_me"), ...others] : others);
}

/** The bare names in the nominative: nobody is "you" where a verb stands for several. */
function names(table: CatanTable, seats: readonly { seat: Seat }[]): string {
  return listed(seats.map(({ seat }) => table.player(seat)?.name ?? table.name(seat)));
}

function granted(list: readonly { type: keyof CatanCards; count: number }[]): CatanCards {
  return Object.fromEntries(list.map(({ type, count }) => [type, count]));
}

function rolled(table: CatanTable, told: Extract<CatanTold, { type: "dice_rolled" }>): string {
  const first = table.isMe(told.seat) ? tale("rolled_me", { n: told.total }) : tale("rolled", { name: table.name(told.seat), n: told.total });
  const got = told.resourcesDistributed
    .filter(({ resources }) => total(resources) > 0)
    .map(({ seat, resources }) => (table.isMe(seat) ? tale("got_me", { cards: cardWords(resources) }) : tale("got", { name: table.name(seat), cards: cardWords(resources) })));
  if (got.length === 0 && !told.robberTriggered) got.push(tale("got_none"));
  return [first, ...got].join(" ");
}

function stolen(table: CatanTable, told: Extract<CatanTold, { type: "stolen" }>): string {
  const [thief, victim] = [table.name(told.thief), table.name(told.victim)];
  const kind = told.resourceType === undefined ? undefined : kindName(told.resourceType);
  if (table.isMe(told.thief)) return kind === undefined ? tale("stole_me", { name: victim }) : tale("stole_me_kind", { kind, name: victim });
  if (table.isMe(told.victim)) return kind === undefined ? tale("stole_from_me", { name: thief }) : tale("stole_from_me_kind", { kind, name: thief });
  return kind === undefined ? tale("stole", { name: thief, victim }) : tale("stole_kind", { name: thief, victim, kind });
}

function monopoly(table: CatanTable, told: Extract<CatanTold, { type: "monopoly_executed" }>): string {
  const n = told.taken.reduce((sum, { count }) => sum + count, 0);
  const kind = kindName(told.resource);
  if (table.isMe(told.seat)) return tale("monopoly_me", { kind, n });
  const lost = told.taken.find(({ seat }) => table.isMe(seat));
  const first = tale("monopoly", { name: table.name(told.seat), kind, n });
  return lost === undefined ? first : `${first} ${tale("monopoly_lost", { n: lost.count, kind })}`;
}

function traded(table: CatanTable, told: Extract<CatanTold, { type: "trade_executed" }>): string {
  const [give, get] = [cardWords(told.give), cardWords(told.receive)];
  if (table.isMe(told.from)) return tale("traded_me", { name: table.name(told.with), give, get });
  if (table.isMe(told.with)) return tale("traded_with_me", { name: table.name(told.from), give, get });
  return tale("traded", { name: table.name(told.from), other: table.name(told.with), give, get });
}

/** The two ways to say a thing, for me and for others, without more than a name in it. */
type Plain = "first_chosen" | "placed_settlement" | "placed_road" | "built_road" | "built_settlement" | "built_city" | "accepts" | "declines" | "withdrawn";
function plain(table: CatanTable, seat: Seat, what: Plain): string {
  return table.isMe(seat) ? tale(`${what}_me`) : tale(what, { name: table.name(seat) });
}

/** What happened, in a sentence or two. */
export function tell(table: CatanTable, told: CatanTold): string | undefined {
  switch (told.type) {
    case "first_player_rolled":
      return table.isMe(told.seat) ? tale("first_rolled_me", { n: told.total }) : tale("first_rolled", { name: table.name(told.seat), n: told.total });
    case "first_player_tied":
      return tale("first_tied", { names: names(table, told.players) });
    case "first_player_chosen":
      return plain(table, told.seat, "first_chosen");
    case "settlement_placed": {
      if (told.resourcesGranted === undefined) return plain(table, told.seat, "placed_settlement");
      const cards = cardWords(granted(told.resourcesGranted));
      return table.isMe(told.seat) ? tale("placed_second_me", { cards }) : tale("placed_second", { name: table.name(told.seat), cards });
    }
    case "road_placed":
      return plain(table, told.seat, "placed_road");
    case "placement_turn":
      return undefined;
    case "setup_complete":
      return tale("setup_done");
    case "turn_changed":
      return table.isMe(told.seat) ? tale("turn_me") : tale("turn", { name: table.name(told.seat) });
    case "dice_rolled":
      return rolled(table, told);
    case "robber_triggered":
      return told.mustDiscardPlayers.length === 0 ? undefined : tale("must_discard", { names: owing(table, told.mustDiscardPlayers) });
    case "discarded": {
      const cards = cardWords(told.resources);
      return table.isMe(told.seat) ? tale("discarded_me", { cards }) : tale("discarded", { name: table.name(told.seat), cards });
    }
    case "robber_move_required":
    case "steal_required":
      return undefined;
    case "robber_moved": {
      const where = hexName(table.fixed.board, told.hexId);
      return table.isMe(told.seat) ? tale("robber_me", { place: where }) : tale("robber", { name: table.name(told.seat), place: where });
    }
    case "stolen":
      return stolen(table, told);
    case "no_steal_possible":
      return tale("stole_none");
    case "road_built":
      return plain(table, told.seat, "built_road");
    case "settlement_built":
      return plain(table, told.seat, "built_settlement");
    case "city_built":
      return plain(table, told.seat, "built_city");
    case "dev_card_bought":
      return table.isMe(told.seat) && told.card !== undefined ? tale("bought_me", { card: say(told.card) }) : tale("bought", { name: table.name(told.seat) });
    case "dev_card_played":
      return table.isMe(told.seat) ? tale("played_me", { card: say(told.card) }) : tale("played", { name: table.name(told.seat), card: say(told.card) });
    case "monopoly_executed":
      return monopoly(table, told);
    case "year_of_plenty_taken": {
      const cards = cardWords(told.resources);
      return table.isMe(told.seat) ? tale("plenty_me", { cards }) : tale("plenty", { name: table.name(told.seat), cards });
    }
    case "bank_traded": {
      const [give, get] = [cardWords({ [told.give]: told.count }), cardWords({ [told.receive]: 1 })];
      return table.isMe(told.seat) ? tale("bank_me", { give, get }) : tale("bank", { name: table.name(told.seat), give, get });
    }
    case "trade_offered": {
      const [give, get, name] = [cardWords(told.give), cardWords(told.receive), table.name(told.from)];
      if (told.counters !== undefined) return table.isMe(told.from) ? tale("countered_me", { give, get }) : tale("countered", { name, give, get });
      return table.isMe(told.from) ? tale("offered_me", { give, get }) : tale("offered", { name, give, get });
    }
    case "trade_answered":
      return plain(table, told.seat, told.accepted ? "accepts" : "declines");
    case "acceptance_withdrawn":
      return plain(table, told.seat, "withdrawn");
    case "trade_executed":
      return traded(table, told);
    case "trade_closed":
      return told.reason === "replaced" || told.reason === "turn_ended" ? undefined : tale(`closed_${told.reason}`);
    case "longest_road_changed":
      if (told.seat === undefined) return tale("road_nobody");
      return table.isMe(told.seat) ? tale("road_me", { n: told.length }) : tale("road", { name: table.name(told.seat), n: told.length });
    case "largest_army_changed":
      return table.isMe(told.seat) ? tale("army_me", { n: told.knights }) : tale("army", { name: table.name(told.seat), n: told.knights });
  }
}

const SOUNDS: Partial<Record<CatanTold["type"], SoundName>> = {
  first_player_rolled: "dice",
  dice_rolled: "dice",
  settlement_placed: "build",
  road_placed: "build",
  road_built: "build",
  settlement_built: "build",
  city_built: "build",
  robber_moved: "tick",
  stolen: "card",
  discarded: "card",
  dev_card_bought: "card",
  dev_card_played: "card",
  monopoly_executed: "card",
  year_of_plenty_taken: "card",
  bank_traded: "coin",
  trade_executed: "coin",
  longest_road_changed: "coin",
  largest_army_changed: "coin",
};

export function soundOf(table: CatanTable, told: CatanTold): SoundName | undefined {
  // An offer is heard by whoever is asked.
  if (told.type === "trade_offered") return told.to.some(({ seat }) => table.isMe(seat)) ? "card" : undefined;
  return SOUNDS[told.type];
}
