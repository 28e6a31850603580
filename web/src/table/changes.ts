// What changed about the people at a table, in words: who went, who came back, for whom a bot plays.

import type { Sitter } from "../games/contract.ts";
import { say } from "./words.ts";

export function changes(before: readonly Sitter[], now: readonly Sitter[]): string[] {
  return now.flatMap(({ playerId, name, connected, substituted = false }) => {
    const was = before.find((other) => other.playerId === playerId);
    if (was === undefined) return [];
    const found: string[] = [];
    if (was.connected !== connected) found.push(say(connected ? "came" : "went", { name }));
    if ((was.substituted ?? false) !== substituted) found.push(say(substituted ? "bot_plays_for" : "plays_again", { name }));
    return found;
  });
}
