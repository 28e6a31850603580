// How somebody plays each game on the page: whatever it offers, the likeliest first, until the game is over.

import type { Locator, Page } from "playwright-core";
import { actOnce, button, type Person, tap, until, type Way } from "./support.ts";

/** Whether the page shows the result. */
export const isOver = (page: Page): Promise<boolean> => page.getByRole("heading", { name: "Result" }).isVisible();

/** Whether something is expected of this person: the title says so, as it does to somebody in another tab. */
export const isAsked = async (page: Page): Promise<boolean> => (await page.title()).startsWith("●");

async function play(people: readonly Person[], ways: (page: Page) => readonly Way[], over: (page: Page) => Promise<boolean>, limit: number): Promise<void> {
  const offers = people.map(({ page }) => ({ page, ways: ways(page) }));
  await until(
    async () => {
      let acted = false;
      for (const { page, ways: own } of offers) acted = ((await isAsked(page)) && (await actOnce(own))) || acted;
      const [first] = offers;
      return !acted && first !== undefined && (await over(first.page));
    },
    "the end of the game",
    limit,
  );
}

/** Under the hints for somebody who plays for the first time; those who want none never see it. */
const HINT = "Got it";

// --- Kniffel -----------------------------------------------------------------------------------------------------------------------

/** A free box on the sheet: "Chance: 17 points". */
const BOX = /^[A-Z][\w ]+: \d+ points?$/;
const SURE = /Once more to enter$/;

/** The box that brings most. */
async function best(found: Locator): Promise<void> {
  const boxes = await found.page().getByRole("button", { name: BOX }).all();
  const named = await Promise.all(boxes.map(async (box) => ({ box, points: Number(/: (\d+)/.exec((await box.getAttribute("aria-label", { timeout: 500 }).catch(() => "")) ?? "")?.[1] ?? 0) })));
  await (named.toSorted((a, b) => b.points - a.points)[0]?.box ?? found).click({ timeout: 2000 });
}

export const kniffelWays = (page: Page): Way[] => [
  [button(page, HINT), tap],
  [button(page, SURE), tap],
  [button(page, "Roll the dice"), tap],
  [button(page, BOX), best],
];

export const playKniffel = (people: readonly Person[], limit = 560_000): Promise<void> => play(people, kniffelWays, isOver, limit);

// --- Catan -------------------------------------------------------------------------------------------------------------------------

const place = (page: Page, name: RegExp): Locator => button(page, name);
/** Any of the places that light up; different people take different ones. */
const some = (turn: { n: number }) => async (found: Locator): Promise<void> => {
  turn.n += 7;
  const all = await found.page().getByRole("button", { name: PLACES }).all();
  const chosen = all[turn.n % Math.max(1, all.length)] ?? found;
  await chosen.click({ timeout: 2000 });
};
/** The names of places on the board begin with what would be put there. */
export const PLACES = /^(Settlement|City|Road|Robber|Steal from .+): /;

export function catanWays(page: Page): Way[] {
  const turn = { n: 0 };
  return [
    [button(page, HINT), tap],
    [button(page, /^(Build it|Move it|Buy it)$/), tap],
    [button(page, /^Choose \d+ for me$/), tap],
    [button(page, "Discard"), tap],
    [button(page, /: \d+ cards?$/), tap],
    [place(page, PLACES), some(turn)],
    [button(page, "Decline"), tap],
    [button(page, /^Trade with /), tap],
    [button(page, "Roll the dice"), tap],
    [button(page, /^City, costs/), tap],
    [button(page, /^Settlement, costs/), tap],
    [button(page, /^Road, costs/), tap],
    [button(page, /^Card, costs/), tap],
    [button(page, "No more roads"), tap],
    [button(page, "End turn"), tap],
  ];
}

export const playCatan = (people: readonly Person[], limit = 560_000): Promise<void> => play(people, catanWays, isOver, limit);

// --- roulette ----------------------------------------------------------------------------------------------------------------------

/** Somebody lays chips, spins, sees the result, and goes on; so many times. */
export async function playRoulette({ page }: Person, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    while (await button(page, HINT).isVisible()) await button(page, HINT).click();
    await button(page, "Chip of 1").click();
    await button(page, new RegExp(`^straight up ${round}, pays`)).click();
    await button(page, /^red, pays/).click();
    await page.getByText(/^2 staked/).waitFor();
    await button(page, "Spin").click();
    // The table goes on by itself after a while, which may be before a hand is there.
    const next = button(page, "Next round");
    const bets = page.getByText(/^Place your bets/).first();
    await next.or(bets).first().waitFor({ timeout: 60_000 });
    await next.click({ timeout: 2000 }).catch(() => undefined);
    await bets.waitFor({ timeout: 60_000 });
  }
}

/** Somebody alone among bots has had enough; the page then shows the result. */
export async function endRoulette({ page }: Person): Promise<void> {
  await button(page, "Menu").click();
  await button(page, /^Vote to end the game/).click();
  await button(page, /: really\?$/).click();
  await until(() => isOver(page), "the result");
}
