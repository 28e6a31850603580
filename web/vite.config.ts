// The page as the server carries it: split by game, named by content, each text also compressed beside itself.
//
// `npm run dev` serves it with a server that runs on STAMMTISCH (http://127.0.0.1:8080 if unset).

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env["STAMMTISCH"] ?? "http://127.0.0.1:8080";

/** Writes `name.gz` beside every text, so that the server compresses nothing while people play. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle({ dir }) {
      if (dir === undefined) return;
      for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
        const path = join(dir, name);
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), compressed()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "jsdom" },
  // Components are the browser's in tests too.
  ...(process.env["VITEST"] === undefined ? {} : { resolve: { conditions: ["browser"] } }),
});
