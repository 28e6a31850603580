// What is printed on a Kniffel sheet, and what can be read off one.

import type { KniffelCategory, KniffelSheet } from "../../protocol/messages.ts";

export const UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"] as const satisfies readonly KniffelCategory[];
export const LOWER = [
  "three_of_a_kind",
  "four_of_a_kind",
  "full_house",
  "small_straight",
  "large_straight",
  "kniffel",
  "chance",
] as const satisfies readonly KniffelCategory[];
export const CATEGORIES: readonly KniffelCategory[] = [...UPPER, ...LOWER];

/** What the upper boxes must add up to for the bonus. */
export const BONUS_FROM = 63;
export const ROUNDS = 13;

export type UpperCategory = (typeof UPPER)[number];

/** The face that an upper box counts. */
export function faceOf(category: KniffelCategory): number | undefined {
  const at = (UPPER as readonly KniffelCategory[]).indexOf(category);
  return at < 0 ? undefined : at + 1;
}

/** How the bonus stands: earned, so many to go, or out of reach because every upper box is filled. */
export type Bonus = { state: "earned" } | { state: "open"; missing: number } | { state: "missed"; missing: number };

export function bonusOf(sheet: KniffelSheet): Bonus {
  if (sheet.upperBonus > 0) return { state: "earned" };
  const missing = Math.max(0, BONUS_FROM - sheet.upperSum);
  const open = UPPER.some((category) => sheet.scores[category] === undefined);
  return { state: open ? "open" : "missed", missing };
}
