// What is said about people at a table who go, come and are played for.

import { expect, test } from "vitest";
import type { Sitter } from "../games/contract.ts";
import { changes } from "./changes.ts";

const anna: Sitter = { seat: 0, playerId: "a", name: "Anna", color: "red", connected: true };
const bert: Sitter = { seat: 1, playerId: "b", name: "Bert", color: "blue", connected: false };

test("whoever goes or comes is named, and nobody else", () => {
  expect(changes([anna, bert], [{ ...anna, connected: false }, bert])).toEqual(["Anna is away."]);
  expect(changes([anna, bert], [anna, { ...bert, connected: true }])).toEqual(["Bert is back."]);
  expect(changes([anna], [anna, bert])).toEqual([]);
});

test("a bot that begins or ends to play for somebody is told, also after a change of seats", () => {
  const played: Sitter = { ...bert, seat: 0, substituted: true };
  expect(changes([bert], [played])).toEqual(["A bot plays for Bert."]);
  expect(changes([played], [{ ...bert, connected: true, substituted: false }])).toEqual(["Bert is back.", "Bert plays again."]);
});
