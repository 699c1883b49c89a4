import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** Files whose tests are in a page: they share a browser, and the studio's a page per thread. */
const BROWSER = [
  "packages/studio/test/*.test.ts",
  "packages/coppice/test/{browser,libraryWorker,report}.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["packages/*/{src,test}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...BROWSER],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: BROWSER,
          isolate: false,
          // What is waited for comes late on a loaded machine.
          expect: { poll: { timeout: 15_000 } },
          // Built files need no transformation.
          server: { deps: { external: [/\/packages\/coppice\/dist\//] } },
          globalSetup: "packages/coppice/test/kit/browserServer.ts",
        },
      },
    ],
    setupFiles: ["packages/coppice/test/propertySeed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "threads",
    // By default a core is left free, which is half of a machine with two; tests in browsers and processes mostly wait.
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
