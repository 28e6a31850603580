// What is said to whom: every kind of event in both languages, and me apart from the others.

import { afterEach, expect, test } from "vitest";
import type { CatanFixed, CatanShown, CatanTold } from "../../protocol/messages.ts";
import { settings } from "../../settings.svelte.ts";
import { aimOf } from "./aim.ts";
import { ask, isMyMove } from "./ask.ts";
import { whyNotBuild, whyNotPlay } from "./reasons.ts";
import type { CatanTable } from "./table.ts";
import { tell } from "./tell.ts";

const NAMES = ["Anna", "Ben", "Cleo"];

/** A table at which seat 1 looks on, with as much of a view as a test needs. */
function tableWith(view: Partial<CatanShown>): CatanTable {
  const player = { resources: { wood: 1, brick: 0, sheep: 0, wheat: 0, ore: 0 }, resourceCount: 1, devCards: { knight: 1, victory_point: 1, road_building: 0, year_of_plenty: 0, monopoly: 0 }, boughtThisTurn: { knight: 1, victory_point: 0, road_building: 0, year_of_plenty: 0, monopoly: 0 }, roadsLeft: 13, settlementsLeft: 3, citiesLeft: 0 };
  const shown = { phase: "main", currentSeat: 1, players: { 1: player }, offers: {}, deckCount: 5, playedThisTurn: {}, paidRoads: 0, settlements: {}, cities: {}, robberHexId: "0,0", ...view };
  const fixed = { rules: { paidRoadsPerTurn: null, victoryPointCards: "hidden", devCardsPerTurn: "one" }, board: { hexes: { "0,0": { terrain: "forest", number: 8 } }, ports: {} }, players: 3 };
  return {
    id: "t",
    game: "catan",
    view: shown as unknown as CatanShown,
    fixed: fixed as unknown as CatanFixed,
    players: [],
    seat: 1,
    live: true,
    over: undefined,
    player: (seat) => (seat === undefined ? undefined : { seat, playerId: "", name: NAMES[seat] ?? "", color: "red", connected: true }),
    name: (seat) => NAMES[seat ?? 0] ?? "",
    whom: (seat) => NAMES[seat ?? 0] ?? "",
    isMe: (seat) => seat === 1,
    color: () => "red",
    initial: () => "A",
    move: () => Promise.resolve(true),
    mention: () => undefined,
    listen: () => () => undefined,
    now: () => 0,
  };
}

afterEach(() => {
  settings.language = "en";
});

const roll: CatanTold = { type: "dice_rolled", seat: 0, dice1: 3, dice2: 5, total: 8, robberTriggered: false, resourcesDistributed: [{ seat: 1, resources: { wood: 2 } }, { seat: 2, resources: { ore: 1 } }] };

test("a roll says what everybody gets", () => {
  expect(tell(tableWith({}), roll)).toBe("Anna rolls 8. You get 2 wood. Cleo gets 1 ore.");
  settings.language = "de";
  expect(tell(tableWith({}), roll)).toBe("Anna würfelt 8. Du bekommst 2 Holz. Cleo bekommt 1 Erz.");
});

test("a theft names the card to thief and victim only", () => {
  const stolen = (thief: number, victim: number, resourceType?: "ore"): CatanTold => ({ type: "stolen", thief, victim, automatic: false, ...(resourceType === undefined ? {} : { resourceType }) });
  expect(tell(tableWith({}), stolen(1, 2, "ore"))).toBe("You steal ore from Cleo.");
  expect(tell(tableWith({}), stolen(0, 1, "ore"))).toBe("Anna steals ore from you.");
  expect(tell(tableWith({}), stolen(0, 2))).toBe("Anna steals a card from Cleo.");
});

test("a seven names those who discard, me as you", () => {
  const seven = (...seats: number[]): CatanTold => ({ type: "robber_triggered", mustDiscardPlayers: seats.map((seat) => ({ seat, targetCount: 4 })) });
  expect(tell(tableWith({}), seven(1))).toBe("You must discard.");
  expect(tell(tableWith({}), seven(0, 1, 2))).toBe("You, Anna and Cleo must discard.");
  expect(tell(tableWith({}), seven(2))).toBe("Cleo must discard.");
  expect(ask(tableWith({ phase: "discarding", pendingDiscards: { 2: 4 } }))).toBe("A seven: Cleo has to discard.");
  settings.language = "de";
  expect(tell(tableWith({}), seven(0, 1))).toBe("Karten abgeben: du und Anna.");
  expect(ask(tableWith({ phase: "discarding", pendingDiscards: { 0: 4, 2: 4 } }))).toBe("Eine Sieben: Anna und Cleo müssen noch Karten abgeben.");
});

test("the sentence follows from what may be done", () => {
  expect(ask(tableWith({ phase: "before_roll", legal: { roll_dice: true } }))).toBe("Your turn: roll the dice.");
  expect(ask(tableWith({ phase: "discarding", legal: { discard: { count: 4 } } }))).toBe("A seven: discard 4 cards.");
  expect(ask(tableWith({ phase: "moving_robber", currentSeat: 2 }))).toBe("Cleo moves the robber.");
  expect(isMyMove(tableWith({ phase: "moving_robber", currentSeat: 2 }))).toBe(false);
  expect(isMyMove(tableWith({ legal: { end_turn: true } }))).toBe(true);
  expect(isMyMove(tableWith({ phase: "setup", legal: { place_settlement: ["1,1"] } }))).toBe(true);
});

test("what is not possible has its reason", () => {
  const main = tableWith({ legal: { end_turn: true } });
  expect(whyNotBuild(main, "road")).toBe("Missing: 1 brick.");
  expect(whyNotBuild(main, "city")).toBe("All your cities are built.");
  expect(whyNotBuild(tableWith({ legal: { build_road: ["1,2"] } }), "road")).toBeUndefined();
  expect(whyNotBuild(tableWith({ phase: "before_roll" }), "card")).toBe("Roll the dice first.");
  expect(whyNotBuild(tableWith({ currentSeat: 0 }), "card")).toBe("It is not your turn.");
  expect(whyNotPlay(main, "knight")).toBe("Bought in this turn: from your next turn on.");
  expect(whyNotPlay(main, "monopoly")).toBe("You do not have this card.");
  expect(whyNotPlay(main, "victory_point")).toBe("It counts by itself; there is no need to play it.");
});

test("a tap on the board means what the moment asks for", () => {
  const { view } = tableWith({ settlements: { "5,4": 2, "6,5": 0 }, robberHexId: "0,0" });
  expect(aimOf(view, { build_road: ["1,2"] }, undefined)).toBeUndefined();
  expect(aimOf(view, { build_road: ["3,2"] }, "road")?.figure).toBe("road");
  const steal = aimOf(view, { steal: [2] }, "road");
  expect(steal?.targets.map(({ id, seat }) => [id, seat])).toEqual([["5,4", 2]]);
  expect(steal?.command({ id: "5,4", at: { x: 0, y: 0 }, seat: 2 })).toEqual({ type: "steal", victim: 2 });
});
