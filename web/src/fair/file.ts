// The file of a game as text (docs/fairness.md §17, §18.1): lines of canonical JSON, and the digest over all of them.

import { sha256, toHex } from "./sha256.ts";
import { say } from "./words.ts";

export type Fields = Record<string, unknown>;

/** Something that does not fit, with the line where it stands. */
export class Misfit extends Error {
  constructor(
    readonly line: number,
    /** The reason, in the language that the page has when it is asked. */
    readonly reason: () => string,
  ) {
    super(reason());
  }
}

export function demand(fits: boolean, line: number, reason: () => string): asserts fits {
  if (!fits) throw new Misfit(line, reason);
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isWhole(value: unknown, least = 0, most = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
}

export function isHash(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

export function isListOf<T>(value: unknown, test: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every((item) => test(item));
}

/** The one spelling of a value. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "";
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${parts.join(",")}}`;
}

/** How much of a value a sentence shows. */
const SHOWN = 120;
const shown = (value: unknown): string => {
  const text = value === undefined ? "–" : canonical(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
};

export function demandSame(found: unknown, expected: unknown, line: number, what: string): void {
  const same = found !== undefined && canonical(found) === canonical(expected);
  demand(same, line, () => say("differs", { what, found: shown(found), expected: shown(expected) }));
}

/** An object with just these fields. */
export function fieldsOf(value: unknown, needed: readonly string[], optional: readonly string[], line: number, what: string): Fields {
  demand(isObject(value), line, () => say("no_object", { what }));
  for (const name of needed) demand(Object.hasOwn(value, name), line, () => say("lacks", { what, name }));
  for (const name of Object.keys(value)) demand(needed.includes(name) || optional.includes(name), line, () => say("too_much", { what, name }));
  return value;
}

/** Every value inside a value, itself included. */
function* inside(value: unknown): Generator {
  yield value;
  if (isObject(value)) yield* inside(Object.entries(value).flat());
  else if (Array.isArray(value)) for (const item of value) yield* inside(item);
}

function parsedLine(text: string, number: number): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Misfit(number, () => say("not_canonical"));
  }
  // Comparing the spelling finds spaces, disorder, and keys that come twice: only the last of them is in the value.
  demand(isObject(value) && canonical(value) === text, number, () => say("not_canonical"));
  const { start, ...rest } = value;
  const outside = number === 1 ? rest : value;
  for (const part of [...inside(outside), ...inside(start)]) {
    const isOdd = (typeof part === "number" && !Number.isSafeInteger(part)) || (typeof part === "string" && /\p{Surrogate}/u.test(part));
    demand(!isOdd, number, () => say("not_canonical"));
  }
  for (const part of inside(outside)) demand(part !== null, number, () => say("has_null"));
  return value;
}

const FEED = 10;

/** The lines of a file without the digest, which is checked first: without it no other sentence would mean much. */
export function* linesOf(bytes: Uint8Array): Generator<void, Fields[]> {
  const ends = [...bytes.keys()].filter((place) => bytes[place] === FEED);
  demand(bytes.at(-1) === FEED, ends.length + 1, () => say("no_feed"));
  demand(ends.length >= 3, Math.max(1, ends.length), () => say("too_short"));
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Misfit(1, () => say("no_text"));
  }
  const lines = text.split("\n").slice(0, -1);
  const digest = /^\{"digest":"([0-9a-f]{64})"\}$/.exec(lines.at(-1) ?? "")?.[1];
  demand(digest !== undefined, lines.length, () => say("no_digest"));
  demandSame(digest, toHex(sha256(bytes.subarray(0, (ends.at(-2) ?? 0) + 1))), lines.length, say("the_digest"));
  const values: Fields[] = [];
  for (const [place, line] of lines.slice(0, -1).entries()) {
    values.push(parsedLine(line, place + 1));
    yield;
  }
  return values;
}
