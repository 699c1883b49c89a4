import { random } from "../src/base/random.js";
import { selfTestKernel } from "../src/kernels/generated/selfTest.js";
import { makeTable, type Table } from "../src/table/table.js";
import * as coppice from "../src/targets/browser.js";

/** Mixed columns, missing cells and a noisy class: enough to reach every part of growing and pruning a tree. */
export function sampleTable(rows: number, seed: number): Table {
  const chance = random(seed);
  const size = new Float64Array(rows);
  const age = new Float64Array(rows);
  const colour = new Int32Array(rows);
  const kind = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    size[i] = chance.uniform() < 0.05 ? Number.NaN : chance.uniform() * 100;
    age[i] = chance.below(12);
    colour[i] = chance.uniform() < 0.05 ? -1 : chance.below(4);
    const large = size[i] > 40 || colour[i] === 2;
    kind[i] = chance.uniform() < 0.1 ? chance.below(3) : large ? (age[i] < 5 ? 1 : 2) : 0;
  }
  return makeTable([
    { type: "numeric", name: "size", values: size },
    { type: "numeric", name: "age", values: age },
    { type: "nominal", name: "__proto__", codes: colour, levels: ["blue", "green", "red", "<b>"] },
    { type: "nominal", name: "kind", codes: kind, levels: ["a", "b", "c"] },
  ]);
}

/** What the page and Node both do: the bytes of a fitted model. */
export async function fittedModel(): Promise<string> {
  const model = await coppice.fit(sampleTable(600, 7), { target: "kind", learner: "cart" });
  return JSON.stringify(model);
}

/** A tree of numbers and many trees, which are what threads work on together. */
export function fittedBy(team?: coppice.Team): string {
  const table = sampleTable(3000, 8);
  const request = { seed: 2, ...(team && { team }) };
  const tree = coppice.fit(table, {
    ...request,
    target: "size",
    learner: "cart",
    options: { prune: "none" },
  });
  const trees = coppice.fit(table, {
    ...request,
    target: "kind",
    learner: "extraTrees",
    attributes: ["size", "age"],
    options: { trees: 5 },
  });
  return JSON.stringify([tree, coppice.modelJson(trees)]);
}

/** The same with so many of the page's threads, and how many took part in a job. */
export async function fittedOnThreads(threads: number): Promise<{ fitted: string; size: number }> {
  const team = await coppice.browserTeam({ threads, worker: "/worker.js" });
  try {
    const { heap } = team;
    const at = heap.alloc(8 * threads);
    heap.f64(at, threads).fill(0);
    team.run(selfTestKernel, "report", at, 0);
    const size = heap.f64(at, threads).filter((told) => told > 0).length;
    return { fitted: fittedBy(team), size };
  } finally {
    team.close();
  }
}

export async function startThreads(worker: string): Promise<void> {
  await coppice.browserTeam({ threads: 2, worker });
}

/** The names a page can import; holds the whole entry in the bundle. */
export const exported = Object.keys(coppice);
