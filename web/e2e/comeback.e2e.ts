// People whose pages go away and come back: reloads in the middle of things, a second tab, a server that is killed.

import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { catanWays, isAsked, isOver, kniffelWays, playKniffel } from "./play.ts";
import { startServer } from "./server.ts";
import { actOnce, button, gather, person, type Person, secondTab, serverIsGone, table, tap, until, type Way } from "./support.ts";

/** Plays on until a page shows something. */
async function playUntil(people: readonly Person[], ways: (page: Page) => Way[], shown: () => Promise<boolean>, what: string): Promise<void> {
  const all = people.map(({ page }) => ({ page, own: ways(page) }));
  await until(
    async () => {
      if (await shown()) return true;
      for (const { page, own } of all) if ((await isAsked(page)) && !(await shown())) await actOnce(own);
      return shown();
    },
    what,
    240_000,
  );
}

describe("coming back", () => {
  it("a reload in the middle of a discard, a theft and a trade loses nothing", async () => {
    const anna = await person({ name: "Anna", settings: { oneTap: true } });
    const bert = await person({ name: "Bert", settings: { oneTap: true } });
    const { page } = anna;
    // Nobody wins for a long time, and whoever has seven cards discards.
    const id = await table(anna, "catan", { start: { rules: { pointsToWin: 20, discardFrom: 7 } } });
    await gather([anna, bert], id);
    // They only roll and end their turns, so that hands grow until a seven.
    const idle = (other: Page): Way[] => catanWays(other).filter(([find]) => !String(find).includes("costs"));

    const discard = page.getByRole("group", { name: /^Discard \d/ });
    await playUntil([anna, bert], idle, () => discard.isVisible(), "a discard");
    const title = await discard.getAttribute("aria-label");
    await page.reload();
    expect(await page.getByRole("group", { name: title ?? "" }).isVisible().catch(() => false) || (await discard.waitFor().then(() => discard.getAttribute("aria-label")))).toBeTruthy();
    await button(page, "Choose for me").click();
    await button(page, /^Discard \d/).click();

    // A theft with a choice needs two others beside the hex, so the robber's own choice stands in for it here.
    const robber = button(page, /^Robber: /);
    await playUntil([anna, bert], idle, () => robber.first().isVisible(), "the robber to be moved");
    const places = await robber.count();
    await page.reload();
    await until(async () => (await robber.count()) === places, "the same places for the robber");

    const mine = (): Promise<boolean> => button(page, "End turn").isVisible();
    await playUntil([anna, bert], idle, mine, "my turn after the roll");
    const trade = button(page, "Trade");
    if ((await trade.getAttribute("aria-disabled")) !== "true") {
      await trade.click();
      await page.getByRole("dialog", { name: "Trade" }).waitFor();
      const less = button(page, /^One .* less$/);
      const gives = await firstEnabled(less);
      await gives?.click();
      await button(page, /^One .* more$/).last().click();
      const offer = button(page, "Offer");
      if ((await offer.getAttribute("aria-disabled")) !== "true") {
        await offer.click();
        const offers = page.getByRole("list", { name: "Offers" });
        await offers.getByRole("listitem").first().waitFor();
        const words = await offers.innerText();
        await page.reload();
        await offers.getByRole("listitem").first().waitFor();
        expect(await offers.innerText()).toBe(words);
        await bert.page.reload();
        await bert.page.getByRole("list", { name: "Offers" }).waitFor();
      }
    }
  });

  it("a reload while the ball rolls ends at the same number for everybody", async () => {
    const anna = await person({ name: "Anna", settings: { fast: false } });
    const bert = await person({ name: "Bert", device: "phone", settings: { fast: false } });
    const id = await table(anna, "roulette", { start: { chips: 100, rules: { isManualSpin: true } } });
    await gather([anna, bert], id);
    await button(anna.page, /^red, pays/).click();
    await button(anna.page, "Spin").click();
    await anna.page.reload();
    const lies = /^The wheel: the ball lies on \d+/;
    const wheels = [anna, bert].map(({ page }) => page.getByRole("img", { name: lies }));
    for (const wheel of wheels) await wheel.waitFor({ timeout: 60_000 });
    const [one, other] = await Promise.all(wheels.map((wheel) => wheel.getAttribute("aria-label")));
    expect(one).toBe(other);
  });

  it("two tabs of one person show and do the same", async () => {
    const anna = await person({ name: "Anna", settings: { oneTap: true } });
    const id = await table(anna, "kniffel", {}, ["novice"]);
    await gather([anna], id);
    const second = await secondTab(anna);
    await second.goto(`/t/${id}`);
    await until(() => button(second, "Roll the dice").isVisible(), "my turn in the second tab");
    await tap(button(second, "Roll the dice"));
    await until(() => button(anna.page, /points?$/).first().isVisible(), "the offers in the first tab");
    const dice = (page: Page): Promise<string[]> => page.getByRole("button", { name: /^die \d shows/ }).evaluateAll((all) => all.map((die) => die.getAttribute("aria-label") ?? ""));
    expect(await dice(second)).toEqual(await dice(anna.page));
  });

  it("a killed server comes back under a running game, which goes on to its end", async () => {
    const server = await startServer();
    try {
      const anna = await person({ name: "Anna", url: server.url, settings: { oneTap: true } });
      const { page } = anna;
      const id = await table(anna, "kniffel", {}, ["novice"]);
      await gather([anna], id);
      const round = page.getByText(/^Round 3 of 13/);
      await playUntil([anna], kniffelWays, () => round.isVisible(), "the third round");
      serverIsGone(true);
      await server.kill();
      await page.getByText(/Connection lost/).first().waitFor();
      await server.restart();
      await page.getByText(/Connected again/).first().waitFor({ timeout: 60_000 });
      serverIsGone(false);
      await playKniffel([anna]);
      expect(await isOver(page)).toBe(true);
    } finally {
      serverIsGone(true);
      await server.stop();
    }
  });
});

async function firstEnabled(all: ReturnType<Page["getByRole"]>): Promise<ReturnType<Page["getByRole"]> | undefined> {
  for (const one of await all.all()) if ((await one.getAttribute("aria-disabled")) !== "true" && (await one.isEnabled())) return one;
  return undefined;
}
