// What roulette says and when, and my side of the table: chips, results, hints.

import { beforeEach, describe, expect, test, vi } from "vitest";
import type { RouletteShown } from "../../protocol/messages.ts";
import { settings } from "../../settings.svelte.ts";
import type { Seen } from "../contract.ts";
import { compact, whole } from "./amounts.ts";
import { lay } from "./layout.ts";
import { chipValues, lastNumber, stakes } from "./seen.ts";
import { sitting, untilStill } from "./sitting.svelte.ts";
import { ask, curtain, hint, isMyMove, tell } from "./speak.ts";
import { extremes, summed } from "./summary.ts";
import { betName, placeName } from "./words.ts";

const RULES = { profile: "default", zeroBets: true, minBet: 1, maxTotalBet: 10_000, spinTimerSec: 30, isManualSpin: false };
const LEGAL = { place_bet: { min: 1, max: 200, zeroBets: true } };

interface Fake extends Seen {
  view: RouletteShown & { deadline?: number };
  made: { type: string; [field: string]: unknown }[];
  time: number;
  answer: boolean;
}

function table(view: Partial<RouletteShown & { deadline: number }>, seat: number | undefined = 0): Fake {
  const names = ["Ann", "Ben"];
  const fake: Fake = {
    id: `t${Math.random()}`,
    game: "roulette",
    view: { phase: "betting", round: 1, history: {}, house: 0, players: { 0: { chips: 200, bets: {}, staked: 0 }, 1: { chips: 200, bets: {}, staked: 0 } }, legal: LEGAL, ...view },
    fixed: { rules: RULES, wheel: [0, 32, 15] },
    players: [],
    seat,
    live: true,
    over: undefined,
    player: () => undefined,
    name: (who) => (who === seat ? "You" : (names[who ?? 0] ?? "")),
    whom: () => "",
    isMe: (who) => who !== undefined && who === seat,
    color: () => "red",
    initial: () => "A",
    move: async (command) => {
      fake.made.push(command);
      return fake.answer;
    },
    mention: () => {},
    listen: () => () => {},
    now: () => fake.time,
    made: [],
    time: 1000,
    answer: true,
  };
  return fake;
}

beforeEach(() => {
  settings.language = "en";
  settings.fast = false;
  sessionStorage.clear();
});

describe("the sentence", () => {
  test("asks for bets, then tells what is staked", () => {
    expect(ask(table({}))).toBe("Place your bets.");
    expect(isMyMove(table({}))).toBe(true);
    const staked = table({ players: { 0: { chips: 190, bets: {}, staked: 10 } } });
    expect(ask(staked)).toContain("10 staked");
    expect(isMyMove(staked)).toBe(false);
    expect(ask(table({ players: { 0: { chips: 0, bets: {}, staked: 0 } } }))).toContain("gone");
  });

  test("invites those who watch", () => {
    const watching = table({}, undefined);
    expect(ask({ ...watching, seat: undefined })).toContain("Sit down");
  });

  test("does not tell the number while the ball rolls", () => {
    const rolling = table({ phase: "spinning", winningNumber: 17 });
    expect(ask(rolling)).not.toContain("17");
    expect(tell(rolling, { type: "wheel_spun", winningNumber: 17 } as { type: string })).toBeUndefined();
  });

  test("tells it with what it means for me", () => {
    const players = (staked: number, returned: number): RouletteShown["players"] => ({ 0: { chips: 200, bets: {}, staked, returned } });
    const said = (staked: number, returned: number): string => ask(table({ phase: "round_end", winningNumber: 17, players: players(staked, returned) }));
    expect(said(5, 180)).toBe("17, black: you win 175 chips.");
    expect(said(5, 0)).toBe("17, black: you lose 5 chips.");
    expect(said(10, 10)).toBe("17, black: you come out even.");
    expect(said(0, 0)).toBe("17, black.");
  });
});

test("the log names me and others in their own sentences", () => {
  const seen = table({});
  const laid = (seat: number): { type: string } => ({ type: "bet_placed", seat, betType: "split", numbers: [20, 17], amount: 5, stake: 5 }) as { type: string };
  expect(tell(seen, laid(0))).toBe("You bet 5 on split 17 and 20.");
  expect(tell(seen, laid(1))).toBe("Ben bets 5 on split 17 and 20.");
  const results = [
    { seat: 0, bets: [], net: 35 },
    { seat: 1, bets: [], net: -2 },
  ];
  expect(tell(seen, { type: "round_settled", round: 1, winningNumber: 0, results } as { type: string })).toBe("0, green. You win 35. Ben loses 2.");
});

test("every place has its own name in both languages", () => {
  for (const language of ["en", "de"] as const) {
    settings.language = language;
    const names = lay(true, true).places.map(({ bet }) => placeName(bet, 0));
    expect(new Set(names).size).toBe(157);
  }
  settings.language = "en";
  expect(placeName({ key: "", betType: "split", numbers: [17, 20], covers: [17, 20] }, 0)).toBe("split 17 and 20, pays 17 to 1");
  expect(betName({ betType: "corner", numbers: [3, 1, 2, 0] })).toBe("first four 0, 1, 2, 3");
  settings.language = "de";
  expect(betName({ betType: "even", numbers: [] })).toBe("Pair, gerade");
});

describe("the ball", () => {
  const spinning = (): Fake => table({ phase: "spinning", winningNumber: 17, deadline: 7000, round: 2, history: { 1: 5 } });

  test("lies still before the table pays, and the result waits for it", () => {
    const seen = spinning();
    sitting(seen).follow(seen.view);
    expect(sitting(seen).spin).toMatchObject({ number: 17, before: 5, from: 1000, until: 6500 });
    expect(curtain(seen, { type: "round_settled" })).toBe(5500);
    expect(curtain(seen, { type: "betting_opened" })).toBe(0);
    seen.time = 6500;
    expect(untilStill(seen)).toBe(0);
  });

  test("is quick where things should not move", () => {
    settings.fast = true;
    const seen = spinning();
    sitting(seen).follow(seen.view);
    expect(sitting(seen).spin?.until).toBe(1700);
  });

  test("a page that comes late sees the rest only", () => {
    const seen = spinning();
    seen.time = 6000;
    sitting(seen).follow(seen.view);
    expect(sitting(seen).spin).toMatchObject({ from: 6000, until: 6500 });
  });

  test("nothing waits where no ball rolls", () => {
    expect(curtain(table({}), { type: "round_settled" })).toBe(0);
  });
});

describe("my side of the table", () => {
  const place = lay(true, true).places.find(({ bet }) => bet.key === "straight 17")?.bet;

  test("quick taps are laid one after the other; a refusal ends the row", async () => {
    const seen = table({});
    if (place === undefined) throw new Error("no 17");
    const own = sitting(seen);
    own.lay(place);
    own.lay(place);
    await vi.waitFor(() => expect(seen.made).toHaveLength(2));
    expect(seen.made[1]).toEqual({ type: "place_bet", betType: "straight", numbers: [17], amount: own.chip });
    seen.answer = false;
    own.lay(place);
    own.lay(place);
    await vi.waitFor(() => expect(seen.made).toHaveLength(3));
    seen.answer = true;
    await new Promise((done) => setTimeout(done, 5));
    own.lay(place);
    await vi.waitFor(() => expect(seen.made).toHaveLength(4));
  });

  test("takes a bet back by where it lies now", async () => {
    const bets = { 17: { index: 3, betType: "straight", numbers: [17], amount: 5 } } as const;
    const seen = table({ players: { 0: { chips: 195, staked: 5, bets: { 17: { ...bets[17], numbers: [17] } } } }, legal: { remove_bet: 4 } });
    sitting(seen).take("straight 17");
    sitting(seen).take("straight 18");
    await vi.waitFor(() => expect(seen.made).toEqual([{ type: "remove_bet", betIndex: 3 }]));
  });

  test("says why nothing can be laid", () => {
    expect(sitting(table({})).closed()).toBeUndefined();
    expect(sitting(table({ phase: "spinning", legal: {} })).closed()).toContain("ball");
    expect(sitting({ ...table({ legal: {} }), seat: undefined }).closed()).toContain("Sit down");
  });

  test("remembers how rounds ended, once each", () => {
    const seen = table({ phase: "round_end", round: 4, winningNumber: 3, players: { 0: { chips: 200, bets: {}, staked: 5, returned: 0 } } });
    sitting(seen).follow(seen.view);
    sitting(seen).follow(seen.view);
    expect(sitting(seen).rounds).toEqual([{ round: 4, net: -5 }]);
  });

  test("offers chips that fit the table and the purse", () => {
    expect(chipValues(1, 10_000, 200)).toEqual([1, 5, 10, 50, 100]);
    expect(chipValues(5, 10_000, 20_000)).toEqual([50, 100, 500, 1000, 5000, 10_000]);
    expect(chipValues(10, 50, 1000)).toEqual([10, 50]);
    expect(chipValues(1, 100, 0)).toEqual([1]);
  });

  test("hints come once per moment", () => {
    expect(hint(table({}))?.key).toBe("roulette-bet");
    expect(hint(table({ phase: "spinning" }))).toBeUndefined();
    const staked = { 0: { chips: 190, bets: {}, staked: 10 } };
    expect(hint(table({ players: staked }))?.text).toContain("when the time is up");
    const manual = (legal: RouletteShown["legal"]): Seen => ({ ...table({ players: staked, legal }), fixed: { rules: { ...RULES, isManualSpin: true }, wheel: [] } });
    expect(hint(manual({ ...LEGAL, spin: true }))?.text).toContain("as soon as you say so");
    expect(hint(manual(LEGAL))?.text).toContain("the host");
  });
});

test("mine lie on top of the others' chips", () => {
  const bet = { index: 0, betType: "red", amount: 1 } as const;
  const there = stakes(table({ players: { 0: { chips: 1, staked: 1, bets: { 145: bet } }, 1: { chips: 1, staked: 1, bets: { 145: bet } } } }, 1));
  expect(there.get("red")?.map(({ seat }) => seat)).toEqual([1, 0]);
});

test("the last number is the one before this round's", () => {
  const seen = table({ phase: "round_end", round: 3, winningNumber: 9, history: { 1: 4, 2: 8, 3: 9 } });
  expect(lastNumber(seen.view)).toBe(8);
  expect(lastNumber(table({ phase: "spinning", round: 3, history: { 1: 4, 2: 8 } }).view)).toBe(8);
  expect(lastNumber(table({}).view)).toBeUndefined();
});

test("amounts fit on chips", () => {
  expect([5, 999, 1000, 1250, 12_500, 100_000, 1_000_000].map(compact)).toEqual(["5", "999", "1k", "1.2k", "12k", "100k", "1M"]);
  expect(whole(10_000)).toBe("10,000");
});

test("a game is added up from its replay", () => {
  const settled = (round: number, winningNumber: number, net: number): { type: string } => ({ type: "round_settled", round, winningNumber, results: [{ seat: 0, bets: [], net }] }) as { type: string };
  const step = (chips: number, event: { type: string }): Parameters<typeof summed>[0]["steps"][number] => ({ seq: 1, at: 0, by: "table", told: [event], patch: { players: { 0: { chips } } } });
  const summary = summed({ view: { players: { 0: { chips: 200 } } }, steps: [step(235, settled(1, 17, 35)), step(230, settled(2, 0, -5)), step(229, settled(3, 17, -1))] });
  expect(summary.begin.get(0)).toBe(200);
  expect(summary.rounds.map(({ chips }) => chips.get(0))).toEqual([235, 230, 229]);
  expect([summary.counts[17], summary.counts[0], summary.counts[5]]).toEqual([2, 1, 0]);
  expect(extremes(summary, 0)).toMatchObject({ best: { round: 1 }, worst: { round: 2 } });
  expect(extremes(summary, 1)).toBeUndefined();
});
