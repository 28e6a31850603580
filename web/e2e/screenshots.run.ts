// Pictures of every main screen, at both sizes and in all themes, into docs/screenshots: `npm run screenshots`.

import { mkdirSync } from "node:fs";
import { it } from "vitest";
import { prepare, screens } from "./screens.ts";
import { person } from "./support.ts";

const FOLDER = process.env["SHOTS"] ?? "../docs/screenshots";
/** A name gives pictures of that screen only. */
const ONLY = process.env["ONLY"];

it("takes pictures of every main screen", async () => {
  mkdirSync(FOLDER, { recursive: true });
  const host = await person({ name: "Greta", settings: { oneTap: true } });
  const ready = await prepare(host);
  const cookies = await host.context.cookies();
  for (const device of ["desk", "phone"] as const) {
    for (const theme of ["light", "dark", "contrast"] as const) {
      const someone = await person({ device, settings: { theme } });
      await someone.context.addCookies(cookies);
      for (const { name, reach } of screens(ready)) {
        if (ONLY !== undefined && !ONLY.split(",").includes(name)) continue;
        await reach(someone);
        await someone.page.screenshot({ path: `${FOLDER}/${name}-${device}-${theme}.png`, scale: "css", animations: "disabled" });
      }
      await someone.context.close();
    }
  }
});
