// What a check of a game's file has shown, in sentences.

import type { Given } from "./ceremony.svelte.ts";
import type { Report } from "./verify.ts";
import { say } from "./words.ts";

export interface Finding {
  /** Whether it speaks for the game or against it; undefined where it only has to be known. */
  good: boolean | undefined;
  text: string;
}

/** The findings about a file that fits; `given` is the seed that this browser kept, if it has one. */
export function findings({ header, moves, draws }: Report, given: Given | undefined): Finding[] {
  const counted = header.people.length - header.missing.length;
  const texts = [
    say("check_text", { moves }),
    say("check_server"),
    counted > 0 && say("check_seats", { n: counted }),
    header.drawn.includes("seat_order") && say("check_order"),
    header.drawn.includes("board") && say("check_board"),
    header.game === "catan" && say("check_deck", { n: draws.deck }),
    draws.dice > 0 && say("check_dice", { n: draws.dice }),
    draws.steal > 0 && say("check_steal", { n: draws.steal }),
    draws.wheel > 0 && say("check_wheel", { n: draws.wheel }),
  ];
  const known = [counted === 0 && say("check_no_seats"), header.missing.length > 0 && say("check_missing", { chairs: header.missing.map((chair) => chair + 1).join(", ") })];
  const as = (good: true | undefined, all: (string | false)[]): Finding[] => all.filter((text) => text !== false).map((text) => ({ good, text }));
  return [...as(true, texts), ...as(undefined, known), ...own(header, given)];
}

/** What only this browser can know. */
function own({ commitment, seeds }: Report["header"], given: Given | undefined): Finding[] {
  if (given === undefined) return [{ good: undefined, text: say("own_unknown") }];
  const used = seeds[given.seat] === given.seed;
  const unchanged = commitment === given.server;
  return [
    { good: used, text: say(used ? "own_used" : "own_unused") },
    { good: unchanged, text: say(unchanged ? "own_unchanged" : "own_changed") },
  ];
}
