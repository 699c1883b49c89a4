import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { ALONE } from "./scripts/lib/testGroups.mjs";

const include = ["packages/*/{src,test}/**/*.test.ts"];
const alone = Object.keys(ALONE);

export default defineConfig({
  test: {
    setupFiles: ["packages/coppice/test/properties.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "threads",
    // By default a core is left free, which is half of a machine with two; tests in browsers and processes mostly wait.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      { extends: true, test: { name: "together", include, exclude: alone, isolate: false } },
      { extends: true, test: { name: "alone", include: alone } },
    ],
  },
});
