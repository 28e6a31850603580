// Whole games in real browsers: `npm run e2e`.

import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["e2e/*.e2e.ts"],
    globalSetup: ["e2e/setup.ts"],
    environment: "node",
    // Long enough for whole games on a machine that is busy with something else; what takes long does not fail for that.
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
  },
});
