// A Catan board from a seed (docs/fairness.md §9), as the file of a game writes it (§17).

import { RESOURCES, Stream } from "./chance.ts";

/** The hexes row by row, as (x, y). */
const ROWS = [
  [2, 6],
  [1, 7],
  [0, 8],
  [1, 7],
  [2, 6],
];
const HEXES = ROWS.flatMap(([from = 0, to = 0], y) => Array.from({ length: (to - from) / 2 + 1 }, (_, i) => `${from + 2 * i},${y}`));
const TERRAIN = ([["forest", 4], ["hills", 3], ["pasture", 4], ["fields", 4], ["mountains", 3], ["desert", 1]] as const).flatMap(
  ([terrain, count]) => Array.from({ length: count }, () => terrain),
);
const TOKENS = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12];
const SPIRAL = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];
const SPIRAL_HEXES = ["2,0", "4,0", "6,0", "7,1", "8,2", "7,3", "6,4", "4,4", "2,4", "1,3", "0,2", "1,1", "3,1", "5,1", "6,2", "5,3", "3,3", "2,2", "4,2"];
const PORTS = ["any", "any", "any", "any", ...RESOURCES];
const PORT_EDGES = ["3,0", "6,0", "9,2", "10,5", "9,8", "6,10", "3,10", "1,7", "1,3"];

export type BoardKind = "random" | "spiral";

/** What lies where: terrain and token row by row, then the ports along the coast. */
export interface Laid {
  hexes: { terrain: string; token: number | undefined }[];
  ports: string[];
}

function place(hex: string): [number, number] {
  const [x = 0, y = 0] = hex.split(",").map(Number);
  return [x, y];
}

/** Tokens in their order over the hexes in theirs, leaving out the desert. */
function numbered(terrain: ReadonlyMap<string, string>, tokens: readonly number[], order: readonly string[]): Map<string, number> {
  const land = order.filter((hex) => terrain.get(hex) !== "desert");
  return new Map(land.map((hex, i) => [hex, tokens[i] ?? 0]));
}

function redOnesTouch(tokens: ReadonlyMap<string, number>): boolean {
  const isRed = (hex: string): boolean => [6, 8].includes(tokens.get(hex) ?? 0);
  return HEXES.some((hex) => {
    const [x, y] = place(hex);
    return isRed(hex) && [`${x + 2},${y}`, `${x + 1},${y + 1}`, `${x - 1},${y + 1}`].some(isRed);
  });
}

/** §9: the board that a seed gives. */
export function boardOf(seed: Uint8Array, kind: BoardKind): Laid {
  const stream = new Stream(seed, "board", 0);
  for (;;) {
    const drawn = stream.shuffled(TERRAIN);
    const terrain = new Map(HEXES.map((hex, i) => [hex, drawn[i] ?? "desert"]));
    const tokens = kind === "spiral" ? numbered(terrain, SPIRAL, SPIRAL_HEXES) : numbered(terrain, stream.shuffled(TOKENS), HEXES);
    if (kind === "random" && redOnesTouch(tokens)) continue;
    const hexes = HEXES.map((hex, i) => ({ terrain: drawn[i] ?? "desert", token: tokens.get(hex) }));
    return { hexes, ports: stream.shuffled(PORTS) };
  }
}

/** §17: the same board as `start.board` has it. */
export function boardInFile(laid: Laid): unknown {
  const hexes = laid.hexes.map(({ terrain, token }, i) => {
    const [x, y] = place(HEXES[i] ?? "");
    return { hex: `${(x - y - 2) / 2},${y - 2}`, terrain, ...(token === undefined ? {} : { number: token }) };
  });
  return { hexes, ports: laid.ports.map((kind, i) => ({ edge: PORT_EDGES[i] ?? "", kind })) };
}
