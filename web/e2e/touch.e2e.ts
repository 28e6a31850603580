// Two fingers on a phone's screen: the board grows and shrinks under them, and its places can still be tapped.

import type { CDPSession, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isAsked, PLACES } from "./play.ts";
import { button, gather, person, table, until } from "./support.ts";

interface Point {
  x: number;
  y: number;
}

/** Moves two fingers from one distance to another around a point, along a direction. */
async function pinch(fingers: CDPSession, middle: Point, along: Point, from: number, to: number): Promise<void> {
  const points = (apart: number): (Point & { id: number })[] => [-1, 1].map((side, id) => ({ id, x: middle.x + (side * along.x * apart) / 2, y: middle.y + (side * along.y * apart) / 2 }));
  await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(from) });
  const steps = 12;
  for (let step = 1; step <= steps; step += 1) {
    await fingers.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(from + ((to - from) * step) / steps) });
  }
  await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** How wide the desert, or whatever lies in the middle of the board, is on the screen. */
async function size(page: Page): Promise<number> {
  const box = await page.getByRole("group", { name: "The island" }).locator("> g").first().boundingBox();
  return box?.width ?? 0;
}

describe("two fingers", () => {
  it.each([
    ["across", { x: 1, y: 0 }],
    ["up and down", { x: 0, y: 1 }],
    ["askew", { x: 0.7, y: 0.7 }],
  ])("zoom the board in and out, %s", async (_, along) => {
    const anna = await person({ name: "Anna", device: "phone", settings: { oneTap: true } });
    const { page } = anna;
    await gather([anna], await table(anna, "catan", {}, ["random", "random"]));
    await until(() => isAsked(page), "the own turn");
    const board = await page.getByRole("group", { name: "The island" }).boundingBox();
    if (board === null) throw new Error("there is no board");
    const middle = { x: board.x + board.width / 2, y: board.y + board.height / 3 };
    const fingers = await anna.context.newCDPSession(page);

    const before = await size(page);
    await pinch(fingers, middle, along, 60, 150);
    await expect.poll(() => size(page)).toBeGreaterThan(1.8 * before);
    await button(page, "Whole board").waitFor();
    expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    // What the fingers were on is still under them, and can be tapped: the first place that is in sight.
    const places = await page.getByRole("button", { name: PLACES }).all();
    expect(places.length).toBeGreaterThan(0);
    await pinch(fingers, middle, along, 150, 40);
    await expect.poll(() => size(page)).toBeCloseTo(before, 0);
    await button(page, "Whole board").waitFor({ state: "detached" });
    // Neither pinch was taken for a tap.
    expect(await button(page, PLACES).count()).toBe(places.length);
    await button(page, PLACES).first().click();
    await page.getByText("Place a road", { exact: false }).first().waitFor();
  });
});
