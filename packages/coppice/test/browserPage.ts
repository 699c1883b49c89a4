import { random } from "../src/base/random.js";
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

/** The names a page can import; holds the whole entry in the bundle. */
export const exported = Object.keys(coppice);
