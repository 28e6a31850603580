// The recorded games fit; with one number, letter or line of them changed they do not.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { canonical } from "./file.ts";
import { ascii, sha256, toHex } from "./sha256.ts";
import { verified, verify } from "./verify.ts";

const FOLDER = "../crates/engine/tests/files";
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));
const EXAMPLE = /```jsonl\n([\s\S]*?)```/.exec(readFileSync("../docs/fairness.md", "utf8"))?.[1] ?? "";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (name: string): string => readFileSync(`${FOLDER}/${name}`, "utf8");

/** The text with a digest that fits it, or the digest would be all that is ever found. */
function sealed(lines: readonly string[]): Uint8Array {
  const text = lines.map((line) => `${line}\n`).join("");
  return bytesOf(`${text}{"digest":"${toHex(sha256(bytesOf(text)))}"}\n`);
}

const linesOf = (text: string): string[] => text.split("\n").slice(0, -2);

function misfit(bytes: Uint8Array): string {
  const verdict = verified(bytes);
  return verdict.fits ? "nothing" : `line ${verdict.misfit.line}: ${verdict.misfit.reason()}`;
}

describe("a game's file", { timeout: 60_000 }, () => {
  it("has recorded examples", () => expect(FILES.length).toBeGreaterThanOrEqual(5));

  it.each(FILES)("%s fits", async (name) => {
    const verdict = await verify(bytesOf(read(name)));
    expect(verdict.fits ? "" : verdict.misfit.message).toBe("");
  });

  it("fits as the page about fairness prints it", () => expect(misfit(bytesOf(EXAMPLE))).toBe("nothing"));

  it.each(FILES)("%s: a flipped bit in some lines is found", (name) => {
    const bytes = bytesOf(read(name));
    const ends = [...bytes.keys()].filter((place) => bytes[place] === 10);
    // Each look costs a look at the whole file.
    for (const [line, end] of [...ends.entries()].filter(([n]) => n < 3 || n >= ends.length - 3 || n % 50 === 0)) {
      const place = Math.max(0, end - 1 - (line % 17));
      const flipped = Uint8Array.from(bytes);
      flipped[place] = (flipped[place] ?? 0) ^ (1 << (place % 8));
      expect(misfit(flipped), `byte ${place}`).not.toBe("nothing");
    }
  });

  it.each(FILES)("%s: luck changed in any line is found there, with a digest that fits", (name) => {
    const lines = linesOf(read(name));
    const drawing = [...lines.keys()].filter((place) => lines[place]?.includes('"outcome"'));
    // One of each kind of luck, and some of the others.
    const kinds = drawing.map((place) => /"purpose":"\w+"/.exec(lines[place] ?? "")?.[0]);
    for (const place of drawing.filter((_, n) => kinds.indexOf(kinds[n]) === n || n % 60 === 59)) {
      const forged = lines.map((line, at) => (at === place ? forgedOutcome(line) : line));
      expect(misfit(sealed(forged))).toMatch(new RegExp(`^line ${place + 1}: The outcome of ticket`));
    }
  });

  it.each(FILES)("%s: a line left out is found", (name) => {
    const lines = linesOf(read(name));
    expect(misfit(sealed(lines.toSpliced(3, 1)))).toMatch(/^line 4: position/);
  });
});

/** The line with another outcome of the same kind. */
function forgedOutcome(line: string): string {
  const move = JSON.parse(line) as { outcome: Record<string, unknown> };
  const { dice, winningNumber, card, stolen } = move.outcome;
  if (Array.isArray(dice)) move.outcome["dice"] = [(Number(dice[0]) % 6) + 1, ...dice.slice(1)];
  if (typeof winningNumber === "number") move.outcome["winningNumber"] = (winningNumber + 1) % 37;
  if (card !== undefined) move.outcome["card"] = card === "knight" ? "monopoly" : "knight";
  if (stolen !== undefined) move.outcome["stolen"] = stolen === "ore" ? "wood" : "ore";
  return canonical(move);
}

/** The forgeries of tools/verify_game.py: the first place in the text that looks like this becomes that, and this has to be named. */
const raised = (_: string, before: string, number: string): string => `${before}${Number(number) + 1}`;
const FORGERIES: [RegExp, string | ((...found: string[]) => string), RegExp][] = [
  [/("ticket":)(\d+)/, raised, /draw\.ticket/],
  [/("index":)(\d+)/, raised, /draw\.index/],
  [/("bound":)(\d+)/, raised, /draw\.bound/],
  [/("hand":\[)(\d+)/, raised, /draw\.bound/],
  [/("link":")(?!00)../, "$100", /does not lead back/],
  [/("deckRoot":")(?!00)../, "$100", /root of the deck/],
  [/("serverSeed":")(?!00)../, "$100", /server’s commitment/],
  [/("seed":")(\w+)(.*?"seed":")(\w+)/, "$1$4$3$2", /commitment of chair/],
  [/"missing":\[\d.*?\]/, '"missing":[]', /^line 1: missing/],
  [/^(.*seat_order"\].*?"chair":)(\d+)(\},\{"chair":|,.*?"chair":)(\d+)/, "$1$4$3$2", /order of play|a bot’s/],
  [/("terrain":")(\w+)(".*?"terrain":")(?!\2)(\w+)/, "$1$4$3$2", /board/],
  [/("type":"(?:roll_dice|spin)"\},)"draw":.*?\},"outcome":.*?\},/, "$1", /has no draw/],
  [/("type":"(?:end_turn|choose_category|settle)"\},)/, '$1"draw":{},"outcome":{},', /leaves nothing to luck/],
  [/"outcome":.*?\},/, "", /there is only one/],
  [/"position":1,/, '"position":true,', /position is true/],
  [/"winners":\[\d+\]/, '"winners":[]', /winners/],
  [/"winners":\[\]/, '"winners":[0]', /winners/],
  [/"seat":/, '"seat": ', /one spelling/],
  [/("seat":0)/, "$1,$1", /one spelling/],
  [/"seat":0/, '"seat":0.0', /one spelling/],
  [/"seat":0/, '"seat":0.5', /one spelling/],
  [/"type":/, '"t\\u0079pe":', /one spelling/],
  [/"name":"/, '"name":"\\ud800', /one spelling/],
  [/("type":)"\w+"/, "$1null", /empty value/],
];

/** Games by what a look at them costs: a chain of spins is long. */
const CHEAP = ["kniffel", "catan", "roulette"];
const gameOf = (text: string): string => /"game":"(\w+)"/.exec(text)?.[1] ?? "";

describe("forgeries", { timeout: 60_000 }, () => {
  it.each(FORGERIES)("%s", (pattern, replacement, sentence) => {
    const texts = FILES.map((name) => linesOf(read(name)).join("\n")).sort((a, b) => CHEAP.indexOf(gameOf(a)) - CHEAP.indexOf(gameOf(b)));
    const text = texts.find((one) => pattern.test(one)) ?? "";
    const forged = typeof replacement === "string" ? text.replace(pattern, replacement) : text.replace(pattern, replacement);
    expect(forged).not.toBe(text);
    expect(misfit(sealed(forged.split("\n")))).toMatch(sentence);
  });

  it("finds bytes that are no text", () => {
    const bytes = bytesOf(EXAMPLE);
    bytes[20] = 0xff;
    expect(misfit(bytes)).toMatch(/not text/);
    expect(misfit(ascii("{}\n"))).toMatch(/fewer than three/);
    expect(misfit(ascii("{}"))).toMatch(/line feed/);
    expect(misfit(new Uint8Array())).toMatch(/line feed/);
  });
});
