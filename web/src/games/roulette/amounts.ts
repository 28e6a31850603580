// Amounts: in full, and short enough for a chip.

import { settings } from "../../settings.svelte.ts";

/** A whole number with its thousands apart. */
export function whole(amount: number): string {
  return amount.toLocaleString(settings.language === "de" ? "de" : "en");
}

/** A whole number in at most four characters: 950, 1.2k, 12k, 1.2M. */
export function compact(amount: number): string {
  for (const [unit, letter] of [
    [1_000_000, "M"],
    [1_000, "k"],
  ] as const) {
    if (amount < unit) continue;
    const parts = Math.floor((10 * amount) / unit) / 10;
    return `${parts >= 10 ? Math.floor(parts) : parts}${letter}`;
  }
  return String(amount);
}
