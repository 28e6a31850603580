// How much script each route loads, against the limit.

import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { routes } from "./sizes.ts";

const DIST = process.env["STAMMTISCH_PAGE"] ?? "dist";

it.skipIf(!existsSync(DIST))("no route loads more than 150 kB of compressed script", () => {
  for (const [route, bytes] of Object.entries(routes(DIST))) {
    expect(bytes, route).toBeGreaterThan(10_000);
    expect(bytes, route).toBeLessThan(150_000);
  }
});
