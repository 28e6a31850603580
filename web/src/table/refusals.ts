// Refusals in the player's language, by their code.
//
// English is what the server says, but for codes where a player at the page is helped by other words. Where a code has no
// words here, the server's English sentence stands. `{name}` is what the server put into `params`; what it puts there of the
// game's own words (resources, pieces, cards) is translated too.

import { filled, pseudo } from "../i18n/dictionary.ts";
import { settings } from "../settings.svelte.ts";
import { GERMAN, PLAIN } from "./refusals.german.ts";

/** English where the server's sentence speaks to programs or leaves a player helpless. */
export const ENGLISH: Readonly<Record<string, string>> = {
  bad_request: "This page and the server do not understand each other. Reload the page.",
  unknown_type: "This page and the server do not understand each other. Reload the page.",
  id_reused: "Something went wrong between this page and the server. Try again.",
  internal: "The server made a mistake; nothing has changed. Try again.",
  unknown_player: "The server no longer knows you. Go to the start and say your name.",
  not_joined: "The connection to the table is not there yet. Try again in a moment.",
  too_close: "Too close to another building: at least one corner must stay free between them.",
  no_such_code: "This code is not good any more: it lives for a minute only. Ask for a new one.",
};

/** German for words of the games that stand in `params`. */
const WORDS: Readonly<Record<string, string>> = {
  wood: "Holz",
  brick: "Lehm",
  sheep: "Wolle",
  wheat: "Getreide",
  ore: "Erz",
  road: "Straße",
  settlement: "Siedlung",
  city: "Stadt",
  "development card": "Entwicklungskarte",
  development_card: "Entwicklungskarte",
  knight: "Ritter",
  "victory point": "Siegpunkt",
  victory_point: "Siegpunkt",
  "road building": "Straßenbau",
  road_building: "Straßenbau",
  "year of plenty": "Erfindung",
  year_of_plenty: "Erfindung",
  monopoly: "Monopol",
  and: "und",
  nothing: "nichts",
};

/** A parameter in German: known words are replaced, everything else stays. */
export function germanParam(text: string): string {
  const whole = WORDS[text];
  if (whole !== undefined) return whole;
  return text.replaceAll(/development card|victory point|road building|year of plenty|[a-z_]+/g, (word) => WORDS[word] ?? word);
}

/** Parameters that people chose; they stay as they are. */
const NAMES: ReadonlySet<string> = new Set(["name"]);

/** Why something was refused, in the language of the page. */
export function refusal(code: string, params: Readonly<Record<string, string>>, reason: string): string {
  switch (settings.language) {
    case "pseudo":
      return pseudo(reason);
    case "en":
      return complete(filled(ENGLISH[code] ?? reason, params), reason);
    case "de": {
      const german = GERMAN[code];
      const spoken = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, NAMES.has(key) ? value : germanParam(value)]));
      return german === undefined ? sentence(reason) : complete(filled(german, spoken), PLAIN[code] ?? reason);
    }
  }
}

/** A sentence whose holes were all filled; an older server may not say what belongs into them. */
function complete(text: string, instead: string): string {
  return sentence(/\{\w+\}/.test(text) ? instead : text);
}

/** With a capital and an end, however it was said. */
function sentence(text: string): string {
  const trimmed = text.trim();
  const whole = /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
