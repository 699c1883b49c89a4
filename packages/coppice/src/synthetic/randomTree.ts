import { type Random, random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { nominal, numeric } from "./columns.js";
import { count, DRAWN, type GeneratorOptions, resolveOptions } from "./options.js";

export interface RandomTreeOptions extends GeneratorOptions {
  readonly numeric?: number;
  readonly nominal?: number;
  readonly depth?: number;
  readonly classes?: number;
  /** Rows after which another tree decides; 0: never. */
  readonly drift?: number;
}

const LEVELS = ["a", "b", "c", "d", "e"];
/** The probability that a node below the third level is a leaf. */
const LEAF = 0.15;

type Branch = { readonly label: number } | Fork;

interface Fork {
  readonly attribute: number;
  /** Of a numeric attribute; NaN for levels, which have a branch each. */
  readonly threshold: number;
  readonly branches: readonly Branch[];
}

/** Classes given by a random tree (Domingos and Hulten 2000) over numbers from U[0, 1] and five levels. */
export function randomTree(options: RandomTreeOptions = {}): Table {
  const own = { numeric: count(5, 0, 1000), nominal: count(5, 0, 1000), depth: count(5, 1, 20) };
  const parameters = { ...DRAWN, ...own, classes: count(2, 2, 100), drift: count(0, 0) };
  const resolved = resolveOptions("randomTree", options, parameters);
  const { rows, seed, numeric: numbers, nominal: levels, classes, drift } = resolved;
  const rng = random(seed);
  const points = Array.from({ length: numbers }, (_, j) => numeric(`x${j + 1}`, rows));
  const named = Array.from({ length: levels }, (_, j) => nominal(`x${numbers + j + 1}`, LEVELS, rows));
  const label = nominal(
    "class",
    Array.from({ length: classes }, (_, k) => String(k)),
    rows,
  );
  const treeFor = (n: number) => fork(resolved, 0, random((seed + n * 0x9e3779b9) >>> 0));
  let tree = treeFor(0);
  for (let row = 0; row < rows; row++) {
    if (drift > 0 && row > 0 && row % drift === 0) tree = treeFor(row / drift);
    for (const { values } of points) values[row] = rng.uniform();
    for (const { codes } of named) codes[row] = rng.below(LEVELS.length);
    label.codes[row] = decided(tree, (a) =>
      a < numbers ? points[a].values[row] : named[a - numbers].codes[row],
    );
  }
  return makeTable([...points, ...named, label]);
}

function fork(shape: Required<RandomTreeOptions>, depth: number, rng: Random): Branch {
  if (depth === shape.depth || (depth > 2 && rng.uniform() < LEAF))
    return { label: rng.below(shape.classes) };
  const attribute = rng.below(Math.max(1, shape.numeric + shape.nominal));
  const isNumeric = attribute < shape.numeric;
  const length = isNumeric ? 2 : LEVELS.length;
  const threshold = isNumeric ? rng.uniform() : Number.NaN;
  return { attribute, threshold, branches: Array.from({ length }, () => fork(shape, depth + 1, rng)) };
}

function decided(tree: Branch, cellOf: (attribute: number) => number): number {
  let branch = tree;
  while (!("label" in branch)) {
    const cell = cellOf(branch.attribute);
    branch = branch.branches[Number.isNaN(branch.threshold) ? cell : cell <= branch.threshold ? 0 : 1];
  }
  return branch.label;
}
