// The bank's rates as the harbours say.

import { expect, test } from "vitest";
import type { CatanFixedBoard } from "../../../protocol/messages.ts";
import { edges, vertices } from "../geometry.ts";
import { ratesOf } from "./rates.ts";

const [wooden = "", open = ""] = [...edges.keys()];
const ports = { [wooden]: "wood", [open]: "any" };
const board = { hexes: {}, ports } as unknown as CatanFixedBoard;
const cornerOf = (edge: string): string => [...vertices].find(([, vertex]) => vertex.edges.includes(edge) && vertex.edges.every((other) => other === edge || ports[other] === undefined))?.[0] ?? "";

test("four for one, three at an open harbour, two of its kind at another", () => {
  const nowhere = { settlements: {}, cities: {} };
  expect(ratesOf(board, nowhere, 0)).toEqual({ any: 4, special: [] });
  expect(ratesOf(board, { settlements: { [cornerOf(wooden)]: 0 }, cities: {} }, 0)).toEqual({ any: 4, special: ["wood"] });
  expect(ratesOf(board, { settlements: {}, cities: { [cornerOf(open)]: 0 } }, 0).any).toBe(3);
  expect(ratesOf(board, { settlements: { [cornerOf(wooden)]: 1 }, cities: {} }, 0)).toEqual({ any: 4, special: [] });
});
