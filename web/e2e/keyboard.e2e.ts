// No mouse at all: everything is reached with the Tab key, in the order that a person would come by it, and pressed with Enter.

import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { CatanResource } from "../src/protocol/messages.ts";
import { hurryTo } from "./hurry.ts";
import { catanWays, isAsked, isOver, kniffelWays } from "./play.ts";
import { person, type Person, table, until } from "./support.ts";

const KINDS: readonly CatanResource[] = ["wood", "brick", "sheep", "wheat", "ore"];
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
    await until(async () => (await actOnce(page, ways)) === undefined && isOver(page), "the end of the game", 480_000);
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
      480_000,
    );
    await page.getByRole("button", { name: "Menu" }).waitFor();
  });

  it("chips are laid on the felt, taken back, and the wheel is spun", async () => {
    const anna = await person({ name: "Anna" });
    const { page } = anna;
    await sitDown(anna, await table(anna, "roulette", { start: { chips: 100, rules: { isManualSpin: true } } }, ["cautious"]));
    const staked = (n: number): Promise<void> => page.getByText(new RegExp(`^${n} staked`)).first().waitFor();
    const named = (name: string | RegExp): Locator => page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
    await named("Spin").waitFor();
    expect(await press(page, named("Chip of 1"))).toBe(true);
    // One stop of the Tab key leads to the felt; arrows lead on from there.
    expect(await press(page, named(/^straight up 0, pays/))).toBe(true);
    await staked(1);
    const focused = (): Promise<string> => page.locator(":focus").getAttribute("aria-label").then((label) => label ?? "");
    await page.keyboard.press("ArrowRight");
    const beside = await focused();
    expect(beside).not.toMatch(/^straight up 0,/);
    await page.keyboard.press("Enter");
    await staked(2);
    expect(await press(page, named("Undo"))).toBe(true);
    await staked(1);
    expect(await press(page, named("Spin"))).toBe(true);
    const wheel = page.getByRole("img", { name: /^The wheel: the ball lies on \d+/ });
    await wheel.waitFor();
    const number = /\d+/.exec((await wheel.getAttribute("aria-label")) ?? "")?.[0] ?? "";
    await page.getByRole("log").getByText(new RegExp(`\\b${number}\\b`)).first().waitFor();
    // The table goes on by itself after a while, which may be before the key gets there.
    await press(page, named("Next round"));
    await named("Spin").waitFor();
  });

  it("cards are traded with the bank and with others", async () => {
    const anna = await person({ name: "Anna" });
    const bert = await person({ name: "Bert" });
    const { page } = anna;
    const id = await table(anna, "catan", { start: { rules: { pointsToWin: 20, handsOpen: true } } });
    await sitDown(bert, id);
    await sitDown(anna, id);
    const reached = await hurryTo("trade", id, [anna, bert]);
    if (reached === undefined) throw new Error("nobody could trade");
    const { view, seat } = reached;
    const bank = view.legal?.bank_trade;
    const others = Object.entries(view.players).find(([other]) => Number(other) !== seat)?.[1].resources;
    const give = KINDS.find((kind) => bank?.give[kind] !== undefined);
    const wish = KINDS.find((kind) => (others?.[kind] ?? 0) > 0);
    const get = KINDS.find((kind) => kind !== give && kind !== wish && bank?.receive.includes(kind) === true);
    if (bank === undefined || give === undefined || wish === undefined || get === undefined) throw new Error("there is nothing to trade");
    const had = view.players[seat]?.resources;
    const holds = async (kind: CatanResource, n: number): Promise<void> => {
      const card = page.getByRole("list", { name: "Your cards" }).getByRole("listitem").filter({ hasText: new RegExp(kind, "i") });
      await expect.poll(async () => (await card.innerText()).replace(/\D+/g, "")).toBe(String(n));
    };
    const named = (name: string): Locator => page.getByRole("button", { name, exact: true });
    const large = (kind: CatanResource): string => kind.slice(0, 1).toUpperCase() + kind.slice(1);

    const rate = bank.give[give] ?? 0;
    expect(await press(page, named("Trade"))).toBe(true);
    expect(await press(page, named(`One ${large(get)} more`))).toBe(true);
    expect(await press(page, named(`${rate} ${give} for 1 ${get}`))).toBe(true);
    await holds(get, (had?.[get] ?? 0) + 1);
    await holds(give, (had?.[give] ?? 0) - rate);

    expect(await press(page, named("Trade"))).toBe(true);
    expect(await press(page, named(`One ${large(get)} less`))).toBe(true);
    expect(await press(page, named(`One ${large(wish)} more`))).toBe(true);
    expect(await press(page, named("Offer"))).toBe(true);
    const accept = bert.page.getByRole("button", { name: "Accept", exact: true });
    await accept.waitFor();
    expect(await press(bert.page, accept)).toBe(true);
    await named("Trade with Bert").waitFor();
    expect(await press(page, named("Trade with Bert"))).toBe(true);
    await holds(get, had?.[get] ?? 0);
    await holds(wish, (had?.[wish] ?? 0) + 1 - (wish === give ? rate : 0));
  });
});
