// Checks fair.js against the published vectors: `node crates/server/page/fair.test.mjs` at the root of the repository.
//
// The vectors are those of crates/fair and of docs/fairness.md §21, which two other programs compute as well.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("fair.js", import.meta.url));
const fair = await import(`data:text/javascript;base64,${source.toString("base64")}`);
const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

// Every length around one, two and three blocks.
for (let length = 0; length <= 200; length += 1) {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
  assert.equal(Buffer.from(fair.sha256(bytes)).toString("hex"), createHash("sha256").update(bytes).digest("hex"));
}

const counts = {};
const decks = {};
const chains = {};
for (const line of `${read("crates/fair/tests/ceremony.txt")}\n${read("docs/fairness.md")}`.split("\n")) {
  const [, kind, inputs, result] = line.trim().match(/^(\w+) (.*) = (.*)$/) ?? [];
  const [first, table, game, ...rest] = inputs?.split(" ") ?? [];
  const check = (value) => {
    assert.equal(value, result, line);
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  if (kind === "seat_commitment") check(fair.seatCommitment(first, table, Number(game), rest[0], Number(rest[1])));
  if (kind === "server_commitment") check(fair.serverCommitment("kniffel", first, table, Number(game)));
  if (kind === "chain_link") {
    (chains[`${first} ${table} ${game}`] ??= {})[rest[0]] = result;
    if (rest[0] === "0") check(fair.serverCommitment("roulette", first, table, Number(game)));
  }
  if (kind === "deck_root") (decks[first] ??= {}).root = result;
  if (kind === "deck_salt") (decks[first] ??= {})[`salt ${table}`] = result;
  if (kind === "deck_path") (decks[first] ??= {})[`path ${table}`] = result.split(",");
}

// A link leads back to every earlier one, and to none of them in another number of steps.
for (const links of Object.values(chains)) {
  const places = Object.keys(links).map(Number).sort((a, b) => a - b);
  for (const [at, later] of places.entries()) {
    for (const earlier of places.slice(0, at)) {
      assert(fair.linkFits(links[later], later - earlier, links[earlier]));
      assert(!fair.linkFits(links[later], later - earlier + 1, links[earlier]));
      counts.link = (counts.link ?? 0) + 1;
    }
  }
}

// With salt and path, exactly one kind of card fits the root.
for (const deck of Object.values(decks)) {
  for (const index of Array(25).keys()) {
    const [salt, path] = [deck[`salt ${index}`], deck[`path ${index}`]];
    if (!deck.root || !salt || !path) continue;
    const fitting = [0, 1, 2, 3, 4].filter((kind) => fair.cardFits({ index, kind, salt, path }, deck.root));
    assert.equal(fitting.length, 1);
    counts.card = (counts.card ?? 0) + 1;
  }
}

for (const kind of ["seat_commitment", "server_commitment", "chain_link", "link", "card"]) assert(counts[kind] > 0, kind);
console.log("fair.js agrees with the vectors:", counts);
