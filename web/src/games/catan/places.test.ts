// Spoken names must tell places apart, in both languages.

import { afterEach, expect, test } from "vitest";
import type { CatanFixedBoard, CatanTerrain } from "../../protocol/messages.ts";
import { settings } from "../../settings.svelte.ts";
import { edges, hexes, vertices } from "./geometry.ts";
import { edgeName, pieceName, vertexName } from "./places.ts";

// The board for beginners (docs/rules/catan.md §2): terrain and number, row by row.
const TILES =
  "mountains 10,pasture 2,forest 9,fields 12,hills 6,pasture 4,hills 10,fields 9,forest 11,desert,forest 3,mountains 8,forest 8,mountains 3,fields 4,pasture 5,hills 5,fields 6,pasture 11".split(",");
const board: CatanFixedBoard = { hexes: {}, ports: { "3,0": "any", "6,0": "wheat" } };
for (const [at, id] of [...hexes.keys()].entries()) {
  const [terrain, number] = (TILES[at] ?? "desert").split(" ");
  board.hexes[id] = number === undefined ? { terrain: "desert" } : { terrain: terrain as CatanTerrain, number: Number(number) };
}

afterEach(() => {
  settings.language = "en";
});

test.each(["en", "de"] as const)("every corner and side has a name of its own (%s)", (language) => {
  settings.language = language;
  expect(new Set([...vertices.keys()].map((id) => vertexName(board, id))).size).toBe(54);
  expect(new Set([...edges.keys()].map((id) => edgeName(board, id))).size).toBe(72);
});

test("a piece is mine, or somebody's", () => {
  settings.language = "de";
  expect(pieceName("settlement", vertexName(board, "5,4"), undefined)).toBe("deine Siedlung, Ecke zwischen Hügelland 6, Weideland 4 und Wüste");
  expect(pieceName("road", edgeName(board, "3,0"), "Cleo")).toBe("Straße von Cleo, Küste links oben von Gebirge 10");
});

test("names say what lies around, and which harbour", () => {
  settings.language = "en";
  expect(vertexName(board, "5,4")).toBe("corner between hills 6, pasture 4 and desert");
  expect(vertexName(board, "3,0")).toBe("top corner of mountains 10, at the sea, harbour 3:1");
  expect(vertexName(board, "6,1")).toBe("corner between pasture 2, forest 9 and sea, wheat harbour 2:1");
  expect(edgeName(board, "3,0")).toBe("upper left coast of mountains 10");
  settings.language = "de";
  expect(vertexName(board, "6,1")).toBe("Ecke zwischen Weideland 2, Wald 9 und Meer, Getreidehafen 2:1");
});
