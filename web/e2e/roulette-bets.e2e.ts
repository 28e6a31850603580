// Every bet of the layout, tapped on a phone, is the bet that the table takes.
//
// The bets are listed here from the rules, not from the page's own geometry. A place is found as a person with a screen reader
// would find it, by its spoken name; the tap goes to the middle of it, and what the server says about it is read off the wire.

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { gather, person, table } from "./support.ts";

interface Expected {
  name: string;
  betType: string;
  numbers: number[];
}

/** All 157 bets, by the rules. */
function allBets(): Expected[] {
  const bets: Expected[] = [];
  const add = (betType: string, numbers: number[], name: string, pays: number): void => {
    bets.push({ betType, numbers, name: `${name}, pays ${pays} to 1` });
  };
  const all = Array.from({ length: 36 }, (_, i) => i + 1);
  const listed = (numbers: number[]): string => numbers.join(", ");
  for (const n of [0, ...all]) add("straight", [n], `straight up ${n}`, 35);
  for (const n of all) {
    if (n % 3 !== 0) add("split", [n, n + 1], `split ${n} and ${n + 1}`, 17);
    if (n <= 33) add("split", [n, n + 3], `split ${n} and ${n + 3}`, 17);
    if (n % 3 === 1) add("street", [n, n + 1, n + 2], `street ${listed([n, n + 1, n + 2])}`, 11);
    if (n % 3 !== 0 && n <= 32) add("corner", [n, n + 1, n + 3, n + 4], `corner ${listed([n, n + 1, n + 3, n + 4])}`, 8);
    if (n % 3 === 1 && n <= 31) add("line", [0, 1, 2, 3, 4, 5].map((i) => n + i), `six line ${n} to ${n + 5}`, 5);
  }
  for (const n of [1, 2, 3]) add("split", [0, n], `split 0 and ${n}`, 17);
  for (const n of [1, 2]) add("street", [0, n, n + 1], `street ${listed([0, n, n + 1])}`, 11);
  add("corner", [0, 1, 2, 3], "first four 0, 1, 2, 3", 8);
  for (const first of [1, 13, 25]) add("dozen", all.filter((n) => n >= first && n < first + 12), `dozen ${first} to ${first + 11}`, 2);
  for (const c of [1, 2, 3]) add("column", all.filter((n) => n % 3 === c % 3), `column ${c}, from ${c} to ${33 + c}`, 2);
  for (const betType of ["red", "black", "odd", "even"]) add(betType, [], betType, 1);
  add("low", [], "low, 1 to 18", 1);
  add("high", [], "high, 19 to 36", 1);
  return bets;
}

interface Placed {
  betType: string;
  numbers: number[];
  amount: number;
}

/** What the server says it took, in order, read off the wire. */
function taken(page: Page): Placed[] {
  const placed: Placed[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string } & Placed;
      if (message.type === "bet_placed") placed.push({ betType: message.betType, numbers: [...message.numbers].sort((a, b) => a - b), amount: message.amount });
    }),
  );
  return placed;
}

describe("roulette on a phone", () => {
  test("all 157 places take the bet that they name, and are large enough for a finger", async () => {
    const tapper = await person({ name: "Tapper", device: "phone" });
    const { page } = tapper;
    const id = await table(tapper, "roulette", { start: { chips: 200, rules: { isManualSpin: true } } });
    const placed = taken(page);
    await gather([tapper], id);
    await page.getByRole("button", { name: "Chip of 1", exact: true }).tap();

    const bets = allBets();
    expect(bets).toHaveLength(157);
    const felt = page.getByRole("group", { name: "Betting layout" });
    expect(await felt.getByRole("button").count()).toBe(157);
    for (const [i, { name, betType, numbers }] of bets.entries()) {
      const place = felt.getByRole("button", { name, exact: true });
      await place.scrollIntoViewIfNeeded();
      const box = await place.boundingBox();
      expect([name, (box?.width ?? 0) >= 24, (box?.height ?? 0) >= 24]).toEqual([name, true, true]);
      await place.tap();
      await expect.poll(() => placed.length, { message: name, interval: 10 }).toBe(i + 1);
      expect(placed[i]).toEqual({ betType, numbers, amount: 1 });
    }
    // What the page shows afterwards is what the table has.
    await expect.poll(() => felt.getByRole("button", { name: /your chips here: 1$/ }).count()).toBe(157);
    expect(await page.getByRole("button", { name: "Bets: 157" }).count()).toBe(1);
    await page.getByRole("button", { name: "Clear", exact: true }).tap();
    await expect.poll(() => page.getByRole("button", { name: "Bets: 0" }).count()).toBe(1);
  });
});
