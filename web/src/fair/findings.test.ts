// What a check has shown: for the game, against it, or only to be known.

import { expect, test } from "vitest";
import { findings } from "./findings.ts";
import type { Report } from "./verify.ts";

const report = (more: Partial<Report["header"]>): Report =>
  ({ header: { game: "kniffel", people: [0], missing: [], drawn: [], commitment: "c", seeds: { 0: "s" }, ...more }, moves: 3, draws: { deck: 0, dice: 2, steal: 0, wheel: 0 } }) as unknown as Report;
const signs = (...[what, given]: Parameters<typeof findings>): (boolean | undefined)[] => findings(what, given).map(({ good }) => good);

test("what was checked is good, what could not be is only told", () => {
  expect(signs(report({}), undefined)).toEqual([true, true, true, true, undefined]);
  expect(signs(report({ missing: [0] }), undefined)).toEqual([true, true, true, undefined, undefined, undefined]);
});

test("the secret that this browser kept speaks for the game or against it", () => {
  const given = { game: 1, seat: 0, seed: "s", commitment: "", server: "c" };
  expect(signs(report({}), given).slice(-2)).toEqual([true, true]);
  expect(signs(report({}), { ...given, seed: "other", server: "other" }).slice(-2)).toEqual([false, false]);
});
