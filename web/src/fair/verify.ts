// Checks the file of a finished game in the page: the text, the commitments, and every draw (docs/fairness.md §18).
//
// It knows no rules. On trust it takes whether moves were legal, the hands before a theft, the scores, and what `drawn` does
// not name. A file of thousands of moves takes a while, so the work comes in slices and the page stays at hand.

import { demand, fieldsOf, isObject, isWhole, linesOf, Misfit } from "./file.ts";
import { checkBeginning, checkHeader, type Header } from "./header.ts";
import { Luck, type Purpose } from "./luck.ts";
import { say } from "./words.ts";

/** What was checked in a file that fits. */
export interface Report {
  header: Header;
  moves: number;
  /** How many draws of each kind were computed again. */
  draws: Record<Purpose, number>;
}

export type Verdict = { fits: true; report: Report } | { fits: false; misfit: Misfit };

/** The share of the work that is done, from 0 to 1. */
type Progress = number;

function* steps(bytes: Uint8Array): Generator<Progress, Report> {
  const reading = linesOf(bytes);
  let part = reading.next();
  for (; part.done !== true; part = reading.next()) yield 0;
  const lines = part.value;
  const [first, ...moves] = lines;
  const end = moves.pop();
  const opening = checkHeader(first);
  let opened = opening.next();
  for (; opened.done !== true; opened = opening.next()) yield 0.1;
  const header = opened.value;
  const fairness = first?.["fairness"];
  const luck = new Luck(header, checkBeginning(header, isObject(fairness) ? fairness["deckRoot"] : undefined));
  for (const [place, move] of moves.entries()) {
    luck.check(move, place + 2);
    yield 0.2 + (0.8 * place) / moves.length;
  }
  checkEnd(end, moves.length + 2, luck);
  return { header, moves: moves.length, draws: luck.counts };
}

function checkEnd(value: unknown, line: number, luck: Luck): void {
  const { end, winners, scores } = fieldsOf(value, ["end", "winners", "scores"], [], line, say("the_end"));
  const odd = (name: string) => (): string => say("odd", { name });
  demand(end === "won" || end === "closed" || end === "aborted", line, odd("end"));
  demand(Array.isArray(winners) && Array.isArray(scores), line, odd("winners, scores"));
  const scored = scores.map((score) => {
    const { seat, score: points } = fieldsOf(score, ["score", "seat"], [], line, "scores");
    demand(isWhole(points, Number.MIN_SAFE_INTEGER), line, odd("scores"));
    return seat;
  });
  for (const seats of [winners as unknown[], scored]) {
    for (const seat of seats) luck.checkSeat(seat, line);
    const ascends = seats.every((seat, place) => place === 0 || Number(seats[place - 1]) < Number(seat));
    demand(ascends, line, odd("seat"));
  }
  demand(winners.length > 0 === (end === "won"), line, odd("winners"));
}

/** Checks a file at one go. */
export function verified(bytes: Uint8Array): Verdict {
  try {
    const work = steps(bytes);
    let step = work.next();
    while (step.done !== true) step = work.next();
    return { fits: true, report: step.value };
  } catch (fault) {
    if (fault instanceof Misfit) return { fits: false, misfit: fault };
    throw fault;
  }
}

/** How long a slice of work may keep the page from answering, in milliseconds. */
const SLICE = 12;

/** Checks a file in slices; `told` hears how far it is. */
export async function verify(bytes: Uint8Array, told: (progress: Progress) => void = () => undefined): Promise<Verdict> {
  const work = steps(bytes);
  for (;;) {
    const until = performance.now() + SLICE;
    try {
      let step = work.next();
      while (step.done !== true && performance.now() < until) step = work.next();
      if (step.done === true) return { fits: true, report: step.value };
      told(step.value);
    } catch (fault) {
      if (fault instanceof Misfit) return { fits: false, misfit: fault };
      throw fault;
    }
    await new Promise((resume) => setTimeout(resume, 0));
  }
}
