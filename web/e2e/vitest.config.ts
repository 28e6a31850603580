// Whole games in real browsers: `npm run e2e`.

import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["e2e/*.e2e.ts"],
    globalSetup: ["e2e/setup.ts"],
    environment: "node",
    testTimeout: 300_000,
    // Every game here is another one, and a loaded machine can be too slow for one of them. A fault in the page fails twice.
    retry: 1,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
