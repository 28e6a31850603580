// Where everything on the island lies.
//
// The protocol names a hex `"q,r"` and a corner or side `"x,y"` (docs/rules/catan.md §3). The island never changes its shape, so
// this is worked out once: 19 hexes, 54 corners, 72 sides, with their neighbours and where they are drawn around (0, 0).

import type { CatanEdgeId, CatanHexId, CatanVertexId } from "../../protocol/messages.ts";

export interface Point {
  x: number;
  y: number;
}

/** The length of a side, and half the width of a hex. */
export const SIDE = 50;
export const HALF = (SIDE * Math.sqrt(3)) / 2;

/** Where a corner or a side lies on its hex. */
export type CornerName = "top" | "upper_right" | "lower_right" | "bottom" | "lower_left" | "upper_left";
export type SideName = "upper_right" | "right" | "lower_right" | "lower_left" | "left" | "upper_left";

export interface HexPlace {
  id: CatanHexId;
  at: Point;
  /** Clockwise from the top. */
  corners: CatanVertexId[];
  /** Clockwise from the upper right. */
  sides: CatanEdgeId[];
}

export interface VertexPlace {
  id: CatanVertexId;
  at: Point;
  hexes: { id: CatanHexId; corner: CornerName }[];
  edges: CatanEdgeId[];
  neighbours: CatanVertexId[];
}

export interface EdgePlace {
  id: CatanEdgeId;
  at: Point;
  ends: [VertexPlace, VertexPlace];
  hexes: { id: CatanHexId; side: SideName }[];
}

const CORNERS: readonly [CornerName, number, number][] = [
  ["top", 1, 0],
  ["upper_right", 2, 1],
  ["lower_right", 2, 2],
  ["bottom", 1, 3],
  ["lower_left", 0, 2],
  ["upper_left", 0, 1],
];
const SIDES: readonly [SideName, number, number][] = [
  ["upper_right", 2, 0],
  ["right", 2, 1],
  ["lower_right", 2, 2],
  ["lower_left", 1, 2],
  ["left", 0, 1],
  ["upper_left", 1, 0],
];

/** Where a corner is drawn; the middle of the island is (0, 0). */
function cornerPoint(x: number, y: number): Point {
  return { x: (x - 5) * HALF, y: 1.5 * SIDE * Math.floor(y / 2) + (y % 2 === 0 ? 0 : SIDE / 2) - 4 * SIDE };
}

export const hexes = new Map<CatanHexId, HexPlace>();
export const vertices = new Map<CatanVertexId, VertexPlace>();
export const edges = new Map<CatanEdgeId, EdgePlace>();

function vertexAt(x: number, y: number): VertexPlace {
  const id = `${x},${y}`;
  let vertex = vertices.get(id);
  if (vertex === undefined) {
    vertex = { id, at: cornerPoint(x, y), hexes: [], edges: [], neighbours: [] };
    vertices.set(id, vertex);
  }
  return vertex;
}

function edgeAt(id: CatanEdgeId, a: VertexPlace, b: VertexPlace): EdgePlace {
  let edge = edges.get(id);
  if (edge === undefined) {
    edge = { id, at: between(a.at, b.at, 0.5), ends: [a, b], hexes: [] };
    edges.set(id, edge);
    a.edges.push(id);
    b.edges.push(id);
    a.neighbours.push(b.id);
    b.neighbours.push(a.id);
  }
  return edge;
}

for (let r = -2; r <= 2; r += 1) {
  for (let q = Math.max(-2, -2 - r); q <= Math.min(2, 2 - r); q += 1) {
    const [x, y] = [2 * q + r + 4, r + 2];
    const around = CORNERS.map(([, dx, dy]) => vertexAt(x + dx, 2 * y + dy));
    const hex: HexPlace = { id: `${q},${r}`, at: { x: (x - 4) * HALF, y: 1.5 * SIDE * (y - 2) }, corners: around.map((corner) => corner.id), sides: [] };
    hexes.set(hex.id, hex);
    for (const [at, vertex] of around.entries()) vertex.hexes.push({ id: hex.id, corner: CORNERS[at]?.[0] ?? "top" });
    for (const [at, [side, dx, dy]] of SIDES.entries()) {
      const [from, to] = [around[at], around[(at + 1) % around.length]];
      if (from === undefined || to === undefined) continue;
      const edge = edgeAt(`${x + dx},${2 * y + dy}`, from, to);
      edge.hexes.push({ id: hex.id, side });
      hex.sides.push(edge.id);
    }
  }
}

/** A point on the way from one to another: 0 is the first, 1 the second. */
export function between(a: Point, b: Point, part: number): Point {
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

/** A place in the sea before a side of the coast, this far out. */
export function offshore(edge: EdgePlace, far: number): Point {
  const land = hexes.get(edge.hexes[0]?.id ?? "")?.at ?? { x: 0, y: 0 };
  const length = Math.hypot(edge.at.x - land.x, edge.at.y - land.y);
  return between(land, edge.at, (length + far) / length);
}

/** Which of some places is nearest to a point, if any is within reach. */
export function nearest(places: readonly { id: string; at: Point }[], point: Point, reach: number): string | undefined {
  let best: string | undefined;
  let shortest = reach;
  for (const { id, at } of places) {
    const distance = Math.hypot(at.x - point.x, at.y - point.y);
    if (distance <= shortest) [best, shortest] = [id, distance];
  }
  return best;
}
