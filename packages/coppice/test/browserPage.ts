import { random } from "../src/base/random.js";
import { selfTestKernel } from "../src/kernels/generated/selfTest.js";
import { makeTable, type Table } from "../src/table/table.js";
import * as coppice from "../src/targets/browser.js";
import * as engine from "../src/targets/engine.js";

/** Mixed columns, missing values and a noisy class: enough to exercise every part of growing and pruning a tree. */
export function sampleTable(rows: number, seed: number): Table {
  const rng = random(seed);
  const size = new Float64Array(rows);
  const age = new Float64Array(rows);
  const colour = new Int32Array(rows);
  const kind = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    size[i] = rng.uniform() < 0.05 ? Number.NaN : rng.uniform() * 100;
    age[i] = rng.below(12);
    colour[i] = rng.uniform() < 0.05 ? -1 : rng.below(4);
    const large = size[i] > 40 || colour[i] === 2;
    kind[i] = rng.uniform() < 0.1 ? rng.below(3) : large ? (age[i] < 5 ? 1 : 2) : 0;
  }
  return makeTable([
    { type: "numeric", name: "size", values: size },
    { type: "numeric", name: "age", values: age },
    { type: "nominal", name: "__proto__", codes: colour, levels: ["blue", "green", "red", "<b>"] },
    { type: "nominal", name: "kind", codes: kind, levels: ["a", "b", "c"] },
  ]);
}

/** What the page and Node both run: the bytes of a fitted model. */
export async function fittedModel(more: { readonly threads?: number; readonly workers?: string } = {}) {
  const model = await coppice.fit(sampleTable(600, 7), { target: "kind", ...more });
  return JSON.stringify(model);
}

/** A fit in a worker, the ticks of a timer in the page meanwhile, and the progress reported. */
export async function fittedElsewhere(workers: string, threads: number) {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 4);
  const shares: number[] = [];
  const model = await coppice.fit(sampleTable(3000, 8), {
    target: "kind",
    learner: "forest",
    options: { trees: 40, importance: "none" },
    threads,
    workers,
    onProgress: (share) => shares.push(share),
  });
  clearInterval(timer);
  return { model: JSON.stringify(coppice.modelJson(model)), ticks, shares };
}

export function fittedHere(): string {
  const options = { trees: 40, importance: "none" } as const;
  const model = coppice.fitSync(sampleTable(3000, 8), { target: "kind", learner: "forest", options });
  return JSON.stringify(coppice.modelJson(model));
}

/** A fit that is cancelled. */
export async function stoppedFit(workers: string): Promise<string> {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  const { signal } = stop;
  const options = { criterion: "entropy" } as const;
  const fitted = coppice.fit(sampleTable(60_000, 9), { target: "kind", options, signal, workers });
  return fitted.then(
    () => "not stopped",
    (error) => error.code,
  );
}

export async function ownLearner(module: string, workers: string): Promise<string> {
  const learner = { module: new URL(module, location.href), export: "stump" };
  const model = await coppice.fit(sampleTable(600, 7), { target: "kind", learner, threads: 1, workers });
  return model.learner;
}

export async function failedFit(workers: string): Promise<string> {
  const request = { target: "nosuch", threads: 1, workers };
  return coppice.fit(sampleTable(600, 7), request).catch((error) => error.code);
}

/** A regression tree and an ensemble, which are what threads work on together. */
export function fittedBy(team?: engine.Team): string {
  const table = sampleTable(3000, 8);
  const request = { seed: 2, ...(team && { team }) };
  const tree = engine.fitTable(table, {
    ...request,
    target: "size",
    learner: "cart",
    options: { prune: "none" },
  });
  const trees = engine.fitTable(table, {
    ...request,
    target: "kind",
    learner: "extraTrees",
    attributes: ["size", "age"],
    options: { trees: 5 },
  });
  return JSON.stringify([tree, coppice.modelJson(trees)]);
}

/** The same with a number of the page's threads, and how many took part in a job. */
export async function fittedOnThreads(threads: number): Promise<{ fitted: string; size: number }> {
  const team = await engine.browserTeam({ threads, worker: "/browserWorker.js" });
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

export async function startThreads(worker: string): Promise<void> {
  await engine.browserTeam({ threads: 2, worker });
}

/** The names a page can import; keeps the whole entry in the bundle. */
export const exported = Object.keys(coppice);
