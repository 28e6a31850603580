// Five dice: where their pips lie and how a cube must be turned to show a face.

export type Five<T> = [T, T, T, T, T];
export const NONE: Five<boolean> = [false, false, false, false, false];

/** The places of a face's pips on a grid of three by three, row by row. */
const PIPS: readonly (readonly number[])[] = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The middles of a face's pips on a square of 100; none for a face that is not there. */
export function pips(face: number): { x: number; y: number }[] {
  return (PIPS[face] ?? []).map((at) => ({ x: 24 + 26 * (at % 3), y: 24 + 26 * Math.floor(at / 3) }));
}

/** How a cube is turned to show a face: degrees around the horizontal, then the vertical axis. Opposite faces add up to 7. */
const TURNS: readonly { x: number; y: number }[] = [
  { x: 0, y: 0 },
  { x: 0, y: 0 },
  { x: -90, y: 0 },
  { x: 0, y: -90 },
  { x: 0, y: 90 },
  { x: 90, y: 0 },
  { x: 0, y: 180 },
];

/** The turn that shows `face` after a die was tossed `tosses` times; every toss adds whole turns, so the same face twice still rolls. */
export function turned(face: number, tosses: number, index: number): { x: number; y: number } {
  const base = TURNS[face] ?? { x: 0, y: 0 };
  const side = index % 2 === 0 ? 1 : -1;
  return { x: base.x + 720 * tosses, y: base.y + side * 360 * tosses };
}

/** The number of a set of dice: the sum of 1, 2, 4, 8 and 16 for the first to the fifth. */
export function setNumber(kept: readonly boolean[]): number {
  return kept.reduce((sum, keep, at) => sum + (keep ? 2 ** at : 0), 0);
}

/** `kept` with one die changed. */
export function toggled(kept: Readonly<Five<boolean>>, index: number): Five<boolean> {
  const [a, b, c, d, e] = kept;
  const next: Five<boolean> = [a, b, c, d, e];
  next[index] = !(next[index] ?? false);
  return next;
}

/** The faces of the dice in a set. */
export function chosen(dice: readonly number[], kept: readonly boolean[]): number[] {
  return dice.filter((_, at) => kept[at] ?? false);
}
