// A game that is over, looked at again: what the viewer decided, how the dice fell, how the totals grew.
//
// Everything comes from what was told during the game; what a decision was worth, the solver says.

import type { Advice, AdvicePosition, Author, KniffelCategory, KniffelTold, Replay, Seat } from "../../protocol/messages.ts";
import { type Five, setNumber } from "./dice.ts";

/** What was told, and whose doing it was. */
export interface Happening {
  told: KniffelTold;
  by: Author;
}

/** What somebody did with dice on the table. */
export type Deed = { type: "kept"; kept: Five<boolean> } | { type: "entered"; category: KniffelCategory };

/** A choice somebody had. */
export interface Decision {
  round: number;
  dice: Five<number>;
  position: AdvicePosition;
  deed: Deed;
  /** Whose doing it was: the player's, a bot's, the clock's. */
  by: Author;
}

/** A decision with what it cost. */
export interface Judged extends Decision {
  /** How many points it lost on average against the best. */
  lost: number;
  best: Advice["best"];
}

const KNOWN: readonly string[] = ["turn_changed", "dice_rolled", "category_chosen"] satisfies KniffelTold["type"][];

function isKniffel(told: unknown): told is KniffelTold {
  return typeof told === "object" && told !== null && "type" in told && typeof told.type === "string" && KNOWN.includes(told.type);
}

/** What happened in a game, in order. */
export function happenings(replay: Pick<Replay, "told" | "steps">): Happening[] {
  const first = replay.told.filter(isKniffel).map((told): Happening => ({ told, by: "table" }));
  return [...first, ...replay.steps.flatMap(({ told, by }) => told.filter(isKniffel).map((event): Happening => ({ told: event, by })))];
}

/** Every decision of one seat: each roll but the first of a turn, and each box. */
export function decisions(story: readonly Happening[], seat: Seat): Decision[] {
  const made: Decision[] = [];
  const scores: Partial<Record<KniffelCategory, number>> = {};
  let extraKniffels = 0;
  let round = 1;
  let lying: { dice: Five<number>; rollsRemaining: number } | undefined;
  for (const { told, by } of story) {
    if (told.seat !== seat) continue;
    if (told.type === "turn_changed") {
      round = told.round;
      lying = undefined;
      continue;
    }
    if (lying !== undefined) {
      const position: AdvicePosition = { scores: { ...scores }, extraKniffels, ...lying };
      const deed: Deed = told.type === "dice_rolled" ? { type: "kept", kept: told.keptDice } : { type: "entered", category: told.category };
      made.push({ round, dice: lying.dice, position, deed, by });
    }
    if (told.type === "dice_rolled") {
      lying = { dice: told.dice, rollsRemaining: told.rollsRemaining };
    } else {
      scores[told.category] = told.score;
      if (told.extraKniffel) extraKniffels += 1;
      lying = undefined;
    }
  }
  return made;
}

/** What a decision cost, in the light of the advice on its position. */
export function judged(decision: Decision, advice: Advice): Judged {
  const { deed } = decision;
  const worth = deed.type === "kept" ? advice.keeps[setNumber(deed.kept)] : advice.categories[deed.category];
  // Differences this small are rounding.
  const lost = worth === undefined ? 0 : advice.value - worth;
  return { ...decision, lost: lost < 0.005 ? 0 : lost, best: advice.best };
}

/** The costliest decisions, the worst first. */
export function costliest(all: readonly Judged[], count: number): Judged[] {
  return all
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, count);
}

/** How often each face was rolled, by one seat or by all. Dice that were kept are not counted again. */
export function facesRolled(story: readonly Happening[], seat?: Seat): number[] {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const { told } of story) {
    if (told.type !== "dice_rolled" || (seat !== undefined && told.seat !== seat)) continue;
    told.dice.forEach((face, at) => {
      if (!(told.keptDice[at] ?? false)) counts[face - 1] = (counts[face - 1] ?? 0) + 1;
    });
  }
  return counts;
}

/** The total of each seat after each of its turns, from 0 before the first. */
export function totals(story: readonly Happening[], seats: readonly Seat[]): Map<Seat, number[]> {
  const lines = new Map<Seat, number[]>(seats.map((seat) => [seat, [0]]));
  for (const { told } of story) {
    if (told.type !== "category_chosen") continue;
    const line = lines.get(told.seat);
    const before = line?.at(-1) ?? 0;
    line?.push(before + told.score + (told.extraKniffel ? 50 : 0) + (told.upperBonus ? 35 : 0));
  }
  return lines;
}
