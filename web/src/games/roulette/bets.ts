// The bets of the layout and the numbers they cover.
//
// The layout follows from its grid: twelve rows of three with zero above the first. What a bet pays is for show; the server
// pays.

import type { RouletteBetType } from "../../protocol/messages.ts";

export type Hue = "red" | "black" | "zero";

export interface Bet {
  /** The same for the same bet, whoever names it. */
  key: string;
  betType: RouletteBetType;
  /** What is sent: empty where the kind alone names the bet. */
  numbers: readonly number[];
  covers: readonly number[];
}

export const ROWS = 12;
export const COLUMNS = 3;
/** 1 to 36. */
export const NUMBERS: readonly number[] = Array.from({ length: ROWS * COLUMNS }, (_, i) => i + 1);
/** The even chances in their order on the felt. */
export const EVEN_CHANCES = ["low", "even", "red", "black", "odd", "high"] as const;
export type EvenChance = (typeof EVEN_CHANCES)[number];

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

const PAYS: Readonly<Record<RouletteBetType, number>> = {
  straight: 35,
  split: 17,
  street: 11,
  corner: 8,
  line: 5,
  dozen: 2,
  column: 2,
  red: 1,
  black: 1,
  odd: 1,
  even: 1,
  low: 1,
  high: 1,
};

export function hueOf(number: number): Hue {
  return number === 0 ? "zero" : RED.has(number) ? "red" : "black";
}

/** What a winning chip wins beside itself. */
export function pays(betType: RouletteBetType): number {
  return PAYS[betType];
}

export function isEvenChance(betType: RouletteBetType): betType is EvenChance {
  return EVEN_CHANCES.some((chance) => chance === betType);
}

/** What a bet is known by, in whatever order its numbers come. */
export function keyOf(betType: RouletteBetType, numbers: readonly number[] = []): string {
  return [betType, ...[...numbers].sort((a, b) => a - b)].join(" ");
}

export function bet(betType: RouletteBetType, numbers: readonly number[]): Bet {
  return { key: keyOf(betType, numbers), betType, numbers, covers: numbers };
}

/** The number in this row and column of the grid, both from 0. */
export function at(r: number, c: number): number {
  return r * COLUMNS + c + 1;
}

const COVERED: Readonly<Record<EvenChance, (number: number) => boolean>> = {
  low: (number) => number <= 18,
  high: (number) => number > 18,
  even: (number) => number % 2 === 0,
  odd: (number) => number % 2 === 1,
  red: (number) => hueOf(number) === "red",
  black: (number) => hueOf(number) === "black",
};

export function evenChance(betType: EvenChance): Bet {
  return { key: keyOf(betType), betType, numbers: [], covers: NUMBERS.filter(COVERED[betType]) };
}

/** A dozen, from 0. */
export function dozen(which: number): Bet {
  return bet("dozen", NUMBERS.slice(12 * which, 12 * which + 12));
}

/** A column, from 0. */
export function column(which: number): Bet {
  return bet(
    "column",
    NUMBERS.filter((number) => (number - 1) % COLUMNS === which),
  );
}
