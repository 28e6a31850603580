// The main screens of the page, and how to get to each of them: for the tests of all screens, and for pictures of them.

import type { Page } from "playwright-core";
import { catanWays, isAsked, kniffelWays, playKniffel } from "./play.ts";
import { actOnce, button, gather, type Person, table, until, type Way } from "./support.ts";

export interface Screen {
  name: string;
  /** Brings a page there; whoever comes has a name already. */
  reach(person: Person): Promise<void>;
}

/** Tables are prepared once per run; the screens are then only visited. */
export interface Prepared {
  lobby: string;
  catan: string;
  kniffel: string;
  roulette: string;
  over: string;
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

/** Opens a table of each kind and plays into it; needs a page that speaks English. */
export async function prepare(host: Person, moves = { catan: 8, kniffel: 5 }): Promise<Prepared> {
  const { page } = host;
  const lobby = await table(host, "catan", {}, ["greedy"]);
  await page.goto(`/t/${lobby}`);
  await button(page, "Take a seat").click();
  await button(page, "I am ready").waitFor();

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

  const over = await table(host, "kniffel", {}, ["novice"]);
  await gather([host], over);
  await playKniffel([host]);
  return { lobby, catan, kniffel, roulette, over };
}

/** Every main screen. Names on buttons are not used here, since the language differs. */
export const screens = (ready: Prepared): Screen[] => [
  { name: "start", reach: ({ page }) => visit(page, "/") },
  { name: "lobby", reach: ({ page }) => visit(page, `/t/${ready.lobby}`) },
  { name: "catan", reach: ({ page }) => visit(page, `/t/${ready.catan}`) },
  { name: "kniffel", reach: ({ page }) => visit(page, `/t/${ready.kniffel}`) },
  { name: "roulette", reach: ({ page }) => visit(page, `/t/${ready.roulette}`) },
  { name: "result", reach: ({ page }) => visit(page, `/t/${ready.over}`) },
  {
    name: "replay",
    reach: async ({ page }) => {
      await visit(page, `/t/${ready.over}/replay?step=20`);
      await page.getByRole("slider").first().waitFor();
    },
  },
  { name: "me", reach: ({ page }) => visit(page, "/me") },
];

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  // Until a table has arrived, its page says so.
  await page.locator("main:not(:has(> [role=status]))").waitFor();
}
