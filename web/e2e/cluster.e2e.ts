// A page before several servers: first its own is killed, then the one that has its table.

import { describe, expect, it } from "vitest";
import { isOver, kniffelWays, playKniffel } from "./play.ts";
import { type Company, startCompany } from "./server.ts";
import { actOnce, gather, type Person, person, serverIsGone, until } from "./support.ts";

/** Plays until a round of Kniffel begins. */
async function playTo({ page }: Person, round: number): Promise<void> {
  const ways = kniffelWays(page);
  const shown = page.getByText(new RegExp(`^Round ${round} of 13`));
  await until(async () => ((await shown.isVisible()) ? true : ((await actOnce(ways)), false)), `round ${round}`, 240_000);
}

/** Kills a server. The page finds its way to one that lives by itself, and shows its table as it was. */
async function killed(company: Company, node: number, { page }: Person, round: number): Promise<void> {
  company.kill(node);
  await until(async () => ![undefined, node].includes(await company.nodeWithSocket()), "the page's return", 60_000);
  expect(await page.getByText(new RegExp(`^Round ${round} of 13`)).isVisible(), "as it was").toBe(true);
}

describe("several servers with the same tables", () => {
  it("a game survives the death of the page's server and of the table's, and the page needs no reload", async () => {
    const company = await startCompany(3);
    try {
      const anna = await person({ name: "Anna", url: company.front, settings: { oneTap: true } });
      const { page } = anna;
      // Opened at the first server, which therefore has it; the same person, as the browser does not tell ports apart.
      const owner = 0;
      const data = { game: "kniffel", options: { pace: "instant", turnSeconds: 0 }, bots: ["novice"] };
      const opened = await anna.context.request.post(`${company.urls[owner]}/api/tables`, { data });
      expect(opened.ok(), await opened.text()).toBe(true);
      const { tableId } = (await opened.json()) as { tableId: string };
      await gather([anna], tableId);
      // The page is to be at another server than its table; the next connection leads to the next one.
      let own: number | undefined;
      const isElsewhere = async (): Promise<boolean> => {
        own = await company.nodeWithSocket();
        if (own === owner) await page.reload();
        return own !== undefined && own !== owner;
      };
      await until(isElsewhere, "a page at another server than its table");
      await playTo(anna, 3);
      const loaded = await page.evaluate(() => performance.timeOrigin);
      // From here on the browser may complain about lines that break.
      serverIsGone(true);
      await killed(company, own ?? owner, anna, 3);
      await playTo(anna, 5);
      await killed(company, owner, anna, 5);
      // Nothing can be done at the table before it has an owner again, so what follows was stored by the one that lives.
      await playKniffel([anna]);
      expect(await isOver(page)).toBe(true);
      expect(await page.evaluate(() => performance.timeOrigin), "the same page").toBe(loaded);
    } finally {
      serverIsGone(true);
      await company.stop();
    }
  });
});
