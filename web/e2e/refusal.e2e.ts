// What the table refuses: the page says so, and goes on as if nothing had been tried.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isAsked, kniffelWays } from "./play.ts";
import { actOnce, button, click, gather, person, type Person, secondTab, table, until } from "./support.ts";

const complaint = (page: Page): Promise<string> => page.getByRole("alert").allInnerTexts().then((all) => all.join("").trim());

/** A line that can be held up: what the server says waits until it is let go. */
async function holdable(page: Page): Promise<{ hold: () => void; release: () => void }> {
  let held = false;
  const kept: (() => void)[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (held) kept.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold: () => (held = true),
    release: () => {
      held = false;
      for (const pass of kept.splice(0)) pass();
    },
  };
}

describe("a refused command", () => {
  it("comes from a page that is behind, which catches up and plays on", async () => {
    const people: Person[] = [];
    for (const name of ["Anna", "Bert"]) people.push(await person({ name, settings: { oneTap: true } }));
    const lines = new Map<Person, Awaited<ReturnType<typeof holdable>>>();
    for (const someone of people) lines.set(someone, await holdable(someone.page));
    const [host] = people;
    if (host === undefined) throw new Error("nobody came");
    const id = await table(host, "kniffel", {});
    await gather(people, id);

    let first: Person | undefined;
    await until(async () => {
      for (const someone of people) if (await isAsked(someone.page)) first = someone;
      return first !== undefined;
    }, "the first turn");
    const other = people.find((someone) => someone !== first);
    if (first === undefined || other === undefined) throw new Error("nobody is first");
    const { page } = first;
    const line = lines.get(first);
    await button(page, "Roll the dice").waitFor();

    // The turn is played in another tab, while this one hears nothing of it.
    line?.hold();
    const tab = await secondTab(first);
    await tab.goto(`/t/${id}`);
    const ways = kniffelWays(tab);
    await button(tab, "Roll the dice").click();
    await until(async () => {
      await actOnce(ways.filter(([find]) => !String(find).includes("Roll")));
      return !(await isAsked(tab));
    }, "the end of the turn");
    await click(page, "Roll the dice");
    line?.release();

    await expect.poll(() => complaint(page)).not.toBe("");
    await until(async () => !(await isAsked(page)), "the page to catch up");
    await until(async () => {
      if (await isAsked(other.page)) await actOnce(kniffelWays(other.page));
      return isAsked(page);
    }, "the next turn");
    await button(page, "Roll the dice").click();
    await page.getByText("2 rolls left").first().waitFor();
  });

  it("is a bet above the limit: nothing is staked, and the round goes on", async () => {
    const anna = await person({ name: "Anna" });
    const { page } = anna;
    await gather([anna], await table(anna, "roulette", { start: { chips: 100, rules: { isManualSpin: true, maxTotalBet: 12 } } }));
    await click(page, "Chip of 5");
    await button(page, /^red, pays/).click();
    await page.getByText(/^5 staked/).first().waitFor();
    await button(page, /^odd, pays/).click();
    await page.getByText(/^10 staked/).first().waitFor();
    await button(page, /^low, 1 to 18, pays/).click();
    await expect.poll(() => complaint(page)).not.toBe("");
    expect(await button(page, "Bets: 2").count()).toBe(1);
    await click(page, "Undo");
    await page.getByText(/^5 staked/).first().waitFor();
    await click(page, "Spin");
    await page.getByRole("img", { name: /^The wheel: the ball lies on \d+/ }).waitFor({ timeout: 60_000 });
  });
});
