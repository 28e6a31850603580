// The page's part in fair chance: its own seed, its commitment, and checks of what the server shows.
//
// The bytes are those of docs/fairness.md §12 to §16. Browsers offer their own SHA-256 only on https pages, and a table in
// the local network has none, so there is one here.

// --- SHA-256 -----------------------------------------------------------------------------------------------------------------

/** The first 32 bits of the fractional parts of a root of the first primes: where SHA-256 takes its constants from. */
function fractions(count, root) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
    if (prime) found.push(Math.floor((root(n) % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = fractions(8, Math.sqrt);
const ROUNDS = fractions(64, Math.cbrt);
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 of bytes. */
export function sha256(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const input = new DataView(padded.buffer);
  input.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  input.setUint32(length - 4, bytes.length * 8);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = input.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [x, y] = [words[i - 15], words[i - 2]];
      const small = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const large = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      words[i] = words[i - 16] + small + words[i - 7] + large;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  const output = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => output.setInt32(4 * i, word));
  return new Uint8Array(output.buffer);
}

// --- bytes -------------------------------------------------------------------------------------------------------------------

const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const ascii = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const u32 = (number) => [24, 16, 8, 0].map((by) => (number >>> by) & 255);

function hash(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return sha256(bytes);
}

/** §12: which game something is for. */
function context(table, game) {
  return [table.length, ...ascii(table), ...u32(game)];
}

const label = (name) => [...ascii(`stammtisch/fair/1/${name}`), 0];

// --- the ceremony (§13) ------------------------------------------------------------------------------------------------------

/** A seed of 32 bytes from the browser's generator, as hex. */
export function newSeed() {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** What a seat publishes before it shows its seed. */
export function seatCommitment(seed, table, game, serverCommitment, seat) {
  return toHex(hash(label("seat"), context(table, game), fromHex(serverCommitment), [seat], fromHex(seed)));
}

/** What the server must have published for this seed; for roulette the anchor of its chain (§16), which takes a moment. */
export function serverCommitment(kind, seed, table, game) {
  if (kind !== "roulette") return toHex(hash(label("server"), context(table, game), fromHex(seed)));
  let link = hash(label("chain"), context(table, game), fromHex(seed));
  for (let i = 0; i < 65536; i += 1) link = hash(label("link"), link);
  return toHex(link);
}

// --- proofs during the game --------------------------------------------------------------------------------------------------

/** §16: whether a link leads back to one that was known `steps` spins before. */
export function linkFits(link, steps, known) {
  let bytes = fromHex(link);
  for (let i = 0; i < steps; i += 1) bytes = hash(label("link"), bytes);
  return toHex(bytes) === known;
}

/** §15: whether a bought card lay in the deck when the game began. */
export function cardFits({ index, kind, salt, path }, root) {
  let [bytes, place, width] = [hash([0], u32(index), [kind], fromHex(salt)), index, 25];
  const beside = path.map(fromHex);
  while (width > 1) {
    if (place % 2 === 1) bytes = hash([1], beside.shift() ?? [], bytes);
    else if (place + 1 < width) bytes = hash([1], bytes, beside.shift() ?? []);
    [place, width] = [place >> 1, (width + 1) >> 1];
  }
  return beside.length === 0 && toHex(bytes) === root;
}
