// Pictures of every main screen, at both sizes and in all themes, into docs/screenshots: `npm run screenshots`.

import { mkdirSync, writeFileSync } from "node:fs";
import { it } from "vitest";
import { catanScreens, kniffelScreens, type Moves, rouletteScreens } from "./screens.ts";
import { person, type Person } from "./support.ts";

const FOLDER = process.env["SHOTS"] ?? "../docs/screenshots";
/** A name gives pictures of that screen only. */
const ONLY = process.env["ONLY"];

/** Good enough to read every word, small enough to keep in the repository. */
const QUALITY = 72;

/** Far enough into the games that there is something to see. */
const MOVES: Moves = { catan: 60, kniffelRound: 10 };

/** Chromium writes WebP, which Playwright does not ask it for. */
async function picture({ context, page }: Person, path: string): Promise<void> {
  // What has just arrived is drawn by the frame after the next at the latest.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  writeFileSync(path, Buffer.from(data, "base64"));
  await session.detach();
}

it("takes pictures of every main screen", async () => {
  mkdirSync(FOLDER, { recursive: true });
  const host = await person({ name: "Greta", settings: { oneTap: true } });
  const screens = [...(await catanScreens(host, MOVES)), ...(await kniffelScreens(host, MOVES)), ...(await rouletteScreens(host))];
  const main = new Map(screens.filter(({ isMain }) => isMain).map((screen) => [screen.name, screen]));
  const cookies = await host.context.cookies();
  for (const device of ["desk", "phone"] as const) {
    for (const theme of ["light", "dark", "contrast"] as const) {
      const someone = await person({ device, settings: { theme } });
      await someone.context.addCookies(cookies);
      for (const { name, reach } of main.values()) {
        if (ONLY !== undefined && !ONLY.split(",").includes(name)) continue;
        await reach(someone);
        await picture(someone, `${FOLDER}/${name}-${device}-${theme}.webp`);
      }
      await someone.context.close();
    }
  }
});
