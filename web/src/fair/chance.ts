// From a seed to numbers, as docs/fairness.md §2 to §9 and §14 to §16 specify every byte.

import { context } from "./commitments.ts";
import { ascii, fromHex, hmac, joined, sha256, u32 } from "./sha256.ts";

export const RESOURCES = ["wood", "brick", "sheep", "wheat", "ore"];
export const CARDS = ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"];
const CARD_COUNTS = [14, 5, 2, 2, 2];

/** §3: HKDF-Expand for at most 32 bytes, which is one round of it. */
function expand(prk: Uint8Array, info: Uint8Array): Uint8Array {
  return hmac(prk, joined(info, [1]));
}

/** §3: what a seed becomes before it is used. */
export function extract(seed: Uint8Array): Uint8Array {
  return hmac(ascii("stammtisch/fair/1"), seed);
}

/** §2: tells seeds apart without telling them. */
export function fingerprint(seed: Uint8Array): Uint8Array {
  return expand(extract(seed), ascii("stammtisch/fair/1/fingerprint")).slice(0, 4);
}

/** §3: the key of a purpose. */
export function keyOf(seed: Uint8Array, purpose: string): Uint8Array {
  return expand(extract(seed), ascii(`stammtisch/fair/1/stream/${purpose}`));
}

function u64(number: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, number);
  return bytes;
}

/** §4: one block of the stream that purpose and index have. */
export function block(key: Uint8Array, index: number | bigint, counter: number | bigint): Uint8Array {
  return hmac(key, joined(u64(BigInt(index)), u64(BigInt(counter))));
}

/** §4, §5, §7: the words of one draw, used from the beginning, each once. */
export class Stream {
  readonly #key: Uint8Array;
  readonly #index: number | bigint;
  #block: DataView = new DataView(new ArrayBuffer(0));
  #counter = 0;
  #place = 0;

  constructor(seed: Uint8Array, purpose: string, index: number | bigint) {
    this.#key = keyOf(seed, purpose);
    this.#index = index;
  }

  #word(): number {
    if (this.#place >= this.#block.byteLength) {
      this.#block = new DataView(block(this.#key, this.#index, this.#counter).buffer);
      this.#counter += 1;
      this.#place = 0;
    }
    const word = this.#block.getUint32(this.#place);
    this.#place += 4;
    return word;
  }

  /** A number below the bound; a bound of 0 or 1 uses no word. */
  below(bound: number): number {
    if (bound <= 1) return 0;
    const slice = Math.floor(2 ** 32 / bound);
    for (;;) {
      const number = Math.floor(this.#word() / slice);
      if (number < bound) return number;
    }
  }

  /** The things in a drawn order. */
  shuffled<T>(things: readonly T[]): T[] {
    const result = [...things];
    for (let last = result.length - 1; last >= 1; last -= 1) {
      const other = this.below(last + 1);
      const [moved] = result.splice(other, 1, ...result.slice(last, last + 1));
      if (moved !== undefined) result[last] = moved;
    }
    return result;
  }
}

/** §8: the one number that a draw comes down to. */
export function ticketOf(seed: Uint8Array, purpose: string, index: number | bigint, bound: number): number {
  return new Stream(seed, purpose, index).below(bound);
}

/** §8: two dice of Catan. */
export function twoDice(ticket: number): number[] {
  return [Math.floor(ticket / 6) + 1, (ticket % 6) + 1];
}

/** §8: the thrown dice of Kniffel, from left to right. */
export function thrownDice(ticket: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => (Math.floor(ticket / 6 ** (count - 1 - place)) % 6) + 1);
}

/** §8: the kind at a place, with the things laid out by kind. */
export function laidAt(kinds: readonly string[], counts: readonly number[], place: number): string | undefined {
  let end = 0;
  return kinds.find((_, kind) => {
    end += counts[kind] ?? 0;
    return place < end;
  });
}

/** §8: all development cards in the order in which they are bought. */
export function deckOf(seed: Uint8Array): string[] {
  const counts = [...CARD_COUNTS];
  const total = counts.reduce((sum, count) => sum + count, 0);
  return Array.from({ length: total }, (_, index) => {
    const card = laidAt(CARDS, counts, ticketOf(seed, "deck", index, total - index)) ?? "";
    const kind = CARDS.indexOf(card);
    counts[kind] = (counts[kind] ?? 0) - 1;
    return card;
  });
}

/** §15: the salt of a card in the deck's tree. */
export function deckSalt(seed: Uint8Array, index: number): Uint8Array {
  return block(keyOf(seed, "deck_salt"), index, 0);
}

/** §15: the levels of the tree over the deck, from the leaves to the root. */
export function deckLevels(seed: Uint8Array): Uint8Array[][] {
  let level = deckOf(seed).map((card, i) => sha256(joined([0], u32(i), [CARDS.indexOf(card)], deckSalt(seed, i))));
  const levels = [level];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = level.slice(i, i + 2);
      if (left !== undefined) above.push(right === undefined ? left : sha256(joined([1], left, right)));
    }
    level = above;
    levels.push(level);
  }
  return levels;
}

function combined(salt: string, first: Uint8Array, seats: readonly string[], info: ArrayLike<number>): Uint8Array {
  const prk = hmac(ascii(`stammtisch/fair/1/${salt}`), joined(first, ...seats.map(fromHex)));
  return expand(prk, joined(info));
}

/** §14: the seed of a game of Catan or Kniffel. */
export function gameSeed(server: string, table: string, game: number, seats: readonly string[]): Uint8Array {
  return combined("game-seed", fromHex(server), seats, joined(context(table, game), [seats.length]));
}

/** §16: the seed of a round of roulette. */
export function roundSeed(link: string, table: string, game: number, round: number, seats: readonly string[]): Uint8Array {
  return combined("round-seed", fromHex(link), seats, joined(context(table, game), [seats.length], u32(round)));
}
