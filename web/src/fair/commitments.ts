// Commitments and proofs of fair chance, as docs/fairness.md §12 to §16 specifies their bytes.

import type { CardProof, GameName } from "../protocol/messages.ts";
import { ascii, fromHex, joined, sha256, toHex, u32 } from "./sha256.ts";

const hash = (...parts: ArrayLike<number>[]): Uint8Array => sha256(joined(...parts));
const label = (name: string): Uint8Array => joined(ascii(`stammtisch/fair/1/${name}`), [0]);

/** §12: which game something is for. */
export function context(table: string, game: number): Uint8Array {
  return joined([table.length], ascii(table), u32(game));
}

/** A seed of 32 bytes from the browser's generator, as hex. */
export function newSeed(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** §13: what a seat publishes before it shows its seed. */
export function seatCommitment(seed: string, table: string, game: number, committed: string, seat: number): string {
  return toHex(hash(label("seat"), context(table, game), fromHex(committed), [seat], fromHex(seed)));
}

/** How many links the chain of a roulette game has (§16). */
export const LINKS = 65_536;

/** §16: the last link of a game's chain, from which all others follow. */
export function chainLink(seed: string, table: string, game: number): Uint8Array {
  return hash(label("chain"), context(table, game), fromHex(seed));
}

const LINK = label("link");

/** §16: the link before this one. */
export function nextLink(link: Uint8Array): Uint8Array {
  return hash(LINK, link);
}

/** §13: what the server must have published for this seed; for roulette the anchor of its chain, which takes a moment. */
export function serverCommitment(kind: GameName, seed: string, table: string, game: number): string {
  if (kind !== "roulette") return toHex(hash(label("server"), context(table, game), fromHex(seed)));
  let link = chainLink(seed, table, game);
  for (let i = 0; i < LINKS; i += 1) link = nextLink(link);
  return toHex(link);
}

/** §16: whether a link leads back to one that was known `steps` spins before. */
export function linkFits(link: string, steps: number, known: string): boolean {
  let bytes = fromHex(link);
  for (let i = 0; i < steps; i += 1) bytes = nextLink(bytes);
  return toHex(bytes) === known;
}

/** How many cards the deck has (§15). */
const DECK = 25;

/** §15: whether a bought card lay in the deck when the game began. */
export function cardFits({ index, kind, salt, path }: CardProof, root: string | undefined): boolean {
  let bytes = hash([0], u32(index), [kind], fromHex(salt));
  let [place, width] = [index, DECK];
  const beside = path.map(fromHex);
  while (width > 1) {
    if (place % 2 === 1) bytes = hash([1], beside.shift() ?? [], bytes);
    else if (place + 1 < width) bytes = hash([1], bytes, beside.shift() ?? []);
    [place, width] = [place >> 1, (width + 1) >> 1];
  }
  return beside.length === 0 && toHex(bytes) === root;
}
