// Numbers and times as the language of the page writes them.

import { settings } from "../settings.svelte.ts";

const language = (): string => (settings.language === "de" ? "de" : "en-GB");

export function number(value: number, digits = 0): string {
  const text = Math.abs(value).toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return value < 0 ? `−${text}` : text;
}

export function day(at: number): string {
  return new Date(at).toLocaleString(language(), { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
}
