// People whose pages go away and come back: reloads in the middle of things, a second tab, a server that is killed.

import { describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
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
    480_000,
  );
}

/** Three people around the desert, where the robber may stay: whoever moves it has two to choose from. They build nothing, so that hands grow. */
const LONG = { start: { rules: { pointsToWin: 20, discardFrom: 7, robberMayStay: true } } };
const aroundTheDesert = (page: Page): Way[] => [
  [button(page, /^Settlement: .*desert/), tap],
  [button(page, /^Settlement: .*\b[68]\b/), tap],
  [button(page, /^Robber: desert, beside/), tap],
  ...catanWays(page).filter(([find]) => !String(find).includes("costs")),
];

/** The first of these people whose page shows something. */
async function whoSees(people: readonly Person[], what: (page: Page) => Locator): Promise<Person | undefined> {
  for (const someone of people) if (await what(someone.page).first().isVisible()) return someone;
  return undefined;
}

/** Plays on until one of them sees something, and gives whoever does. */
async function playUntilSeen(people: readonly Person[], what: (page: Page) => Locator, name: string): Promise<Person> {
  let found: Person | undefined;
  await playUntil(people, aroundTheDesert, async () => (found ??= await whoSees(people, what)) !== undefined, name);
  if (found === undefined) throw new Error(`nobody saw ${name}`);
  return found;
}

const names = (all: Locator): Promise<string[]> => all.evaluateAll((found) => found.map((one) => one.getAttribute("aria-label") ?? one.textContent.trim()));

const dice = (page: Page): Promise<string[]> => names(page.getByRole("button", { name: /^die \d shows/ }));

describe("coming back", () => {
  it("a reload in the middle of a trade, a theft and a discard loses nothing", async () => {
    const people = [];
    for (const name of ["Anna", "Bert", "Carl"]) people.push(await person({ name, settings: { oneTap: true } }));
    const [anna] = people;
    if (anna === undefined) throw new Error("nobody came");
    await gather(people, await table(anna, "catan", LONG));

    const { page: offering } = await playUntilSeen(people, (page) => button(page, "End turn"), "somebody's turn after the roll");
    await button(offering, "Trade").click();
    const sheet = offering.getByRole("dialog", { name: "Trade" });
    await sheet.waitFor();
    // One card of the first kind there is, for one of the next kind.
    const less = sheet.getByRole("button", { name: /^One .* less$/ });
    const given = (await less.evaluateAll((all) => all.map((one) => one.getAttribute("aria-disabled")))).indexOf("false");
    await less.nth(given).click();
    await sheet.getByRole("button", { name: /^One .* more$/ }).nth((given + 1) % 5).click();
    await button(offering, "Offer").click();
    const offers = offering.getByRole("list", { name: "Offers" });
    await offers.getByRole("listitem").first().waitFor();
    const words = await offers.innerText();
    await offering.reload();
    await expect.poll(() => offers.innerText()).toBe(words);

    const victims = (page: Page): Locator => button(page, /: \d+ cards?$/);
    const { page: thief } = await playUntilSeen(people, victims, "a theft with a choice");
    await expect.poll(() => victims(thief).count()).toBe(2);
    const choice = await names(victims(thief));
    await thief.reload();
    await expect.poll(() => names(victims(thief))).toEqual(choice);
    await victims(thief).first().click();
    await button(thief, "End turn").waitFor();

    const debt = (page: Page): Locator => page.getByRole("group", { name: /^Discard \d/ });
    const { page: owing } = await playUntilSeen(people, debt, "a discard");
    const owed = await names(debt(owing));
    await owing.reload();
    await expect.poll(() => names(debt(owing))).toEqual(owed);
    await button(owing, /^Choose \d+ for me$/).click();
    await button(owing, "Discard").click();
    await debt(owing).waitFor({ state: "detached" });
  });

  it("a reload while the ball rolls ends at the same number for everybody", async () => {
    const anna = await person({ name: "Anna", settings: { fast: false } });
    const bert = await person({ name: "Bert", device: "phone", settings: { fast: false } });
    for (const { page } of [anna, bert]) await page.emulateMedia({ reducedMotion: "no-preference" });
    const id = await table(anna, "roulette", { start: { chips: 100, rules: { isManualSpin: true } } });
    await gather([anna, bert], id);
    await button(anna.page, /^red, pays/).click();
    await anna.page.getByText(/^5 staked/).first().waitFor();
    await button(anna.page, "Spin").click();
    await bert.page.getByRole("img", { name: "The wheel: the ball rolls" }).waitFor();
    await anna.page.reload();
    const wheels = [anna, bert].map(({ page }) => page.getByRole("img", { name: /^The wheel: the ball lies on \d+/ }));
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
    expect(await dice(second)).toEqual(await dice(anna.page));
  });

  it("a second device takes the seat too: the first one is told, and both play on", async () => {
    const anna = await person({ name: "Anna", settings: { oneTap: true } });
    const id = await table(anna, "kniffel", {}, ["novice"]);
    await gather([anna], id);
    await until(() => isAsked(anna.page), "the own turn");
    const mine = await secondTab(anna);
    await mine.goto("/me");
    await button(mine, "Show a code").click();
    const code = await mine.locator(".code").innerText();
    await mine.close();
    // A second tab was no news.
    const notice = anna.page.getByText("Also on another device");
    expect(await notice.count()).toBe(0);

    const { page: phone } = await person({ device: "phone", settings: { oneTap: true } });
    await phone.goto("/");
    await phone.getByText("Another device", { exact: true }).click();
    await phone.getByRole("textbox", { name: "Code from the other device" }).fill(code);
    await button(phone, "Use it").click();
    await phone.getByRole("link", { name: /Your turn/ }).click();
    await notice.waitFor();
    await anna.page.getByRole("log").getByText("Your seat is now played on another device too.").waitFor();

    await button(phone, "Roll the dice").click();
    await anna.page.getByText("2 rolls left").first().waitFor();
    await button(anna.page, "Roll all five").click();
    await phone.getByText("1 roll left").first().waitFor();
    expect(await dice(phone)).toEqual(await dice(anna.page));
    // It goes away by itself, and the other device as well; the game stays.
    await phone.close();
    await notice.waitFor({ state: "detached" });
    await playUntil([anna], kniffelWays, () => anna.page.getByText(/^Round 2 of 13/).isVisible(), "the next round");
  });

  it("after a reload, the log tells the same at the times when it happened", async () => {
    const anna = await person({ name: "Anna", settings: { oneTap: true } });
    const { page } = anna;
    const id = await table(anna, "kniffel", {}, ["novice"]);
    await gather([anna], id);
    await playUntil([anna], kniffelWays, () => page.getByText(/^Round 3 of 13/).isVisible(), "the third round");
    await until(() => isAsked(page), "the own turn");
    const entries = page.getByRole("log").locator("p", { has: page.locator("time[datetime]") });
    const told = (): Promise<string[]> => entries.locator(".entry > span").allInnerTexts();
    const before = (await told()).filter((line) => !line.startsWith("Game "));
    await page.reload();
    await expect.poll(told).toEqual(before);
    // To the millisecond what the server has kept, and not when this page came.
    const kept = await (await anna.context.request.get(`/api/tables/${id}/replay`)).text();
    const times = new Set([...kept.matchAll(/"at":(\d+)/g)].map(([, at]) => Number(at)));
    const shown = await entries.locator("time").evaluateAll((all) => all.map((one) => Date.parse(one.getAttribute("datetime") ?? "")));
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((at) => !times.has(at))).toEqual([]);
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
      await page.getByText(/^Reconnecting/).first().waitFor();
      await server.restart();
      await page.getByText(/^Reconnecting/).first().waitFor({ state: "hidden", timeout: 60_000 });
      serverIsGone(false);
      await playKniffel([anna]);
      expect(await isOver(page)).toBe(true);
    } finally {
      serverIsGone(true);
      await server.stop();
    }
  });
});
