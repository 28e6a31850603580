// The island is counted, and compared with the ids that a recorded game names.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { edges, hexes, HALF, nearest, offshore, SIDE, vertices } from "./geometry.ts";

const recorded = readFileSync("../crates/engine/tests/files/catan-official.jsonl", "utf8");
const named = (field: string): Set<string> => new Set([...recorded.matchAll(new RegExp(`"${field}":"(-?\\d+,-?\\d+)"`, "g"))].map((match) => match[1] ?? ""));

test("there are 19 hexes, 54 corners and 72 sides", () => {
  expect([hexes.size, vertices.size, edges.size]).toEqual([19, 54, 72]);
  for (const hex of hexes.values()) expect([new Set(hex.corners).size, new Set(hex.sides).size]).toEqual([6, 6]);
});

test("corners touch one to three hexes and two or three sides", () => {
  const touching = [...vertices.values()].map((vertex) => vertex.hexes.length);
  expect([1, 2, 3].map((count) => touching.filter((times) => times === count).length)).toEqual([18, 12, 24]);
  for (const vertex of vertices.values()) {
    expect(vertex.edges.length).toBe(vertex.neighbours.length);
    expect(vertex.edges.length).toBe(vertex.hexes.length === 1 ? 2 : 3);
    for (const other of vertex.neighbours) expect(vertices.get(other)?.neighbours).toContain(vertex.id);
  }
});

test("thirty sides are coast, every side is as long as another and joins corners of its hexes", () => {
  expect([...edges.values()].filter((edge) => edge.hexes.length === 1).length).toBe(30);
  for (const edge of edges.values()) {
    const [a, b] = edge.ends;
    expect(Math.hypot(a.at.x - b.at.x, a.at.y - b.at.y)).toBeCloseTo(SIDE);
    for (const { id } of edge.hexes) expect(hexes.get(id)?.corners).toEqual(expect.arrayContaining([a.id, b.id]));
  }
});

test("a corner is one side away from the middle of each of its hexes", () => {
  for (const vertex of vertices.values()) {
    for (const { id } of vertex.hexes) {
      const at = hexes.get(id)?.at ?? { x: 0, y: 0 };
      expect(Math.hypot(vertex.at.x - at.x, vertex.at.y - at.y)).toBeCloseTo(SIDE);
    }
  }
});

test("all that a recorded game names is on the island", () => {
  const [hex, vertex, edge] = [named("hex"), named("vertexId"), named("edgeId")];
  expect(hex).toEqual(new Set(hexes.keys()));
  expect(vertex.size).toBeGreaterThan(8);
  expect(edge.size).toBeGreaterThan(8);
  for (const id of vertex) expect(vertices.has(id)).toBe(true);
  for (const id of edge) expect(edges.has(id)).toBe(true);
});

test("ports lie on the coast and serve eighteen different corners", () => {
  const ports = [...named("edge")];
  expect(ports.length).toBe(9);
  const served = ports.flatMap((id) => edges.get(id)?.ends.map((end) => end.id) ?? []);
  expect(new Set(served).size).toBe(18);
  for (const id of ports) {
    const edge = edges.get(id);
    expect(edge?.hexes.length).toBe(1);
    if (edge === undefined) continue;
    const out = offshore(edge, 30);
    for (const other of hexes.values()) expect(Math.hypot(out.x - other.at.x, out.y - other.at.y)).toBeGreaterThan(HALF + 29);
  }
});

test("the nearest place wins, within reach", () => {
  const places = [...vertices.values()];
  for (const vertex of places) expect(nearest(places, { x: vertex.at.x + 3, y: vertex.at.y - 4 }, 30)).toBe(vertex.id);
  expect(nearest(places, { x: 0, y: 0 }, SIDE - 1)).toBeUndefined();
});
