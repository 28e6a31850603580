// The roulette table on the page: the wheel, the layout, chips.
//
// Which bets there are follows from the layout; how much may be laid and what else may be done is in the view's `legal`.

import { button, choice, h, s } from "./dom.js";

const RED = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];
const CHIPS = [1, 5, 10, 25, 100];
const NUMBERS = Array.from({ length: 36 }, (_, i) => i + 1);
const EVEN_MONEY = { low: "1–18", even: "Even", red: "Red", black: "Black", odd: "Odd", high: "19–36" };
const INSIDE = [
  ["straight", "One number (35 : 1)"],
  ["split", "Split: two numbers (17 : 1)"],
  ["street", "Street: a row (11 : 1)"],
  ["corner", "Corner: four numbers (8 : 1)"],
  ["line", "Line: two rows (5 : 1)"],
];

/** The chip that is laid next, the kind of inside bet, and the number that was tapped for it. */
let chip = 5;
let kind = "straight";
let tapped;

const colorOf = (number) => (number === 0 ? "green" : RED.includes(number) ? "red" : "black");
const dozen = (which) => NUMBERS.slice(12 * which, 12 * which + 12);
const column = (which) => NUMBERS.filter((number) => number % 3 === (which + 1) % 3);
const run = (from, count) => Array.from({ length: count }, (_, i) => from + i);

/** All inside bets of a kind, as lists of numbers. */
function layout(of, zeroBets) {
  const rows = NUMBERS.filter((number) => number % 3 === 1);
  const inner = NUMBERS.filter((number) => number % 3 !== 0);
  switch (of) {
    case "split":
      return [
        ...inner.map((n) => [n, n + 1]),
        ...NUMBERS.slice(0, 33).map((n) => [n, n + 3]),
        ...(zeroBets ? [[0, 1], [0, 2], [0, 3]] : []),
      ];
    case "street":
      return [...rows.map((n) => run(n, 3)), ...(zeroBets ? [[0, 1, 2], [0, 2, 3]] : [])];
    case "corner":
      return [...inner.filter((n) => n <= 32).map((n) => [n, n + 1, n + 3, n + 4]), ...(zeroBets ? [[0, 1, 2, 3]] : [])];
    case "line":
      return rows.filter((n) => n <= 31).map((n) => run(n, 6));
  }
  return [0, ...NUMBERS].map((number) => [number]);
}

/** A bet in words. */
function betName({ betType, numbers }) {
  const list = [...(numbers ?? [])].sort((a, b) => a - b);
  if (betType === "column") return `column ${list[0]}–${list[11]}`;
  if (betType === "dozen" || betType === "line") return `${betType} ${list[0]}–${list.at(-1)}`;
  if (list.length > 0) return list.join("/");
  return EVEN_MONEY[betType]?.toLowerCase() ?? betType;
}

const sameBet = (bet, betType, numbers) =>
  bet.betType === betType && (bet.numbers ?? []).length === numbers.length && numbers.every((n) => bet.numbers.includes(n));

export const roulette = {
  title: "Roulette",
  about: "European wheel with a single zero. Play chips only. 1 to 10 players.",
  quick: ["cautious", "lucky"],
  /** Everybody plays against the house with their own chips; there is no winner. */
  banked: true,

  reset() {
    tapped = undefined;
  },

  current: () => undefined,

  sentence(t) {
    const { view, legal } = t;
    switch (view.phase) {
      case "betting":
        if (!legal.place_bet) return legal.spin ? "Spin the wheel when everybody is ready." : "The bets are open.";
        return legal.spin ? "Lay your chips, then spin." : "Lay your chips.";
      case "spinning":
        return "No more bets: the wheel spins.";
      case "closed":
        return "The table is closed.";
    }
    return this.result(t);
  },

  result(t) {
    const number = t.view.winningNumber;
    const me = t.view.players[t.seat];
    const what = `${number} ${colorOf(number)}`;
    if (!me || me.staked === 0) return `${what}.`;
    const net = (me.returned ?? 0) - me.staked;
    return net > 0 ? `${what}: you win ${net}.` : net < 0 ? `${what}: you lose ${-net}.` : `${what}: you break even.`;
  },

  buttons(t) {
    const { legal } = t;
    return [
      legal.spin && button("Spin", () => t.move("spin"), "filled"),
      legal.next_round && button("Next round", () => t.move("next_round"), "filled"),
    ];
  },

  /** The wheel and the last results. */
  board(t) {
    const { view, fixed } = t;
    const rounds = Object.keys(view.history).map(Number);
    const last = view.winningNumber !== undefined ? view.round : Math.max(0, ...rounds);
    const number = view.winningNumber ?? view.history[last];
    const step = 360 / fixed.wheel.length;
    // Every round turns five times further, so that two equal numbers in a row are seen to be two.
    const angle = number === undefined ? 0 : -step * fixed.wheel.indexOf(number) - 1800 * last;
    const sectors = fixed.wheel.map((pocket, at) =>
      s("g", { transform: `rotate(${(step * at).toFixed(3)})` }, [
        s("path", { class: `pocket ${colorOf(pocket)}`, d: "M0 0L-8.1 -95A95.3 95.3 0 0 1 8.1 -95Z" }),
        s("text", { y: -83, class: "pocket-number" }, String(pocket)),
      ]),
    );
    const resting = view.phase !== "spinning" && number !== undefined;
    const wheel = s("svg.wheel", { viewBox: "-100 -108 200 208", role: "img", "aria-label": "The wheel" }, [
      s("g.turning", { css: { transform: `rotate(${angle.toFixed(3)}deg)` } }, sectors),
      s("circle.hub", { r: 62 }),
      s("path.pointer", { d: "M0 -88L-6 -106L6 -106Z" }),
      s("text.result", { y: 16, class: resting ? `on-${colorOf(number)}` : "" }, resting ? String(number) : ""),
    ]);
    const history = rounds.sort((a, b) => b - a).slice(0, 14).map((round) =>
      h("span.last", { class: colorOf(view.history[round]) }, view.history[round]),
    );
    return [h("div.wheel-row", { class: view.phase }, wheel, h("div.history", { "aria-label": "Last results" }, history))];
  },

  below(t) {
    const { view } = t;
    const me = view.players[t.seat];
    return [
      me && this.purse(t, me),
      this.grid(t),
      this.between(t),
      me && this.mine(t, me),
      h("p.faint.center", null, `Round ${view.round}. On average the house keeps 1 chip of 37, whatever you bet on.`),
    ];
  },

  purse(t, me) {
    const { legal } = t;
    const limits = legal.place_bet;
    const chips = CHIPS.map((amount) => {
      const pick = () => {
        chip = amount;
        t.draw();
      };
      const off = !limits || amount > limits.max || amount < limits.min;
      const props = { "aria-pressed": String(chip === amount), disabled: off, "aria-label": `chip of ${amount}` };
      return button(String(amount), pick, `chip c${amount} ${chip === amount ? "chosen" : ""}`, props);
    });
    const does = (type, label) => button(label, () => t.move(type), "small", { disabled: !legal[type] });
    return h("div.purse", null, [
      h("span.have", null, `${me.chips} chips`),
      h("span.chips", null, chips),
      h("span.tools", null, [
        does("undo_bet", "Undo"),
        does("clear_bets", "Clear"),
        does("repeat_bets", "Repeat"),
        does("double_bets", "Double"),
      ]),
    ]);
  },

  lay(t, betType, numbers) {
    const limits = t.legal.place_bet;
    if (!limits) return;
    const amount = Math.min(Math.max(chip, limits.min), limits.max);
    t.move("place_bet", { betType, numbers, amount });
  },

  /** The layout. Upright on a phone, lying on wider screens; the places are in the style sheet. */
  grid(t) {
    const { view, legal } = t;
    const open = !!legal.place_bet;
    const won = view.phase === "spinning" || view.phase === "betting" ? undefined : view.winningNumber;
    const cell = (betType, numbers, label, place, css, onclick) => {
      const stakes = Object.entries(view.players).flatMap(([seat, player]) =>
        Object.values(player.bets)
          .filter((bet) => sameBet(bet, betType, betType in EVEN_MONEY ? [] : numbers))
          .map((bet) => ({ seat: Number(seat), amount: bet.amount })),
      );
      const mine = stakes.find((stake) => stake.seat === t.seat);
      const others = stakes.filter((stake) => stake.seat !== t.seat);
      return h("button.cell", { type: "button", class: place, css, disabled: !open, onclick }, [
        label,
        mine && h("span.stake", null, mine.amount),
        others.length > 0 && h("span.others", null, others.map(({ seat, amount }) => t.badge(seat, `${t.name(seat)}: ${amount}`))),
      ]);
    };
    const number = (n) => {
      const tap = () => {
        if (kind === "straight") return this.lay(t, "straight", [n]);
        tapped = n;
        const bets = layout(kind, legal.place_bet.zeroBets).filter((numbers) => numbers.includes(n));
        if (bets.length === 1) this.lay(t, kind, bets[0]);
        t.draw();
      };
      const place = `${colorOf(n)} ${n === 0 ? "zero" : "number"} ${won === n ? "won" : ""} ${tapped === n && kind !== "straight" ? "tapped" : ""}`;
      const css = n === 0 ? {} : { "--across": String(((n - 1) % 3) + 1), "--along": String(Math.ceil(n / 3)) };
      return cell("straight", [n], String(n), place, css, tap);
    };
    const outside = (betType, numbers, label, place, at) =>
      cell(betType, numbers, label, place, { "--at": String(at) }, () => this.lay(t, betType, betType in EVEN_MONEY ? [] : numbers));
    return h("div.layout", null, [
      [0, ...NUMBERS].map(number),
      [0, 1, 2].map((which) => outside("column", column(which), "2 : 1", "column", which + 1)),
      [0, 1, 2].map((which) => outside("dozen", dozen(which), `${12 * which + 1}–${12 * which + 12}`, "dozen", which + 1)),
      Object.entries(EVEN_MONEY).map(([betType, label], at) => outside(betType, [], label, `even ${betType}-field`, at + 1)),
    ]);
  },

  /** Bets on several numbers: the kind from a list, then a number, then which of the bets that it belongs to. */
  between(t) {
    const limits = t.legal.place_bet;
    if (!limits) return undefined;
    const pick = (value) => {
      kind = value;
      tapped = undefined;
      t.draw();
    };
    const bets = kind === "straight" || tapped === undefined ? [] : layout(kind, limits.zeroBets).filter((bet) => bet.includes(tapped));
    const hint = kind === "straight" ? "" : tapped === undefined ? "Now tap a number." : bets.length === 0 ? "There is none with this number." : "";
    return h("div.between", null, [
      h("label", null, "Numbers take ", choice(INSIDE, kind, pick)),
      hint && h("span.faint", null, hint),
      bets.map((numbers) => button(betName({ betType: kind, numbers }), () => this.lay(t, kind, numbers), "small")),
    ]);
  },

  mine(t, me) {
    const bets = Object.values(me.bets).sort((a, b) => a.index - b.index);
    if (bets.length === 0) return undefined;
    const shown = bets.map((bet) => {
      const text = `${bet.amount} on ${betName(bet)}`;
      if (bet.returned !== undefined && t.view.phase !== "spinning") {
        return h("span.bet", { class: bet.returned > 0 ? "good" : "lost" }, bet.returned > 0 ? `${text}: ${bet.returned} back` : text);
      }
      const back = t.legal.remove_bet !== undefined;
      const take = () => t.move("remove_bet", { betIndex: bet.index });
      return h("span.bet", null, text, back && button("×", take, "remove", { "aria-label": `take back ${text}` }));
    });
    return h("div.bets", null, h("span.faint", null, `${me.staked} staked:`), shown);
  },

  facts(t, seat) {
    const player = t.view.players[seat];
    if (!player) return ["watching"];
    return [`${player.chips} chips`, player.staked > 0 && `${player.staked} staked`].filter(Boolean);
  },

  heard() {},

  told(t, m) {
    switch (m.type) {
      case "bet_placed":
        return `${t.name(m.seat)} laid ${m.amount} on ${betName(m)}`;
      case "bet_removed":
        return `${t.name(m.seat)} took ${m.amount} back from ${betName(m)}`;
      case "betting_closed":
        return m.seat === undefined ? "The bets are closed" : `${t.name(m.seat)} closed the bets and spun`;
      case "round_settled": {
        const net = m.results.map(({ seat, net }) => `${t.name(seat)} ${net > 0 ? `+${net}` : net}`);
        return `${m.winningNumber} ${colorOf(m.winningNumber)}. ${net.length ? net.join(", ") : "Nobody had a bet"}`;
      }
      case "betting_opened":
        return `Round ${m.round}: lay your chips`;
    }
    return undefined;
  },
};
