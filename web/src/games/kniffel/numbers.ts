// Numbers with one decimal, as the language of the page writes them.

import { settings } from "../../settings.svelte.ts";

export function tenths(value: number): string {
  const language = settings.language === "de" ? "de" : "en";
  return value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** With its sign, also for what is gained. */
export function signed(value: number): string {
  const text = tenths(Math.abs(value));
  return value < 0 ? `−${text}` : `+${text}`;
}
