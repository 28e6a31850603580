// Cards in words: "2 wood and 1 ore".

import type { CatanCards, CatanResource } from "../../protocol/messages.ts";
import { RESOURCES } from "./cards.ts";
import { listed } from "./places.ts";
import { settings } from "../../settings.svelte.ts";
import { say } from "./words.ts";

/** A kind in the middle of a sentence; German writes it large there too. */
export function kindName(kind: CatanResource): string {
  return settings.language === "de" ? say(kind) : say(kind).toLowerCase();
}

export function cardWords(cards: CatanCards): string {
  const parts = RESOURCES.filter((kind) => (cards[kind] ?? 0) > 0).map((kind) => `${cards[kind] ?? 0} ${kindName(kind)}`);
  return parts.length === 0 ? say("nothing") : listed(parts);
}
