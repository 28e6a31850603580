// A page at one of several servers, whose table is served by another one, which is killed.

import { describe, expect, it } from "vitest";
import { isOver, kniffelWays, playKniffel } from "./play.ts";
import { startCompany } from "./server.ts";
import { actOnce, gather, person, serverIsGone, until } from "./support.ts";

describe("several servers with the same tables", () => {
  it("a game survives the death of the server that has it, and the page needs no reload", async () => {
    const company = await startCompany(2);
    try {
      const [first, second] = company.urls;
      const anna = await person({ name: "Anna", url: second ?? "", settings: { oneTap: true } });
      const { page } = anna;
      // Opened at the first server, which therefore has it; the same person, as the browser does not tell ports apart.
      const data = { game: "kniffel", options: { pace: "instant", turnSeconds: 0 }, bots: ["novice"] };
      const opened = await anna.context.request.post(`${first}/api/tables`, { data });
      expect(opened.ok(), await opened.text()).toBe(true);
      const { tableId } = (await opened.json()) as { tableId: string };
      await gather([anna], tableId);
      const ways = kniffelWays(page);
      const round = page.getByText(/^Round 3 of 13/);
      await until(async () => ((await round.isVisible()) ? true : ((await actOnce(ways)), false)), "the third round", 240_000);
      const loaded = await page.evaluate(() => performance.timeOrigin);
      serverIsGone(true);
      company.kill(0);
      await page.getByText(/^Reconnecting/).first().waitFor();
      await page.getByText(/^Reconnecting/).first().waitFor({ state: "hidden", timeout: 60_000 });
      serverIsGone(false);
      expect(await round.isVisible(), "as it was").toBe(true);
      await playKniffel([anna]);
      expect(await isOver(page)).toBe(true);
      expect(await page.evaluate(() => performance.timeOrigin), "the same page").toBe(loaded);
    } finally {
      serverIsGone(true);
      await company.stop();
    }
  });
});
