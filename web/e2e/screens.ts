// The screens of the page, and how to get to each of them: for the tests of all screens, and for pictures of the main ones.

import type { Locator, Page } from "playwright-core";
import { catanWays, endRoulette, isAsked, kniffelWays, playCatan, playKniffel, playRoulette } from "./play.ts";
import { actOnce, button, gather, type Person, table, until, type Way } from "./support.ts";

export interface Screen {
  name: string;
  /** Brings a page there; whoever comes has a name already. */
  reach(person: Person): Promise<void>;
}

/** Tables are prepared once per run; the screens are then only visited. */
export interface Prepared {
  lobby: string;
  setup: string;
  catan: string;
  kniffel: string;
  roulette: string;
  over: string;
  catanOver: string;
  rouletteOver: string;
}

const MANUAL = { start: { chips: 200, rules: { isManualSpin: true } } };

async function some(person: Person, steps: number, ways: typeof catanWays): Promise<void> {
  const own = ways(person.page);
  let done = 0;
  await until(async () => {
    if ((await isAsked(person.page)) && (await actOnce(own))) done += 1;
    return done >= steps;
  }, `${steps} moves`, 200_000);
}

/** Plays one game of each kind to its end, and leaves their tables. */
async function finish(host: Person): Promise<Pick<Prepared, "over" | "catanOver" | "rouletteOver">> {
  const over = await table(host, "kniffel", {}, ["novice"]);
  await gather([host], over);
  await playKniffel([host]);
  const catanOver = await table(host, "catan", { start: { rules: { pointsToWin: 4 } } }, ["greedy", "greedy"]);
  await gather([host], catanOver);
  await playCatan([host]);
  const rouletteOver = await table(host, "roulette", MANUAL, ["cautious"]);
  await gather([host], rouletteOver);
  await playRoulette(host, 2);
  await endRoulette(host);
  return { over, catanOver, rouletteOver };
}

/** Opens a table of each kind and plays into it; needs a page that speaks English. */
export async function prepare(host: Person, moves = { catan: 8, kniffel: 5 }): Promise<Prepared> {
  const { page } = host;
  const lobby = await table(host, "catan", {}, ["greedy"]);
  await page.goto(`/t/${lobby}`);
  await button(page, "Take a seat").click();
  await button(page, "I am ready").waitFor();

  const setup = await table(host, "catan", {}, ["greedy", "greedy", "greedy"]);
  await gather([host], setup);
  await until(() => isAsked(page), "the first settlement");

  const catan = await table(host, "catan", {}, ["greedy", "greedy", "greedy"]);
  await gather([host], catan);
  await some(host, moves.catan, catanWays);
  // On the own turn, with the dice rolled and no offer open.
  const turn = button(page, "End turn");
  const between: Way[] = catanWays(page).filter(([find]) => !/End turn|costs/.test(String(find)));
  await until(async () => (await turn.isVisible()) || ((await isAsked(page)) && (await actOnce(between)) && false), "the own turn", 200_000);

  const kniffel = await table(host, "kniffel", {}, ["novice", "novice"]);
  await gather([host], kniffel);
  await some(host, moves.kniffel, kniffelWays);

  const roulette = await table(host, "roulette", MANUAL, ["cautious", "lucky"]);
  await gather([host], roulette);
  for (const bet of [/^straight up 17, pays/, /^corner 1, 2, 4, 5, pays/, /^red, pays/, /^dozen 13 to 24, pays/]) await button(page, bet).click();
  await page.getByText(/^\d+ staked/).first().waitFor();

  return { lobby, setup, catan, kniffel, roulette, ...(await finish(host)) };
}

/** Every main screen. Names on buttons are not used here, since the language differs. */
export const screens = (ready: Prepared): Screen[] => [
  { name: "start", reach: ({ page }) => visit(page, "/") },
  { name: "lobby", reach: ({ page }) => visit(page, `/t/${ready.lobby}`) },
  { name: "catan", reach: ({ page }) => visit(page, `/t/${ready.catan}`) },
  { name: "kniffel", reach: ({ page }) => visit(page, `/t/${ready.kniffel}`) },
  { name: "roulette", reach: ({ page }) => visit(page, `/t/${ready.roulette}`) },
  { name: "result", reach: ({ page }) => visit(page, `/t/${ready.over}`) },
  { name: "result-catan", reach: ({ page }) => visit(page, `/t/${ready.catanOver}`) },
  { name: "result-roulette", reach: ({ page }) => visit(page, `/t/${ready.rouletteOver}`) },
  {
    name: "replay",
    reach: async ({ page }) => {
      await visit(page, `/t/${ready.over}/replay?step=20`);
      await page.getByRole("slider").first().waitFor();
    },
  },
  { name: "me", reach: ({ page }) => visit(page, "/me") },
];

/** What opens over the screens, and screens that are only passed through. */
export const passing = (ready: Prepared): Screen[] => [
  { name: "setup", reach: ({ page }) => visit(page, `/t/${ready.setup}`) },
  { name: "settings", reach: ({ page }) => opened(page, "/", page.locator("header button").last()) },
  { name: "opening a table", reach: ({ page }) => opened(page, "/", page.locator("main section button:not(.filled)").first()) },
  { name: "menu", reach: ({ page }) => opened(page, `/t/${ready.catan}`, page.locator("header button").nth(-2)) },
  {
    name: "trade",
    reach: async ({ page }) => {
      await opened(page, `/t/${ready.catan}`, page.locator("section .build button").last());
      // A card that is wanted, so that the bank says what it takes for it.
      await page.getByRole("dialog").getByRole("group").first().getByRole("button").first().click();
    },
  },
  { name: "a card", reach: ({ page }) => opened(page, `/t/${ready.catan}`, page.locator("section .dev button").first()) },
  {
    name: "log",
    reach: async ({ page, device }) => {
      // On a desk it is always there.
      if (device === "desk") await visit(page, `/t/${ready.over}`);
      else await opened(page, `/t/${ready.over}`, page.locator("header button").nth(-3));
      await page.getByRole("log").waitFor();
    },
  },
];

async function opened(page: Page, path: string, by: Locator): Promise<void> {
  await visit(page, path);
  await by.click();
  await page.getByRole("dialog").waitFor();
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  // Until a table has arrived, its page says so.
  await page.locator("main:not(:has(> [role=status]))").waitFor();
}
