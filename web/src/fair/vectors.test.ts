// Every published test vector of the fairness scheme, computed again: those of crates/fair and those in docs/fairness.md.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { boardOf } from "./board.ts";
import { block, deckLevels, deckOf, deckSalt, extract, fingerprint, gameSeed, keyOf, laidAt, RESOURCES, roundSeed, Stream, thrownDice, ticketOf, twoDice } from "./chance.ts";
import { cardFits, chainLink, LINKS, linkFits, nextLink, seatCommitment, serverCommitment } from "./commitments.ts";
import { fromHex, sha256, toHex } from "./sha256.ts";

const listed = (items: Iterable<unknown>): string => [...items].join(",") || "-";
const numbers = (text = ""): number[] => text.split(",").map(Number);
const range = (n: number): number[] => [...Array(n).keys()];

const chains = new Map<string, Uint8Array[]>();

/** A link of a chain; every chain is computed once. */
function link(seed: string, table: string, game: number, number: number): string {
  const name = `${seed} ${table} ${game}`;
  const links = chains.get(name) ?? [];
  if (links.length === 0) {
    let bytes = chainLink(seed, table, game);
    links[LINKS] = bytes;
    for (let i = LINKS - 1; i >= 0; i -= 1) {
      bytes = nextLink(bytes);
      links[i] = bytes;
    }
    chains.set(name, links);
  }
  return toHex(links[number] ?? new Uint8Array());
}

function kniffel(seed: Uint8Array, position: bigint, before: string): string {
  const count = [...before].filter((letter) => letter === "t").length;
  const thrown = thrownDice(ticketOf(seed, "dice", position, 6 ** count), count);
  return listed([...before].map((letter) => (letter === "k" ? "k" : thrown.shift())));
}

/** The hashes beside the way of a card to the root. */
function path(seed: Uint8Array, index: number): string {
  return listed(deckLevels(seed).flatMap((level, height) => level.slice((index >> height) ^ 1, ((index >> height) ^ 1) + 1).map(toHex)));
}

const KINDS: Record<string, (seed: string, ...inputs: string[]) => string> = {
  extract: (seed) => toHex(extract(fromHex(seed))),
  fingerprint: (seed) => toHex(fingerprint(fromHex(seed))),
  key: (seed, purpose = "") => toHex(keyOf(fromHex(seed), purpose)),
  block: (seed, purpose = "", index = "", counter = "") => toHex(block(keyOf(fromHex(seed), purpose), BigInt(index), BigInt(counter))),
  below: (seed, purpose = "", index = "", bounds = "") => {
    const stream = new Stream(fromHex(seed), purpose, BigInt(index));
    return listed(numbers(bounds).map((bound) => stream.below(bound)));
  },
  shuffle: (seed, purpose = "", index = "", n = "") => listed(new Stream(fromHex(seed), purpose, BigInt(index)).shuffled(range(Number(n)))),
  seat_order: (seed, n) => listed(new Stream(fromHex(seed), "seat_order", 0).shuffled(range(Number(n)))),
  dice: (seed, position = "") => listed(twoDice(ticketOf(fromHex(seed), "dice", BigInt(position), 36))),
  kniffel: (seed, position = "", before = "") => kniffel(fromHex(seed), BigInt(position), before),
  wheel: (seed, position = "") => String(ticketOf(fromHex(seed), "wheel", BigInt(position), 37)),
  steal: (seed, position = "", hand = "") => {
    const counts = numbers(hand);
    const bound = counts.reduce((sum, count) => sum + count, 0);
    return laidAt(RESOURCES, counts, ticketOf(fromHex(seed), "steal", BigInt(position), bound)) ?? "";
  },
  deck: (seed) => listed(deckOf(fromHex(seed))),
  board: (seed, kind) => {
    const { hexes, ports } = boardOf(fromHex(seed), kind === "spiral" ? "spiral" : "random");
    return listed([...hexes.map(({ terrain, token }) => `${terrain}:${token ?? "-"}`), ...ports]);
  },
  server_commitment: (seed, table = "", game = "") => serverCommitment("kniffel", seed, table, Number(game)),
  seat_commitment: (seed, table = "", game = "", server = "", seat = "") => seatCommitment(seed, table, Number(game), server, Number(seat)),
  game_seed: (seed, table = "", game = "", seats = "") => toHex(gameSeed(seed, table, Number(game), seats.split(","))),
  chain_link: (seed, table = "", game = "", number = "") => link(seed, table, Number(game), Number(number)),
  round_seed: (seed, table = "", game = "", round = "", seats = "") => toHex(roundSeed(seed, table, Number(game), Number(round), seats.split(","))),
  deck_salt: (seed, index) => toHex(deckSalt(fromHex(seed), Number(index))),
  deck_root: (seed) => toHex(deckLevels(fromHex(seed)).at(-1)?.[0] ?? new Uint8Array()),
  deck_path: (seed, index) => path(fromHex(seed), Number(index)),
};

const FILES = ["../crates/fair/tests/vectors.txt", "../crates/fair/tests/games.txt", "../crates/fair/tests/ceremony.txt", "../docs/fairness.md"];
const LINES = FILES.flatMap((file) => readFileSync(file, "utf8").split("\n"))
  .map((line) => /^(?: {4})?(\w+) ([0-9a-f]+(?: .*)?) = (.*)$/.exec(line))
  .flatMap((found) => (found === null ? [] : [{ kind: found[1] ?? "", inputs: found[2] ?? "", result: found[3] ?? "" }]));

// A chain has 65 536 links, which takes a moment on a busy machine.
describe("vectors", { timeout: 60_000 }, () => {
  it.each(Object.keys(KINDS))("%s", (kind) => {
    const lines = LINES.filter((line) => line.kind === kind);
    expect(lines.length).toBeGreaterThan(0);
    for (const { inputs, result } of lines) {
      const [seed = "", ...rest] = inputs.split(" ");
      expect(KINDS[kind]?.(seed, ...rest), `${kind} ${inputs}`).toBe(result);
    }
  });

  it("SHA-256 of every length around one, two and three blocks", () => {
    for (const length of range(200)) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
      expect(toHex(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
  });

  it("a link leads back to an earlier one in just as many steps as lie between", () => {
    const seed = "00".repeat(32);
    const later = link(seed, "stube", 1, LINKS - 3);
    const earlier = link(seed, "stube", 1, LINKS - 8);
    expect(linkFits(later, 5, earlier)).toBe(true);
    expect(linkFits(later, 4, earlier)).toBe(false);
  });

  it("with salt and path just one kind of card fits the root", () => {
    const seed = fromHex("ab".repeat(32));
    const root = toHex(deckLevels(seed).at(-1)?.[0] ?? new Uint8Array());
    for (const index of range(25)) {
      const proof = { index, salt: toHex(deckSalt(seed, index)), path: path(seed, index).split(",") };
      expect(range(5).filter((kind) => cardFits({ ...proof, kind }, root))).toHaveLength(1);
    }
  });
});
