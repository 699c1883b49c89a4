import { describe, expect, it } from "vitest";
import { random } from "../../base/random.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { predictTable } from "../../predict/predictTable.js";
import type { Column, NumericColumn } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";

/** Points uniform on [-1, 1)², with one of two classes by position: what fig. 8.5 and 8.6 of D look like. */
function plane(isSecond: (x: number, y: number) => boolean, seed: number, rows = 1500): Table {
  const rng = random(seed);
  const x = { type: "numeric", name: "x", values: new Float64Array(rows) } as const;
  const y = { type: "numeric", name: "y", values: new Float64Array(rows) } as const;
  const codes = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    x.values[row] = 2 * rng.uniform() - 1;
    y.values[row] = 2 * rng.uniform() - 1;
    codes[row] = isSecond(x.values[row], y.values[row]) ? 1 : 0;
  }
  return makeTable([x, y, { type: "nominal", name: "class", levels: ["a", "b"], codes }]);
}

/** The plane turned by 45 degrees: two long groups side by side, which overlap in both coordinates. */
function rotated(seed: number): Table {
  const { columns } = plane((_, v) => v > 0, seed);
  const [u, v, label] = columns as [NumericColumn, NumericColumn, Column];
  const apart = v.values.map((value) => value / 3 + (value > 0 ? 0.05 : -0.05));
  return makeTable([
    { ...u, values: u.values.map((value, row) => value + apart[row]) },
    { ...v, values: u.values.map((value, row) => value - apart[row]) },
    label,
  ]);
}

const shapes = {
  slanted: (seed: number) => plane((x, y) => 0.4 * x + 0.3 * y <= 0.11, seed),
  rotated,
  circle: (seed: number) => plane((x, y) => (x - 0.1) ** 2 + y ** 2 <= 0.4, seed),
  ring: (seed: number) => plane((x, y) => x ** 2 + y ** 2 > 0.2 && x ** 2 + y ** 2 <= 0.6, seed),
  turnedXor: (seed: number) => plane((x, y) => x + y > 0 !== x - y > 0, seed),
};

/** The smallest tree within one standard error of the best: noise at the edges is not worth a node. */
const ONE_ERROR = { prune: "costComplexity", pruneRule: "1se" };

function learned(learner: string, shape: keyof typeof shapes, options = {}, seed = 1) {
  const model = fitTable(shapes[shape](seed), {
    target: "class",
    learner,
    options: { ...ONE_ERROR, ...options },
  }) as TreeModel;
  const fresh = shapes[shape](1000 + seed);
  const answer = predictTable(model, fresh);
  const { codes } = fresh.columns[2] as { codes: Int32Array };
  if (answer.kind !== "classification") throw new Error("no classes");
  const right = answer.labels.reduce((sum, label, row) => sum + (label === codes[row] ? 1 : 0), 0);
  return { splits: model.nodes.filter(isSplit).length, accuracy: right / fresh.rows };
}

describe.each([
  ["slanted", "linearTree", 1, {}],
  ["slanted", "cartLC", 2, {}],
  ["slanted", "oc1", 2, {}],
  ["rotated", "linearTree", 1, {}],
  ["rotated", "ldaTree", 1, {}],
  ["circle", "sphereTree", 1, {}],
  ["circle", "sphereTree", 1, { shape: "ellipsoid" }],
  ["circle", "quadraticTree", 1, {}],
  ["circle", "perceptronTree", 1, { maxDepth: 1, hidden: 6 }],
  ["ring", "sphereTree", 2, {}],
  ["turnedXor", "quadraticTree", 1, {}],
  ["turnedXor", "omnivariate", 2, {}],
] as const)("%s by %s", (shape, learner, most, options) => {
  it(`takes ${most === 1 ? "one node" : "two nodes"} at most, a tree of single attributes more than ten`, () => {
    const single = learned("cart", shape);
    const found = learned(learner, shape, options);
    expect(single.splits).toBeGreaterThan(10);
    expect(found.splits).toBeLessThanOrEqual(most);
    expect(found.accuracy).toBeGreaterThanOrEqual(single.accuracy);
  });
});

// Twenty samples of every pair above were tried once; these two are those that a less careful cut, or centre, gets wrong.
describe.each([
  ["turnedXor", "quadraticTree", 1, [13, 2, 3, 4, 5, 6, 7, 8]],
  ["ring", "sphereTree", 2, [9, 13]],
] as const)("%s by %s", (shape, learner, most, seeds) => {
  it.each(seeds)("takes no more nodes on sample %i", (seed) => {
    const single = learned("cart", shape, {}, seed);
    const found = learned(learner, shape, {}, seed);
    expect(single.splits).toBeGreaterThan(10);
    expect(found.splits).toBeLessThanOrEqual(most);
    expect(found.accuracy).toBeGreaterThanOrEqual(single.accuracy);
  });
});
