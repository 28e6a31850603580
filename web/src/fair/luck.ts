// The draws of one game, move by move (docs/fairness.md §17, §18.7).

import type { GameName } from "../protocol/messages.ts";
import { laidAt, RESOURCES, roundSeed, thrownDice, ticketOf, twoDice } from "./chance.ts";
import { LINKS, nextLink } from "./commitments.ts";
import { demand, demandSame, type Fields, fieldsOf, isHash, isListOf, isObject, isWhole } from "./file.ts";
import type { Beginning, Header } from "./header.ts";
import { fromHex, toHex } from "./sha256.ts";
import { say } from "./words.ts";

export type Purpose = "dice" | "steal" | "deck" | "wheel";

/** Which action draws what. A robber's move draws only if there is just one to be robbed, which takes the rules to know. */
const PURPOSES: Record<GameName, Readonly<Record<string, Purpose>>> = {
  catan: { roll_dice: "dice", steal: "steal", move_robber: "steal", buy_dev_card: "deck" },
  kniffel: { roll_dice: "dice" },
  roulette: { spin: "wheel" },
};
const DRAWS_AT_TIMES = "move_robber";
const MORE: Partial<Record<Purpose, string[]>> = { steal: ["hand"], wheel: ["link"] };

const isCount = (value: unknown): value is number => isWhole(value);
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const odd = (name: string) => (): string => say("odd", { name });

/** What a ticket is drawn for, and what it stands for. */
interface Draw {
  index: number;
  bound: number;
  seed: Uint8Array;
  outcome: (ticket: number) => Fields;
}

/** What the draws have come to so far. */
export class Luck {
  readonly counts: Record<Purpose, number> = { dice: 0, steal: 0, deck: 0, wheel: 0 };
  readonly #header: Header;
  readonly #seed: Uint8Array;
  readonly #deck: readonly string[];
  #link: string;
  #dice: readonly number[] | undefined;

  constructor(header: Header, { seed, deck }: Beginning) {
    this.#header = header;
    this.#seed = seed ?? new Uint8Array();
    this.#deck = deck;
    this.#link = header.commitment;
  }

  /** Checks one move; `line` counts from 1, and the first move stands in line 2. */
  check(value: unknown, line: number): void {
    const move = fieldsOf(value, ["position", "seat", "action"], ["outcome", "draw"], line, say("the_move"));
    const position = line - 2;
    demandSame(move["position"], position, line, "position");
    this.checkSeat(move["seat"], line);
    const { action, draw, outcome } = move;
    demand(isObject(action) && typeof action["type"] === "string", line, odd("action"));
    const type = String(action["type"]);
    demand((draw === undefined) === (outcome === undefined), line, () => say("only_one"));
    const purposes = PURPOSES[this.#header.game];
    const purpose = Object.hasOwn(purposes, type) ? purposes[type] : undefined;
    if (draw === undefined) {
      demand(purpose === undefined || type === DRAWS_AT_TIMES, line, () => say("no_draw", { type }));
      return;
    }
    demand(purpose !== undefined, line, () => say("luckless", { type }));
    this.#checkDraw(purpose, fieldsOf(draw, ["purpose", "index", "bound", "ticket", ...(MORE[purpose] ?? [])], [], line, "draw"), action, outcome, line);
  }

  #checkDraw(purpose: Purpose, draw: Fields, action: Fields, outcome: unknown, line: number): void {
    const { index, bound, seed, outcome: stands } = this.#expected(purpose, draw, action, line);
    const ticket = ticketOf(seed, purpose, index, bound);
    for (const [name, expected] of Object.entries({ purpose, index, bound, ticket })) demandSame(draw[name], expected, line, `draw.${name}`);
    demandSame(outcome, stands(ticket), line, say("the_outcome", { ticket }));
    this.counts[purpose] += 1;
  }

  #expected(purpose: Purpose, draw: Fields, action: Fields, line: number): Draw {
    const position = line - 2;
    const seed = this.#seed;
    switch (purpose) {
      case "deck": {
        const index = this.counts.deck;
        demand(index < this.#deck.length, line, () => say("empty_deck"));
        return { index, bound: this.#deck.length - index, seed, outcome: () => ({ card: this.#deck[index] }) };
      }
      case "steal": {
        const { hand } = draw;
        demand(isListOf(hand, isCount) && hand.length === 5, line, odd("draw.hand"));
        const bound = hand.reduce((sum, count) => sum + count, 0);
        demand(isWhole(bound, 1, 2 ** 32 - 1), line, odd("draw.hand"));
        return { index: position, bound, seed, outcome: (ticket) => ({ stolen: laidAt(RESOURCES, hand, ticket) }) };
      }
      case "wheel": {
        const index = this.counts.wheel + 1;
        return { index, bound: 37, seed: this.#nextRound(draw["link"], index, line), outcome: (ticket) => ({ winningNumber: ticket }) };
      }
      case "dice":
        if (this.#header.game === "catan") return { index: position, bound: 36, seed, outcome: (ticket) => ({ dice: twoDice(ticket) }) };
        return this.#throw(action["keptDice"], position, line);
    }
  }

  /** Kniffel: the dice that are kept lie as they lay. */
  #throw(kept: unknown, position: number, line: number): Draw {
    demand(isListOf(kept, isFlag) && kept.length === 5, line, odd("keptDice"));
    const before = this.#dice;
    demand(before !== undefined || !kept.includes(true), line, () => say("kept_too_early"));
    const count = kept.filter((one) => !one).length;
    const outcome = (ticket: number): Fields => {
      const thrown = thrownDice(ticket, count);
      this.#dice = kept.map((keeps, place) => (keeps ? before?.[place] : thrown.shift()) ?? 0);
      return { dice: this.#dice };
    };
    return { index: position, bound: 6 ** count, seed: this.#seed, outcome };
  }

  /** Roulette: the link hashes to the one before it, and gives the seed of the round. */
  #nextRound(link: unknown, round: number, line: number): Uint8Array {
    demand(round <= LINKS, line, () => say("chain_used_up"));
    demand(isHash(link), line, odd("draw.link"));
    demand(toHex(nextLink(fromHex(link))) === this.#link, line, () => say("link_broken"));
    this.#link = link;
    const { table, number, seeds } = this.#header;
    return roundSeed(link, table, number, round, seeds);
  }

  /** Only at a roulette table somebody may join later, so that the header does not say how many seats there are. */
  checkSeat(seat: unknown, line: number): void {
    const known = isWhole(seat) && (this.#header.game === "roulette" || seat < this.#header.chairs.length);
    demand(known, line, odd("seat"));
  }
}
