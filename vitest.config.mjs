import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { ALONE, BROWSER } from "./scripts/lib/testGroups.mjs";

const include = ["packages/*/{src,test}/**/*.test.ts"];
const alone = Object.keys(ALONE);
const exclude = [...configDefaults.exclude, ...alone, ...BROWSER];
const KIT = "packages/coppice/test/kit";

export default defineConfig({
  test: {
    setupFiles: ["packages/coppice/test/properties.ts"],
    testTimeout: process.env.COPPICE_LENGTH === "deep" ? 600_000 : 60_000,
    hookTimeout: 60_000,
    pool: "threads",
    // Built files need no transformation, nor do those that a test writes.
    server: { deps: { external: [/\/packages\/coppice\/dist\//, /\/coppice-test-\w+\//] } },
    // By default a core is left free, which is half of a machine with two; tests in browsers and processes mostly wait.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: { name: "together", include, exclude, isolate: false, globalSetup: `${KIT}/leftovers.ts` },
      },
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: {
          ...{ name: "browser", include: BROWSER, isolate: false },
          globalSetup: `${KIT}/browserServer.ts`,
          // What is waited for comes late on a loaded machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
