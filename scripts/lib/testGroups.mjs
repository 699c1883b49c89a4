import { distancesFrom, isTest, sourceGraph } from "./sourceGraph.mjs";
import { isUnder } from "./suites.mjs";

/**
 * Test files that need a process state of their own, each with the reason. All others share their worker's modules, which
 * is a third faster: they leave module state as they found it (kernels on, no mocks, the environment unchanged).
 */
export const ALONE = {
  "packages/coppice/src/kernels/binary.test.ts": "replaces Buffer",
  "packages/coppice/src/learn/edit/edit.test.ts": "replaces a method of the engine",
  "packages/coppice/src/targets/pagePredict.test.ts": "replaces what loads modules",
  "packages/coppice/src/targets/warmUp.test.ts": "replaces a method of the team",
  "packages/coppice/test/heapFull.test.ts": "replaces the heap",
  "packages/sql/test/spark/models.test.ts": "watches methods of the workers",
};

/** Tests in a page: they share the run's browser, and the studio's a page per thread. */
export const BROWSER = [
  "packages/studio/test/*.test.ts",
  "packages/coppice/test/{browser,package,report,tutorial}.test.ts",
];

const CORE = "packages/coppice/src";
const within = (folder, names) => names.map((name) => `${folder}/${name}`);

/**
 * `npm test -- --quick` runs these: each room once. It leaves out what starts processes, browsers and databases, and the
 * long comparisons of one room with another.
 */
export const QUICK = [
  ...within(CORE, ["base/", "table/", "synthetic/", "model/", "source/", "engine/", "kernels/", "predict/"]),
  ...within(CORE, ["rules/", "clauses/clauseText.test.ts", "clauses/tuples.test.ts", "use/", "testing/"]),
  ...within(`${CORE}/learn`, [
    "branch/",
    "criterion/",
    "cost/",
    "missing/",
    "stop/",
    "edit/",
    "optimal/",
    "fit.test.ts",
  ]),
  ...within(`${CORE}/cli`, ["modelForms.test.ts", "edit.test.ts", "layout.test.ts"]),
  ...within(`${CORE}/targets`, [
    "options.test.ts",
    "trial.test.ts",
    "modelFiles.test.ts",
    "checkRequest.test.ts",
  ]),
  ...within("packages/coppice/test", ["contract/criteria.test.ts", "version1.test.ts"]),
  ...["packages/sql/src/", "packages/studio/src/"],
];

const LENGTH = "packages/coppice/test/kit/length.ts";

/** The files that do more by `--deep` than by `npm test`: those that ask for the length of the run, or draw examples. */
export async function deeperFiles() {
  const { uses, packages } = await sourceGraph();
  const asks = (test) =>
    [...distancesFrom([test], uses).keys()].some(
      (path) => path === LENGTH || packages.get(path)?.has("fast-check"),
    );
  return [...uses.keys()].filter((path) => isTest(path) && !isSpark(path) && asks(path)).sort();
}

export async function quickFiles() {
  const { uses } = await sourceGraph();
  const isQuick = (path) => QUICK.some((place) => isUnder(path, place));
  return [...uses.keys()].filter((path) => isTest(path) && isQuick(path)).sort();
}

/** They need a cluster, and run with it. */
const isSpark = (path) => path.startsWith("packages/sql/test/spark/");
