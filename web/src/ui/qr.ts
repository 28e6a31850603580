// QR codes for links: byte mode, error level M, versions 1 to 10 (ISO/IEC 18004). Enough for 213 bytes, and nothing else.

/** By version from 1: error words of each block, and how many data words each block has. */
const BLOCKS: readonly (readonly [ec: number, data: readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** By version from 1: where the small squares lie. */
const ALIGNED: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
/** Level M, as the format bits name it. */
const LEVEL = 0;

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

// --- error words: Reed and Solomon over 256 elements -------------------------------------------------------------------------

const POWERS = new Uint8Array(255);
const LOGS = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  POWERS[i] = x;
  LOGS[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (POWERS[((LOGS[a] ?? 0) + (LOGS[b] ?? 0)) % 255] ?? 0);
}

/** The words that make errors in a block mendable. */
function errorWords(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i += 1) {
    const root = POWERS[i] ?? 0;
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, root)));
    generator = next;
  }
  const rest = [...data, ...Array.from({ length: count }, () => 0)];
  for (let i = 0; i < data.length; i += 1) {
    const lead = rest[i] ?? 0;
    generator.forEach((factor, at) => (rest[i + at] = (rest[i + at] ?? 0) ^ times(factor, lead)));
  }
  return rest.slice(data.length);
}

// --- words -------------------------------------------------------------------------------------------------------------------

/** The text as words of its version: head, bytes, filling, and the blocks with their error words interleaved. */
function words(bytes: Uint8Array): { version: number; all: number[] } | undefined {
  const version = 1 + BLOCKS.findIndex(([, data], at) => 4 + (at < 9 ? 8 : 16) + 8 * bytes.length <= 8 * sum(data));
  const block = BLOCKS[version - 1];
  if (block === undefined) return undefined;
  const [ec, lengths] = block;
  const bits = [0, 1, 0, 0];
  const push = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const room = 8 * sum(lengths);
  push(0, Math.min(4, room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let filling = 0xec; bits.length < room; filling ^= 0xec ^ 0x11) push(filling, 8);

  const blocks: number[][] = [];
  let at = 0;
  for (const length of lengths) {
    blocks.push(Array.from({ length }, (_, i) => bits.slice(8 * (at + i), 8 * (at + i) + 8).reduce((sofar, bit) => 2 * sofar + bit, 0)));
    at += length;
  }
  const errors = blocks.map((data) => errorWords(data, ec));
  return { version, all: [...interleaved(blocks), ...interleaved(errors)] };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function interleaved(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, i) => blocks.flatMap((block) => block[i] ?? [])).flat();
}

// --- the picture -------------------------------------------------------------------------------------------------------------

/** A square of modules; those that are set belong to the code's frame and are not masked. */
class Picture {
  readonly dark: boolean[][];
  readonly set: boolean[][];

  constructor(readonly size: number) {
    this.dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
    this.set = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  }

  put(row: number, column: number, dark: boolean): void {
    const [line, frame] = [this.dark[row], this.set[row]];
    if (line === undefined || frame === undefined || column < 0 || column >= this.size) return;
    line[column] = dark;
    frame[column] = true;
  }

  /** Rings around a point: the larger of the two distances decides. */
  rings(row: number, column: number, radius: number, light: readonly number[]): void {
    for (let r = -radius; r <= radius; r += 1) {
      for (let c = -radius; c <= radius; c += 1) this.put(row + r, column + c, !light.includes(Math.max(Math.abs(r), Math.abs(c))));
    }
  }

  /** Everything that does not depend on the text. */
  frame(version: number): void {
    const end = this.size - 1;
    for (let i = 0; i < this.size; i += 1) {
      this.put(6, i, i % 2 === 0);
      this.put(i, 6, i % 2 === 0);
    }
    for (const [row, column] of [[3, 3], [3, end - 3], [end - 3, 3]] as const) this.rings(row, column, 4, [2, 4]);
    const lines = ALIGNED[version - 1] ?? [];
    for (const row of lines) {
      for (const column of lines) {
        const corner = (row === 6 && (column === 6 || column === end - 6)) || (row === end - 6 && column === 6);
        if (!corner) this.rings(row, column, 2, [1]);
      }
    }
    this.format(0);
    if (version >= 7) this.version(version);
  }

  /** Level and mask, twice, with their own error bits. */
  format(mask: number): void {
    const end = this.size - 1;
    const data = (LEVEL << 3) | mask;
    const bits = ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412;
    for (let i = 0; i < 15; i += 1) {
      const dark = ((bits >> i) & 1) === 1;
      this.put(i < 6 ? i : i < 8 ? i + 1 : end - 14 + i, 8, dark);
      this.put(8, i < 8 ? end - i : i < 9 ? 7 : 14 - i, dark);
    }
    this.put(end - 7, 8, true);
  }

  version(version: number): void {
    const bits = (version << 12) | remainder(version, 12, 0x1f25);
    for (let i = 0; i < 18; i += 1) {
      const dark = ((bits >> i) & 1) === 1;
      const [long, short] = [Math.floor(i / 3), this.size - 11 + (i % 3)];
      this.put(long, short, dark);
      this.put(short, long, dark);
    }
  }

  /** The words, two columns at a time, up and down, from the right. */
  fill(all: readonly number[]): void {
    let at = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let i = 0; i < this.size; i += 1) {
        const row = ((right + 1) & 2) === 0 ? this.size - 1 - i : i;
        for (const column of [right, right - 1]) {
          const line = this.dark[row];
          if (line === undefined || this.set[row]?.[column] === true) continue;
          line[column] = (((all[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  masked(mask: number): boolean[][] {
    this.format(mask);
    const flips = MASKS[mask];
    return this.dark.map((line, r) => line.map((dark, c) => dark !== (this.set[r]?.[c] !== true && flips?.(r, c) === true)));
  }
}

function remainder(data: number, bits: number, divisor: number): number {
  let rest = data;
  for (let i = 0; i < bits; i += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return rest;
}

/** How hard a picture is to read: long runs, blocks, what looks like a corner, and too much of one color. */
function penalty(rows: readonly (readonly boolean[])[]): number {
  const columns = rows.map((_, c) => rows.map((row) => row[c] === true));
  let total = 0;
  for (const line of [...rows, ...columns]) {
    let run = 0;
    line.forEach((dark, i) => {
      run = i > 0 && dark === line[i - 1] ? run + 1 : 1;
      if (run === 5) total += 3;
      else if (run > 5) total += 1;
    });
    const text = line.map((dark) => (dark ? "#" : ".")).join("");
    for (let i = 0; i + 11 <= text.length; i += 1) {
      const part = text.slice(i, i + 11);
      if (part === "#.###.#...." || part === "....#.###.#") total += 40;
    }
  }
  for (let r = 1; r < rows.length; r += 1) {
    for (let c = 1; c < rows.length; c += 1) {
      const dark = rows[r]?.[c];
      if (dark === rows[r - 1]?.[c] && dark === rows[r]?.[c - 1] && dark === rows[r - 1]?.[c - 1]) total += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length;
  const percent = (100 * dark) / (rows.length * rows.length);
  return total + 10 * Math.floor(Math.abs(percent - 50) / 5);
}

/** The code of a text, row by row, true for dark; undefined if the text is too long. Any mask can be read; the best is found if none is given. */
export function qr(text: string, mask?: number): boolean[][] | undefined {
  const coded = words(new TextEncoder().encode(text));
  if (coded === undefined) return undefined;
  const picture = new Picture(17 + 4 * coded.version);
  picture.frame(coded.version);
  picture.fill(coded.all);
  const tried = mask === undefined ? MASKS.map((_, which) => picture.masked(which)) : [picture.masked(mask)];
  const costs = tried.map(penalty);
  return tried[costs.indexOf(Math.min(...costs))];
}
