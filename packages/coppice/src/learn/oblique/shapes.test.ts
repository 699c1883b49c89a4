import { expect, it } from "vitest";
import { accuracyOn } from "../../../test/kit/answers.js";
import { isDeep } from "../../../test/kit/length.js";
import { random } from "../../base/random.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import type { Column, NumericColumn } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";
import { nominal, numeric } from "../../testing/index.js";
import { fitTable } from "../fit.js";

/** Points uniform on [-1, 1)², with one of two classes by position: what fig. 8.5 and 8.6 of D look like. */
function plane(isSecond: (x: number, y: number) => boolean, seed: number, rows: number): Table {
  const rng = random(seed);
  const points = Array.from({ length: rows }, () => [2 * rng.uniform() - 1, 2 * rng.uniform() - 1]);
  const codes = points.map(([x, y]) => (isSecond(x, y) ? 1 : 0));
  const [x, y] = [0, 1].map((i) => points.map((point) => point[i]));
  return makeTable([numeric("x", x), numeric("y", y), nominal("class", ["a", "b"], codes)]);
}

/** The plane turned by 45 degrees: two long groups side by side, which overlap in both coordinates. */
function rotated(seed: number, rows: number): Table {
  const { columns } = plane((_, v) => v > 0, seed, rows);
  const [u, v, label] = columns as [NumericColumn, NumericColumn, Column];
  const apart = v.values.map((value) => value / 3 + (value > 0 ? 0.05 : -0.05));
  return makeTable([
    { ...u, values: u.values.map((value, row) => value + apart[row]) },
    { ...v, values: u.values.map((value, row) => value - apart[row]) },
    label,
  ]);
}

const shapes = {
  slanted: (seed: number, rows: number) => plane((x, y) => 0.4 * x + 0.3 * y <= 0.11, seed, rows),
  rotated,
  circle: (seed: number, rows: number) => plane((x, y) => (x - 0.1) ** 2 + y ** 2 <= 0.4, seed, rows),
  ring: (seed: number, rows: number) =>
    plane((x, y) => x ** 2 + y ** 2 > 0.2 && x ** 2 + y ** 2 <= 0.6, seed, rows),
  turnedXor: (seed: number, rows: number) => plane((x, y) => x + y > 0 !== x - y > 0, seed, rows),
};

/** As many as a tree of single attributes needs more than ten tests for. */
const ROWS = { slanted: 1500, rotated: 800, circle: 1500, ring: 800, turnedXor: 800 };

/** The smallest tree within one standard error of the best: noise at the edges is not worth a node. */
const ONE_ERROR = { prune: "costComplexity", pruneRule: "1se" };

function learned(learner: string, shape: keyof typeof shapes, options: object, seed: number, rows: number) {
  const request = { target: "class", learner, options: { ...ONE_ERROR, ...options } };
  const model = fitTable(shapes[shape](seed, rows), request) as TreeModel;
  const accuracy = accuracyOn(model, shapes[shape](1000 + seed, rows));
  return { splits: model.nodes.filter(isSplit).length, accuracy };
}

const singles = new Map<string, ReturnType<typeof learned>>();

/** The learner takes so many nodes at most, a tree of single attributes more than ten. */
function expectFewer(
  shape: keyof typeof shapes,
  learner: string,
  most: number,
  options = {},
  seed = 1,
  rows = ROWS[shape],
) {
  const key = `${shape} ${seed} ${rows}`;
  const single = singles.get(key) ?? learned("cart", shape, {}, seed, rows);
  singles.set(key, single);
  const found = learned(learner, shape, options, seed, rows);
  expect(single.splits).toBeGreaterThan(10);
  expect(found.splits).toBeLessThanOrEqual(most);
  expect(found.accuracy).toBeGreaterThanOrEqual(single.accuracy);
}

it.each([
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
] as const)("%s by %s takes %i nodes at most", expectFewer);

// Twenty samples of every pair above were tried once; these two are those that a less careful cut, or centre, gets wrong.
it.each(isDeep ? [13, 2, 3, 4, 5, 6, 7, 8] : [13, 2])(
  "turnedXor by quadraticTree takes no more nodes on sample %i",
  (seed) => expectFewer("turnedXor", "quadraticTree", 1, {}, seed, 1500),
);
it.each([9, 13])("ring by sphereTree takes no more nodes on sample %i", (seed) =>
  expectFewer("ring", "sphereTree", 2, {}, seed, 1500),
);
