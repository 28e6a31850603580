// Refusals in the player's language, by their code; the server's English sentence where a code has no words yet.

import { settings } from "../settings.svelte.ts";
import { filled, pseudo } from "../i18n/dictionary.ts";

/** German by code; `{name}` is what the server put into `params`. */
export const GERMAN: Readonly<Record<string, string>> = {};

/** Why something was refused, in the language of the page. */
export function refusal(code: string, params: Readonly<Record<string, string>>, reason: string): string {
  if (settings.language === "pseudo") return pseudo(reason);
  const german = settings.language === "de" ? GERMAN[code] : undefined;
  return german === undefined ? reason : filled(german, params);
}
