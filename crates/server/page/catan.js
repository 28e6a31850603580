// Catan on the page: the board, my hand, what may be built, cards, trades.
//
// The page decides nothing: places and deeds are those that the view's `legal` lists. The steppers of a discard or a trade only
// keep one from asking for what cannot be.

import { RESOURCES, drawing, grid, icon } from "./board.js";
import { button, h, plural } from "./dom.js";
import { die } from "./kniffel.js";

const CARDS = {
  knight: "Knight",
  victory_point: "Victory point",
  road_building: "Road building",
  year_of_plenty: "Year of plenty",
  monopoly: "Monopoly",
};
/** What there is to build, what it costs, and the command. */
const BUILDS = [
  ["build_road", "Road", { wood: 1, brick: 1 }],
  ["build_settlement", "Settlement", { wood: 1, brick: 1, sheep: 1, wheat: 1 }],
  ["build_city", "City", { wheat: 2, ore: 3 }],
  ["buy_dev_card", "Card", { sheep: 1, wheat: 1, ore: 1 }],
];
const none = () => ({ wood: 0, brick: 0, sheep: 0, wheat: 0, ore: 0 });
const total = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);
const words = (cards) =>
  RESOURCES.filter((kind) => cards[kind] > 0).map((kind) => `${cards[kind]} ${kind}`).join(", ") || "nothing";
const pictures = (cards) =>
  RESOURCES.filter((kind) => cards[kind] > 0).map((kind) => h("span.price", null, cards[kind], icon(kind)));

/** What this page is in the middle of: building something, a form, and the cards chosen in it. */
let mode = "";
let picked = none();
let wanted = none();
let receivers;
let places;

export const catan = {
  title: "Catan",
  about: "Settle, trade, build. First to ten points. 2 to 4 players.",
  quick: ["greedy", "greedy", "weighted"],

  reset() {
    this.stop();
    places = undefined;
  },

  /** Ends whatever was being chosen. */
  stop() {
    mode = "";
    picked = none();
    wanted = none();
    receivers = undefined;
  },

  current: (t) => t.view.currentSeat,

  // --- what is asked ---------------------------------------------------------------------------------------------------------

  sentence(t) {
    const { view, legal } = t;
    if (legal.place_settlement) return `Place your ${view.draft?.round === 2 ? "second" : "first"} settlement.`;
    if (legal.place_road) return "Place a road beside it.";
    if (legal.discard) return `Seven: discard ${plural(legal.discard.count, "card")}.`;
    if (legal.move_robber) return "Move the robber: tap a hex.";
    if (legal.steal) return "Steal a card: from whom?";
    if (legal.end_road_building || view.freeRoads !== undefined && legal.build_road) {
      return `Build ${plural(view.freeRoads ?? 1, "free road")}.`;
    }
    if (legal.roll_dice) return view.phase === "roll_for_first" ? "Roll for the first turn." : "Your turn: roll the dice.";
    if (mode in { build_road: 1, build_settlement: 1, build_city: 1 } && legal[mode]) return "Tap a highlighted place.";
    if (legal.accept_trade && !legal.end_turn) return "Somebody offers you a trade.";
    if (legal.end_turn) return "Your turn: build, trade, or end it.";
    return this.waiting(t);
  },

  waiting(t) {
    const { view } = t;
    const name = t.name(view.currentSeat);
    const owing = Object.keys(view.pendingDiscards ?? {}).map((seat) => t.whom(Number(seat)));
    switch (view.phase) {
      case "setup":
        return `${name} places a ${view.draft?.phase ?? "settlement"}.`;
      case "roll_for_first":
        return "The others roll for the first turn.";
      case "discarding":
        return `Waiting for ${owing.join(" and ")} to discard.`;
      case "moving_robber":
        return `${name} moves the robber.`;
      case "stealing":
        return `${name} chooses whom to steal from.`;
      case "before_roll":
        return `${name} is about to roll.`;
    }
    return `${name} builds and trades.`;
  },

  buttons(t) {
    const { legal } = t;
    const steal = (seat) => button([t.badge(seat), t.name(seat)], () => t.move("steal", { victim: seat }), "filled");
    const building = mode.startsWith("build_") && legal[mode];
    return [
      legal.roll_dice && button("Roll the dice", () => t.move("roll_dice"), "filled"),
      legal.steal?.map(steal),
      legal.end_road_building && button("No more roads", () => t.move("end_road_building")),
      building && button("Never mind", () => this.choose(t, "")),
      legal.end_turn && !building && button("End turn", () => t.move("end_turn"), "filled"),
    ];
  },

  /** Begins to choose something, or stops it. */
  choose(t, what) {
    const again = mode === what;
    this.stop();
    if (!again) mode = what;
    t.draw();
  },

  // --- the board -------------------------------------------------------------------------------------------------------------

  targets(t) {
    const { legal } = t;
    const place = (type, sort, key, label) => ({
      [sort]: legal[type],
      label,
      choose: (id) => {
        if (type.startsWith("build_")) this.stop();
        t.move(type, { [key]: id });
        t.draw();
      },
    });
    if (legal.place_settlement) return place("place_settlement", "vertices", "vertexId", "settlement");
    if (legal.place_road) return place("place_road", "edges", "edgeId", "road");
    if (legal.move_robber) return place("move_robber", "hexes", "hexId", "robber");
    if (legal.build_road && (mode === "build_road" || t.view.phase === "road_building")) {
      return place("build_road", "edges", "edgeId", "road");
    }
    if (legal.build_settlement && mode === "build_settlement") {
      return place("build_settlement", "vertices", "vertexId", "settlement");
    }
    if (legal.build_city && mode === "build_city") return place("build_city", "vertices", "vertexId", "city");
    return {};
  },

  board(t) {
    const { view, fixed } = t;
    places ??= grid(fixed.board);
    const player = (seat) => ({ color: t.color(seat), name: t.name(seat), initial: t.initial(seat) });
    const thrown = view.dice && h("div.thrown", { "aria-label": `dice: ${view.dice.join(" and ")}` }, view.dice.map((face) => die(face)));
    return [h("div.board-box", null, drawing(places, fixed.board, view, player, this.targets(t)), thrown)];
  },

  // --- hand, buildings, cards ------------------------------------------------------------------------------------------------

  below(t) {
    const me = t.view.players[t.seat];
    return [
      this.offers(t),
      me && this.form(t, me),
      me && this.hand(t, me),
      me && t.view.phase !== "ended" && this.shop(t),
      this.bank(t),
    ];
  },

  hand(t, me) {
    const { legal } = t;
    const card = (kind) => {
      const count = me.resources[kind];
      return h("span.card", { class: `${kind} ${count === 0 ? "empty" : ""}`, title: kind }, icon(kind), h("b", null, count));
    };
    const play = { knight: "play_knight", road_building: "play_road_building", victory_point: "play_victory_point" };
    const dev = Object.keys(CARDS).filter((kind) => (me.devCards?.[kind] ?? 0) > 0).map((kind) => {
      const fresh = me.boughtThisTurn?.[kind] ?? 0;
      const simple = play[kind] && legal[play[kind]] ? () => t.move(play[kind]) : undefined;
      const asks = legal[`play_${kind}`] && !play[kind] ? () => this.choose(t, kind) : undefined;
      const label = `${CARDS[kind]}${me.devCards[kind] > 1 ? ` ×${me.devCards[kind]}` : ""}`;
      const title = simple || asks ? `play ${CARDS[kind]}` : fresh > 0 ? "bought in this turn" : "cannot be played now";
      return button(label, simple ?? asks, `dev ${mode === kind ? "chosen" : ""}`, { disabled: !(simple || asks), title });
    });
    return h("div.hand", { "aria-label": "my cards" }, RESOURCES.map(card), dev);
  },

  shop(t) {
    const { legal } = t;
    const build = ([type, label, cost]) => {
      const go = type === "buy_dev_card" ? () => t.move(type) : () => this.choose(t, type);
      const off = !legal[type] || t.view.phase === "road_building";
      return button([h("b", null, label), h("span.cost", null, RESOURCES.flatMap((kind) => Array.from({ length: cost[kind] ?? 0 }, () => icon(kind))))], go, `build ${mode === type ? "chosen" : ""}`, { disabled: off });
    };
    const trades = legal.bank_trade || legal.offer_trade;
    const label = [h("b", null, "Trade"), h("span.cost", null, "cards")];
    return h("div.shop", null, [
      BUILDS.map(build),
      button(label, () => this.choose(t, "trade"), `build ${mode === "trade" ? "chosen" : ""}`, { disabled: !trades }),
    ]);
  },

  bank(t) {
    const { view } = t;
    const left = RESOURCES.map((kind) => h("span.price", { title: kind }, view.bank[kind], icon(kind)));
    return h("p.faint.center", null, "Bank ", left, ` · ${plural(view.deckCount, "card")} to buy · ${t.fixed.rules.pointsToWin} points win`);
  },

  // --- small forms, below the board ------------------------------------------------------------------------------------------

  form(t, me) {
    const { legal } = t;
    if (legal.discard) return this.discard(t, me, legal.discard.count);
    if (mode === "year_of_plenty" && legal.play_year_of_plenty) return this.plenty(t, legal.play_year_of_plenty);
    if (mode === "monopoly" && legal.play_monopoly) return this.monopoly(t);
    if (mode === "trade" && (legal.bank_trade || legal.offer_trade)) return this.trade(t, me);
    return undefined;
  },

  /** A row of counters, each from 0 to `most(kind)`; beside them what there is. */
  steppers(t, label, cards, most, have) {
    const step = (kind, by) => () => {
      cards[kind] += by;
      t.draw();
    };
    const counter = (kind) =>
      h("span.stepper", { class: kind }, [
        button("−", step(kind, -1), "", { disabled: cards[kind] === 0, "aria-label": `one ${kind} less` }),
        h("span.count", null, icon(kind), h("b", null, cards[kind]), have && h("span.faint", null, `/${have[kind] ?? 0}`)),
        button("+", step(kind, 1), "", { disabled: cards[kind] >= most(kind), "aria-label": `one ${kind} more` }),
      ]);
    return h("div.steppers", null, h("span.label", null, label), RESOURCES.map(counter));
  },

  discard(t, me, count) {
    const left = count - total(picked);
    const done = () => {
      t.move("discard", { resources: picked });
      this.stop();
    };
    return h("div.form", null, [
      this.steppers(t, "Give back", picked, (kind) => (left > 0 ? me.resources[kind] : picked[kind]), me.resources),
      button(left === 0 ? `Discard ${words(picked)}` : `${left} more`, done, "filled", { disabled: left !== 0 }),
    ]);
  },

  plenty(t, { count, of }) {
    const left = count - total(picked);
    const done = () => {
      const resources = RESOURCES.flatMap((kind) => Array(picked[kind]).fill(kind));
      t.move("play_year_of_plenty", { resources });
      this.stop();
    };
    return h("div.form", null, [
      this.steppers(t, "Take", picked, (kind) => (left > 0 ? (of[kind] ?? 0) : picked[kind])),
      button(left === 0 ? `Take ${words(picked)}` : `${left} more`, done, "filled", { disabled: left !== 0 }),
      button("Never mind", () => this.choose(t, "")),
    ]);
  },

  monopoly(t) {
    const take = (kind) => () => {
      t.move("play_monopoly", { resource: kind });
      this.stop();
    };
    return h("div.form", null, [
      h("span.label", null, "Everybody gives you all their"),
      RESOURCES.map((kind) => button([icon(kind), kind], take(kind))),
      button("Never mind", () => this.choose(t, "")),
    ]);
  },

  trade(t, me) {
    const { legal } = t;
    const offering = legal.offer_trade;
    const rates = legal.bank_trade?.give ?? {};
    const gives = RESOURCES.filter((kind) => picked[kind] > 0);
    const gets = RESOURCES.filter((kind) => wanted[kind] > 0);
    const bank =
      gives.length === 1 && gets.length === 1 && total(wanted) === 1 && rates[gives[0]] === picked[gives[0]] &&
      legal.bank_trade.receive.includes(gets[0]) && gives[0] !== gets[0];
    const offer = offering && gives.length > 0 && gets.length > 0 && !gives.some((kind) => gets.includes(kind));
    const tell = (type, fields) => () => {
      t.move(type, fields);
      this.stop();
      t.draw();
    };
    const message = { give: picked, receive: wanted };
    if (offering?.counters !== undefined) message.counters = offering.counters;
    if (offering?.some) message.to = receivers ?? offering.to;
    const toggle = (seat) => (event) => {
      receivers = (receivers ?? offering.to).filter((other) => other !== seat);
      if (event.target.checked) receivers = [...receivers, seat].sort();
      t.draw();
    };
    const people = offering?.some && offering.to.map((seat) =>
      h("label.who", null, h("input", { type: "checkbox", checked: (receivers ?? offering.to).includes(seat), onchange: toggle(seat) }), t.badge(seat), t.name(seat)),
    );
    const nobody = offering?.some && receivers?.length === 0;
    const known = Object.entries(rates).map(([kind, count]) => h("span.price", null, count, icon(kind)));
    return h("div.form", null, [
      this.steppers(t, "I give", picked, (kind) => (wanted[kind] > 0 ? picked[kind] : me.resources[kind]), me.resources),
      this.steppers(t, "I want", wanted, (kind) => (picked[kind] > 0 ? wanted[kind] : 19)),
      h("div.row", null, [
        legal.bank_trade && button("Trade with the bank", tell("bank_trade", { give: gives[0], receive: gets[0] }), bank ? "filled" : "", { disabled: !bank }),
        offering && button(offering.counters === undefined ? "Offer to players" : "Make this counter-offer", tell("offer_trade", message), offer && !bank ? "filled" : "", { disabled: !offer || nobody }),
        people,
        button("Close", () => this.choose(t, "")),
      ]),
      h("p.faint", null, [
        known.length > 0 && ["The bank gives one card for ", known, ". "],
        offering && `${plural(offering.left, "offer")} left in this turn.`,
      ]),
    ]);
  },

  /** Open offers, and what may be said to them. */
  offers(t) {
    const { view, legal } = t;
    const rows = Object.entries(view.offers).map(([key, offer]) => {
      const id = Number(key);
      const mine = offer.from === t.seat;
      const answers = Object.entries(offer.answers).map(([seat, yes]) =>
        h("span.answer", { class: yes ? "good" : "lost" }, t.badge(Number(seat)), yes ? "yes" : "no"),
      );
      const confirm = legal.confirm_trade?.offer === id ? legal.confirm_trade.with : [];
      return h("div.offer", { "data-key": key }, [
        h("span.text", null, t.badge(offer.from), t.name(offer.from), " ", mine ? "offer" : "offers", " ", pictures(offer.give), " for ", pictures(offer.receive)),
        answers,
        confirm.map((seat) => button(["Trade with ", t.badge(seat), t.name(seat)], () => t.move("confirm_trade", { offer: id, with: seat }), "filled small")),
        legal.accept_trade?.includes(id) && button("Accept", () => t.move("accept_trade", { offer: id }), "filled small"),
        legal.decline_trade?.includes(id) && button("Decline", () => t.move("decline_trade", { offer: id }), "small"),
        legal.offer_trade?.counters === id && button("Counter", () => this.counter(t, offer), "small"),
        legal.cancel_trade === id && button("Take back", () => t.move("cancel_trade", { offer: id }), "small"),
      ]);
    });
    return rows.length > 0 && h("div.offers", null, rows);
  },

  /** Opens the trade form with an offer turned round, as far as I have the cards. */
  counter(t, offer) {
    this.stop();
    mode = "trade";
    const have = t.view.players[t.seat].resources;
    for (const kind of RESOURCES) {
      picked[kind] = Math.min(offer.receive[kind] ?? 0, have[kind]);
      wanted[kind] = offer.give[kind] ?? 0;
    }
    t.draw();
  },

  // --- players and log -------------------------------------------------------------------------------------------------------

  facts(t, seat) {
    const { view } = t;
    const player = view.players[seat];
    if (!player) return [];
    const [army, road] = [view.largestArmy?.seat === seat, view.longestRoad?.seat === seat];
    const knights = player.playedCards.knight;
    return [
      plural(player.points ?? player.publicPoints, "point"),
      plural(player.resourceCount, "card"),
      player.devCardCount > 0 && h("span", { title: "development cards" }, `${player.devCardCount} dev`),
      knights > 0 && h(army ? "b.award" : "span", { title: army ? "largest army" : "knights" }, `${army ? "★ " : ""}${plural(knights, "knight")}`),
      player.roadLength > 2 && h(road ? "b.award" : "span", { title: road ? "longest road" : "road" }, `${road ? "★ " : ""}road ${player.roadLength}`),
    ].filter(Boolean);
  },

  heard(t, message) {
    if (message.type === "turn_changed") this.stop();
  },

  told(t, m) {
    const who = m.seat === undefined ? "" : t.name(m.seat);
    switch (m.type) {
      case "first_player_rolled":
        return `${who} rolled ${m.total} for the first turn`;
      case "first_player_tied":
        return "A tie: these roll again";
      case "first_player_chosen":
        return `${who} plays first`;
      case "settlement_placed": {
        const got = Object.fromEntries((m.resourcesGranted ?? []).map(({ type, count }) => [type, count]));
        return `${who} placed a settlement${m.resourcesGranted ? ` and got ${words(got)}` : ""}`;
      }
      case "road_placed":
        return `${who} placed a road`;
      case "dice_rolled": {
        const got = m.resourcesDistributed.map(({ seat, resources }) => `${t.whom(seat)} got ${words(resources)}`);
        return `${who} rolled ${m.total}${got.length ? `: ${got.join("; ")}` : ""}`;
      }
      case "discarded":
        return `${who} discarded ${words(m.resources)}`;
      case "robber_moved":
        return `${who} moved the robber`;
      case "stolen":
        return `${t.name(m.thief)} stole ${m.resourceType ?? "a card"} from ${t.whom(m.victim)}`;
      case "no_steal_possible":
        return "There was nobody to steal from";
      case "road_built":
        return `${who} built a road`;
      case "settlement_built":
        return `${who} built a settlement`;
      case "city_built":
        return `${who} built a city`;
      case "dev_card_bought":
        return `${who} bought ${m.card ? `a card: ${CARDS[m.card]}` : "a development card"}`;
      case "dev_card_played":
        return `${who} played ${CARDS[m.card]}`;
      case "monopoly_executed": {
        const gave = m.taken.map(({ seat, count }) => `${count} from ${t.whom(seat)}`);
        return `${who} took all ${m.resource}: ${gave.join(", ") || "nobody had any"}`;
      }
      case "year_of_plenty_taken":
        return `${who} took ${words(m.resources)} from the bank`;
      case "bank_traded":
        return `${who} traded ${m.count} ${m.give} for 1 ${m.receive} with the bank`;
      case "trade_offered":
        return `${t.name(m.from)} offered ${words(m.give)} for ${words(m.receive)}`;
      case "trade_answered":
        return `${who} ${m.accepted ? "would trade" : "declined"}`;
      case "acceptance_withdrawn":
        return `${who} can no longer trade`;
      case "trade_executed":
        return `${t.name(m.from)} gave ${t.whom(m.with)} ${words(m.give)} for ${words(m.receive)}`;
      case "trade_closed":
        return m.reason === "cannot_pay" ? "An offer ended: the cards for it are gone" : undefined;
      case "longest_road_changed":
        return m.seat === undefined ? "Nobody has the longest road now" : `${who} got the longest road (${m.length})`;
      case "largest_army_changed":
        return `${who} got the largest army (${m.knights})`;
    }
    return undefined;
  },
};
