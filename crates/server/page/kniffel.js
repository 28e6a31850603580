// Kniffel on the page: dice that are tapped to be kept, and everybody's sheet.
//
// The page decides nothing: what may be rolled and which boxes may be filled, with how many points, is in the view's `legal`.

import { button, h, plural, s } from "./dom.js";

const UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"];
const LOWER = ["three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "kniffel", "chance"];
const NAMES = {
  ones: "Ones",
  twos: "Twos",
  threes: "Threes",
  fours: "Fours",
  fives: "Fives",
  sixes: "Sixes",
  three_of_a_kind: "Three of a kind",
  four_of_a_kind: "Four of a kind",
  full_house: "Full house",
  small_straight: "Small straight",
  large_straight: "Large straight",
  kniffel: "Kniffel",
  chance: "Chance",
};
/** What is needed in the upper boxes for the bonus. */
const BONUS_FROM = 63;
/** Where the pips of each face lie, on a grid of three by three. */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** Which dice this page keeps, and which ones others show that they hold. */
let kept = [false, false, false, false, false];
let held = {};

/** A die as a picture. */
export function die(face, props = {}) {
  const pips = (PIPS[face] ?? []).map((at) =>
    s("circle.pip", { cx: 22 + 28 * (at % 3), cy: 22 + 28 * Math.floor(at / 3), r: 9 }),
  );
  return s("svg.die", { viewBox: "0 0 100 100", "aria-hidden": "true", ...props }, [
    s("rect.body", { x: 3, y: 3, width: 94, height: 94, rx: 18 }),
    pips,
  ]);
}

export const kniffel = {
  title: "Kniffel",
  about: "Five dice, three rolls, thirteen boxes. 1 to 8 players.",
  quick: ["expert", "novice"],

  reset() {
    kept = [false, false, false, false, false];
    held = {};
  },

  current: (t) => t.view.currentSeat,

  /** What is asked of me, in one sentence. */
  sentence(t) {
    const { view, legal } = t;
    if (legal.roll_dice && legal.choose_category) {
      return `Tap dice to keep them and roll again (${view.rollsRemaining} left), or fill a box.`;
    }
    if (legal.roll_dice) return "Your turn: roll the dice.";
    if (legal.choose_category) return "Your turn: fill one of the highlighted boxes.";
    const name = t.name(view.currentSeat);
    return view.dice ? `${name} has rolled and thinks.` : `${name} is about to roll.`;
  },

  buttons(t) {
    const roll = t.legal.roll_dice;
    if (!roll) return [];
    const left = roll.keep ? kept.filter((keep) => !keep).length : 5;
    const label = left === 5 ? "Roll all dice" : left === 0 ? "All dice kept" : `Roll ${plural(left, "die", "dice")}`;
    const go = () => t.move("roll_dice", { keptDice: roll.keep ? kept : [false, false, false, false, false] });
    return [button(label, go, "filled", { disabled: left === 0 })];
  },

  /** The dice. */
  board(t) {
    const { view, legal } = t;
    const mine = legal.roll_dice?.keep === true;
    const marks = mine ? kept : (held[view.currentSeat] ?? view.keptDice ?? []);
    const toggle = (index) => () => {
      kept = kept.map((keep, at) => (at === index ? !keep : keep));
      t.line.mention("hold_dice", { keptDice: kept });
      t.draw();
    };
    const dice = [0, 1, 2, 3, 4].map((index) => {
      const face = view.dice?.[index];
      const label = face ? `die ${index + 1} shows ${face}${marks[index] ? ", kept" : ""}` : "a die that is not rolled yet";
      const props = { type: "button", "aria-label": label, "aria-pressed": String(!!marks[index]), disabled: !mine };
      return h("button.keep", { ...props, class: marks[index] ? "kept" : "", onclick: toggle(index) }, die(face ?? 0));
    });
    const hint = `Round ${view.round} of 13`;
    return [h("div.tray", null, dice), h("p.faint.center", null, hint)];
  },

  /** Everybody's sheet. Mine comes first. */
  below(t) {
    const { view } = t;
    const seats = Object.keys(view.players).map(Number);
    seats.sort((a, b) => (b === t.seat) - (a === t.seat) || a - b);
    const head = h("tr", null, [
      h("th", null, ""),
      seats.map((seat) => h("th", { class: seat === view.currentSeat ? "turn" : "" }, t.badge(seat), t.name(seat))),
    ]);
    const row = (category) =>
      h("tr", null, [
        h("th", null, NAMES[category]),
        seats.map((seat) => this.box(t, seat, category)),
      ]);
    const sum = (label, of, kind = "sum") =>
      h("tr", { class: kind }, [h("th", null, label), seats.map((seat) => h("td", null, of(view.players[seat])))]);
    const bonus = (player) => {
      if (player.upperBonus > 0) return `+${player.upperBonus}`;
      const open = UPPER.some((category) => player.scores[category] === undefined);
      return open ? `${Math.max(0, BONUS_FROM - player.upperSum)} to go` : "0";
    };
    const body = [
      UPPER.map(row),
      sum("Bonus from 63", bonus),
      LOWER.map(row),
      t.fixed.rules.extraKniffel && sum("Extra Kniffels", (player) => player.extraKniffels),
      sum("Total", (player) => player.total, "sum total"),
    ];
    return [h("div.scroll", null, h("table.sheet", null, h("thead", null, head), h("tbody", null, body)))];
  },

  box(t, seat, category) {
    const score = t.view.players[seat].scores[category];
    if (score !== undefined) return h("td", null, score);
    const points = seat === t.seat ? t.legal.choose_category?.[category] : undefined;
    if (points === undefined) return h("td", null, "");
    const label = `${NAMES[category]} for ${plural(points, "point")}`;
    const fill = () => t.move("choose_category", { category });
    return h("td.open", null, button(String(points), fill, points === 0 ? "zero" : "", { "aria-label": label }));
  },

  facts: (t, seat) => [`${t.view.players[seat]?.total ?? 0} points`],

  /** Keeps up with what happens beside the view. */
  heard(t, message) {
    if (message.type === "dice_held") held[message.seat] = message.keptDice;
    if (message.type === "turn_changed") held = {};
    if (message.type === "turn_changed" || (message.type === "dice_rolled" && message.seat !== t.seat)) this.reset();
    // What was kept stays kept, so that it need not be tapped again.
    if (message.type === "dice_rolled" && message.seat === t.seat) kept = [...message.keptDice];
  },

  /** An event in words. */
  told(t, m) {
    switch (m.type) {
      case "turn_changed":
        return m.seat === 0 ? `Round ${m.round}` : undefined;
      case "dice_rolled":
        return `${t.name(m.seat)} rolled ${m.dice.join(" ")}`;
      case "category_chosen": {
        const more = [m.extraKniffel && "50 for another Kniffel", m.upperBonus && "the bonus of 35"].filter(Boolean);
        const besides = more.length ? `, and ${more.join(" and ")}` : "";
        return `${t.name(m.seat)} scored ${plural(m.score, "point")} in ${NAMES[m.category]}${besides}`;
      }
    }
    return undefined;
  },
};
