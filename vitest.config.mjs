import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts"],
    setupFiles: ["packages/coppice/test/propertySeed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "threads",
    // By default a core is left free, which is half of a machine with two; tests in browsers and processes mostly wait.
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
