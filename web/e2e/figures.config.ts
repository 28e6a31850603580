// `npm run figures`: see figures.run.ts.

import { defineConfig, mergeConfig } from "vitest/config";
import tests from "./vitest.config.ts";

export default mergeConfig({ ...tests, test: { ...tests.test, include: [] } }, defineConfig({ test: { include: ["e2e/figures.run.ts"], testTimeout: 1_200_000, hookTimeout: 600_000, maxWorkers: 1, silent: false } }));
