// The screens of the page, and how to get to each of them: for the tests of all screens, and for pictures of the main ones.

import type { Locator, Page } from "playwright-core";
import { catanWays, endRoulette, isAsked, kniffelWays, playCatan, playKniffel, playRoulette } from "./play.ts";
import { actOnce, button, gather, type Person, table, until, type Way } from "./support.ts";

export interface Screen {
  name: string;
  /** Main screens have their picture taken; the others open over them, or are only passed through. */
  isMain: boolean;
  /** Brings a page there; whoever comes has a name already. Names on buttons are not used for it, since the language differs. */
  reach(person: Person): Promise<void>;
}

/** How far a game is played before it is looked at. */
export interface Moves {
  catan: number;
  kniffelRound: number;
}

const FEW: Moves = { catan: 8, kniffelRound: 3 };
const MANUAL = { start: { chips: 200, rules: { isManualSpin: true } } };

const main = (name: string, reach: Screen["reach"]): Screen => ({ name, isMain: true, reach });
const passing = (name: string, reach: Screen["reach"]): Screen => ({ name, isMain: false, reach });
const at = (path: string): Screen["reach"] => ({ page }) => visit(page, path);

/** The result of a game. Its charts are drawn from the whole game, which comes after the table. */
const result = (path: string): Screen["reach"] => async ({ page }) => {
  await visit(page, path);
  await page.locator("figure svg").first().waitFor();
};

/** The own figures, which tell of the games that the person has played: the same screen after other games. */
const me = main("me", at("/me"));

/** Plays until something holds. */
async function playUntil({ page }: Person, ways: (page: Page) => Way[], holds: (moves: number) => Promise<boolean>, what: string): Promise<void> {
  const own = ways(page);
  let moves = 0;
  await until(
    async () => {
      if (await holds(moves)) return true;
      if ((await isAsked(page)) && (await actOnce(own))) moves += 1;
      return false;
    },
    what,
    560_000,
  );
}

// Each of these opens tables, plays into them or to their end, and gives the screens that can then be visited. The host's page speaks English.

/** The start page with tables on it, and everything of Catan. */
export async function catanScreens(host: Person, moves = FEW): Promise<Screen[]> {
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
  await playUntil(host, catanWays, async (made) => made >= moves.catan, `${moves.catan} moves`);
  // On the own turn, with the dice rolled, no offer open and something to trade: a turn without a card is passed over, and nothing is bought.
  const between = (shown: Page): Way[] => catanWays(shown).filter(([find]) => !String(find).includes("costs"));
  const trade = page.locator("section .build button:last-of-type:not([aria-disabled=true])");
  await playUntil(host, between, async () => (await trade.isVisible()) && (await button(page, "End turn").isVisible()), "the own turn");

  const over = await table(host, "catan", { start: { rules: { pointsToWin: 4 } } }, ["greedy", "greedy"]);
  await gather([host], over);
  await playCatan([host]);

  return [
    main("start", at("/")),
    main("lobby", at(`/t/${lobby}`)),
    main("catan", at(`/t/${catan}`)),
    main("result-catan", result(`/t/${over}`)),
    me,
    passing("setup", at(`/t/${setup}`)),
    passing("settings", opened("/", (shown) => shown.locator("header button").last())),
    passing("opening a table", opened("/", (shown) => shown.locator("main section .buttons button:not(.filled)").first())),
    passing("menu", opened(`/t/${catan}`, (shown) => shown.locator("header button").nth(-2))),
    passing("trade", async (visitor) => {
      await opened(`/t/${catan}`, (shown) => shown.locator("section .build button").last())(visitor);
      // A card that is wanted, so that the bank says what it takes for it.
      await visitor.page.getByRole("dialog").getByRole("group").first().getByRole("button").first().click();
    }),
    passing("a card", opened(`/t/${catan}`, (shown) => shown.locator("section .dev button").first())),
  ];
}

/** Everything of Kniffel, and what a finished game leaves behind. */
export async function kniffelScreens(host: Person, moves = FEW): Promise<Screen[]> {
  const kniffel = await table(host, "kniffel", {}, ["novice", "novice"]);
  await gather([host], kniffel);
  const { page } = host;
  await playUntil(host, kniffelWays, () => page.getByText(`Round ${moves.kniffelRound} of 13`).first().isVisible(), "a later round");
  // With dice on the table.
  await playUntil(host, kniffelWays, async () => (await isAsked(page)) && (await page.getByText("2 rolls left").first().isVisible()), "the own roll");

  const over = await table(host, "kniffel", {}, ["novice"]);
  await gather([host], over);
  await playKniffel([host]);

  return [
    main("kniffel", at(`/t/${kniffel}`)),
    main("result", result(`/t/${over}`)),
    main("replay", async (visitor) => {
      await visit(visitor.page, `/t/${over}/replay?step=20`);
      await visitor.page.getByRole("slider").first().waitFor();
    }),
    me,
    passing("log", async (visitor) => {
      // On a desk it is always there.
      if (visitor.device === "desk") await visit(visitor.page, `/t/${over}`);
      else await opened(`/t/${over}`, (shown) => shown.locator("header button").nth(-3))(visitor);
      await visitor.page.getByRole("log").waitFor();
    }),
  ];
}

/** Everything of roulette. */
export async function rouletteScreens(host: Person): Promise<Screen[]> {
  const { page } = host;
  const roulette = await table(host, "roulette", MANUAL, ["cautious", "lucky"]);
  await gather([host], roulette);
  for (const bet of [/^straight up 17, pays/, /^corner 1, 2, 4, 5, pays/, /^red, pays/, /^dozen 13 to 24, pays/]) await button(page, bet).click();
  await page.getByText(/^\d+ staked/).first().waitFor();

  const over = await table(host, "roulette", MANUAL, ["cautious"]);
  await gather([host], over);
  await playRoulette(host, 2);
  await endRoulette(host);

  return [main("roulette", at(`/t/${roulette}`)), main("result-roulette", result(`/t/${over}`)), me];
}

function opened(path: string, by: (page: Page) => Locator): Screen["reach"] {
  return async ({ page }) => {
    await visit(page, path);
    await by(page).click();
    await page.getByRole("dialog").waitFor();
  };
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  // Until a table has arrived, its page says so.
  await page.locator("main:not(:has(> [role=status]))").waitFor();
}
