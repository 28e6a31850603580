// Figures for docs/benchmarks.md, as a table: `npm run figures`.

import { it } from "vitest";
import type { Page } from "playwright-core";
import { routes } from "./sizes.ts";
import { catanWays, isAsked, playCatan } from "./play.ts";
import { actOnce, button, gather, person, table, until } from "./support.ts";

const DIST = process.env["STAMMTISCH_PAGE"] ?? "dist";

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** From the click on a bet to the moment when the page shows the chip, which the server has taken by then. */
async function clickToShown(page: Page, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    await until(() => button(page, /^red, pays/).isVisible(), "the felt");
    times.push(
      await page.evaluate(async () => {
        const place = document.querySelector<HTMLElement>('[aria-label^="red, pays"]');
        const before = place?.getAttribute("aria-label");
        const start = performance.now();
        place?.click();
        while (place?.getAttribute("aria-label") === before) await new Promise(requestAnimationFrame);
        return performance.now() - start;
      }),
    );
    await new Promise((done) => setTimeout(done, 60));
  }
  return times;
}

it("measures", async () => {
  const rows: [string, string][] = [];
  for (const [route, bytes] of Object.entries(routes(DIST))) rows.push([`script of ${route}, gzip`, `${(bytes / 1000).toFixed(1)} kB`]);

  const anna = await person({ name: "Anna", settings: { oneTap: true } });
  const { page } = anna;
  await page.goto("/");
  await button(page, "Play now with bots").first().waitFor();
  const interactive = await page.evaluate(() => performance.now());
  rows.push(["start page until it can be used", `${interactive.toFixed(0)} ms`]);

  const roulette = await table(anna, "roulette", { start: { chips: 1000, rules: { isManualSpin: true } } });
  await gather([anna], roulette);
  const times = await clickToShown(page, 150);
  rows.push(["click until the chip is shown, p50", `${percentile(times, 0.5).toFixed(1)} ms`], ["click until the chip is shown, p99", `${percentile(times, 0.99).toFixed(1)} ms`]);

  const catan = await table(anna, "catan", { start: { rules: { pointsToWin: 10 } } }, ["greedy", "greedy", "greedy"]);
  await page.goto(`/t/${catan}`);
  const session = await anna.context.newCDPSession(page);
  await gather([anna], catan);
  const own = catanWays(page);
  await until(async () => (await isAsked(page)) && (await actOnce(own)), "the first move");
  await playCatan([anna], 1_000_000);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  rows.push(["heap after a Catan game of four", `${(usedSize / 1e6).toFixed(1)} MB`]);
  process.stdout.write(`${rows.map(([what, value]) => `| ${what} | ${value} |`).join("\n")}\n`);
});
