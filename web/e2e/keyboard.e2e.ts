// No mouse at all: everything is reached with the Tab key, in the order that a person would come by it, and pressed with Enter.

import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { catanWays, isAsked, isOver, kniffelWays } from "./play.ts";
import { person, type Person, table, until } from "./support.ts";

/** More stops than any page has. */
const STOPS = 250;

/** Walks to one of these things and presses Enter on it; gives false if they went away meanwhile. */
async function press(page: Page, what: Locator): Promise<boolean> {
  const reached = what.and(page.locator(":focus"));
  for (let stop = 0; stop < STOPS; stop += 1) {
    if ((await reached.count()) > 0) {
      await page.keyboard.press("Enter");
      return true;
    }
    if ((await what.count()) === 0) return false;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not lead to ${String(what)}`);
}

/** Does the first thing that can be done now; gives which one it was. */
async function actOnce(page: Page, ways: readonly Locator[]): Promise<Locator | undefined> {
  if (!(await isAsked(page))) return undefined;
  for (const way of ways) {
    const possible = way.and(page.locator(":not([aria-disabled=true])"));
    if ((await possible.count()) > 0) return (await press(page, possible)) ? way : undefined;
  }
  return undefined;
}

async function sitDown({ page }: Person, id: string): Promise<void> {
  await page.goto(`/t/${id}`);
  for (const name of ["Take a seat", "I am ready"]) {
    const button = page.getByRole("button", { name, exact: true });
    await button.waitFor();
    expect(await press(page, button)).toBe(true);
  }
}

describe("with the keyboard alone", () => {
  it("a whole game of Kniffel is played", async () => {
    const anna = await person({ name: "Anna" });
    const { page } = anna;
    await sitDown(anna, await table(anna, "kniffel", {}, ["novice"]));
    const ways = kniffelWays(page).map(([find]) => find);
    await until(async () => (await actOnce(page, ways)) === undefined && isOver(page), "the end of the game", 240_000);
  });

  it("dice are held and rolled with their own keys", async () => {
    const anna = await person({ name: "Anna" });
    const { page } = anna;
    await sitDown(anna, await table(anna, "kniffel", {}, ["novice"]));
    await until(() => isAsked(page), "the own turn");
    await page.keyboard.press("r");
    await page.getByText("2 rolls left").first().waitFor();
    const die = page.getByRole("button", { name: /^die 1 shows/ });
    await die.waitFor();
    const shown = (await die.getAttribute("aria-label"))?.match(/shows \w+/)?.[0] ?? "a die";
    await page.keyboard.press("1");
    await expect.poll(() => die.getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("r");
    await page.getByText("1 roll left").first().waitFor();
    expect(await die.getAttribute("aria-label")).toContain(shown);
  });

  it("Catan is set up and played for some turns", async () => {
    const anna = await person({ name: "Anna" });
    const { page } = anna;
    await sitDown(anna, await table(anna, "catan", {}, ["random", "random"]));
    const ways = catanWays(page).map(([find]) => find);
    const end = ways.at(-1);
    let turns = 0;
    await until(
      async () => {
        const done = await actOnce(page, ways);
        if (done !== undefined && done === end) turns += 1;
        return turns === 3;
      },
      "three turns",
      240_000,
    );
    await page.getByRole("button", { name: "Menu" }).waitFor();
  });
});
