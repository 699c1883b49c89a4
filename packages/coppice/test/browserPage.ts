import { random } from "../src/base/random.js";
import { selfTestKernel } from "../src/kernels/generated/selfTest.js";
import { makeTable, type Table } from "../src/table/table.js";
import * as coppice from "../src/targets/browser.js";
import * as engine from "../src/targets/engine.js";
import { nominal, numeric } from "../src/testing/columns.js";

/* What `browser.test.ts` runs in a page and, the same bytes, in Node. */

/** Mixed columns, missing values and a noisy class: enough to exercise every part of growing and pruning a tree. */
export function sampleTable(rows: number, seed: number): Table {
  const rng = random(seed);
  const [size, age, colour, kind] = Array.from({ length: 4 }, () => new Float64Array(rows));
  for (let i = 0; i < rows; i++) {
    size[i] = rng.uniform() < 0.05 ? Number.NaN : rng.uniform() * 100;
    age[i] = rng.below(12);
    colour[i] = rng.uniform() < 0.05 ? -1 : rng.below(4);
    const large = size[i] > 40 || colour[i] === 2;
    kind[i] = rng.uniform() < 0.1 ? rng.below(3) : large ? (age[i] < 5 ? 1 : 2) : 0;
  }
  return makeTable([
    ...[numeric("size", size), numeric("age", age)],
    nominal("__proto__", ["blue", "green", "red", "<b>"], colour),
    nominal("kind", ["a", "b", "c"], kind),
  ]);
}

/** A fitted model as text. */
export async function fittedModel(more: { readonly threads?: number; readonly workers?: string } = {}) {
  return JSON.stringify(await coppice.fit(sampleTable(600, 7), { target: "kind", ...more }));
}

const forest = {
  target: "kind",
  learner: "forest",
  options: { trees: 20, importance: "none" },
} as const;

/** A fit in a worker, the ticks of a timer in the page meanwhile, and the progress reported. */
export async function fittedElsewhere(threads: number) {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 4);
  const shares: number[] = [];
  const onProgress = (share: number) => shares.push(share);
  const model = await coppice.fit(sampleTable(3000, 8), { ...forest, threads, workers: "./", onProgress });
  clearInterval(timer);
  return { model: JSON.stringify(coppice.modelJson(model)), ticks, shares };
}

export const fittedHere = () =>
  JSON.stringify(coppice.modelJson(coppice.fitSync(sampleTable(3000, 8), forest)));

const codeOf = (fitted: Promise<unknown>): Promise<string> =>
  fitted.then(
    () => "fitted",
    (error) => error.code,
  );

/** A fit that is cancelled. */
export function stoppedFit(): Promise<string> {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  const options = { criterion: "entropy" } as const;
  return codeOf(
    coppice.fit(sampleTable(60_000, 9), { target: "kind", options, signal: stop.signal, workers: "./" }),
  );
}

export const failedFit = () =>
  codeOf(coppice.fit(sampleTable(600, 7), { target: "nosuch" as "kind", threads: 1, workers: "./" }));

export async function ownLearner(module: string): Promise<string> {
  const learner = { module: new URL(module, location.href), export: "stump" };
  const model = await coppice.fit(sampleTable(600, 7), {
    target: "kind",
    learner,
    threads: 1,
    workers: "./",
  });
  return model.learner;
}

/** A regression tree and an ensemble, which are what threads work on together. */
export function fittedBy(team?: engine.Team): string {
  const table = sampleTable(3000, 8);
  const request = { seed: 2, ...(team && { team }) };
  const one = { target: "size", learner: "cart", options: { prune: "none" } } as const;
  const many = {
    target: "kind",
    learner: "extraTrees",
    attributes: ["size", "age"],
    options: { trees: 5 },
  } as const;
  const [tree, trees] = [one, many].map((more) => engine.fitTable(table, { ...request, ...more }));
  return JSON.stringify([tree, coppice.modelJson(trees)]);
}

/** The same with a number of the page's threads, and how many took part in a job. */
export async function fittedOnThreads(threads: number): Promise<{ fitted: string; size: number }> {
  const team = await engine.browserTeam({ threads, worker: "./browserWorker.js" });
  try {
    const { heap } = team;
    const at = heap.alloc(8 * threads);
    heap.f64(at, threads).fill(0);
    team.run(selfTestKernel, "report", at, 0);
    const size = heap.f64(at, threads).filter((reported) => reported > 0).length;
    return { fitted: fittedBy(team), size };
  } finally {
    team.close();
  }
}

export const startThreads = (worker: string) => codeOf(engine.browserTeam({ threads: 2, worker }));

/** The names a page can import; keeps the whole entry in the bundle. */
export const exported = Object.keys(coppice);
