// The levels of bots in words.

import { say } from "./words.ts";

const KNOWN = ["random", "weighted", "greedy", "planner", "master", "novice", "expert", "rival", "cautious", "lucky", "chaser"] as const;

/** What a level is called; one that this page does not know keeps its name. */
export function levelName(level: string): string {
  const known = KNOWN.find((name) => name === level);
  return known === undefined ? level : say(`level_${known}`);
}
