// SHA-256 and HMAC, written out: browsers offer their own only on https pages, and a table in the local network has none.

/** The first 32 bits of the fractional parts of a root of the first primes: where SHA-256 takes its constants from. */
function fractions(count: number, root: (n: number) => number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
    if (prime) found.push(Math.floor((root(n) % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = Int32Array.from(fractions(8, Math.sqrt));
const ROUNDS = Int32Array.from(fractions(64, Math.cbrt));
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
/** A word of an array that is known to have it. */
const at = (words: Int32Array, i: number): number => words[i] ?? 0;

/** SHA-256 of bytes. Tens of thousands of these check a chain of spins, so it is written for speed. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const input = new DataView(padded.buffer);
  input.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  input.setUint32(length - 4, (bytes.length * 8) >>> 0);
  const state = Int32Array.from(START);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i += 1) WORDS[i] = input.getInt32(block + 4 * i);
    compress(state, WORDS);
  }
  const output = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i += 1) output.setInt32(4 * i, at(state, i));
  return new Uint8Array(output.buffer);
}

const WORDS = new Int32Array(64);

function compress(state: Int32Array, words: Int32Array): void {
  for (let i = 16; i < 64; i += 1) {
    const x = at(words, i - 15);
    const y = at(words, i - 2);
    const small = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const large = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    words[i] = (at(words, i - 16) + small + at(words, i - 7) + large) | 0;
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let i = 0; i < 64; i += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
  state[5] = at(state, 5) + f;
  state[6] = at(state, 6) + g;
  state[7] = at(state, 7) + h;
}

/** The parts one after another. */
export function joined(...parts: ArrayLike<number>[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

/** HMAC-SHA-256. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > 64 ? sha256(key) : key;
  const block = new Uint8Array(64);
  block.set(short);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

export const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
export const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
export const u32 = (number: number): number[] => [24, 16, 8, 0].map((by) => (number >>> by) & 255);
