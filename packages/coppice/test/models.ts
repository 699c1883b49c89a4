import type { Test } from "../src/model/test.js";
import type { LeafNode, MissingRule, SplitNode, TreeModel, TreeNode } from "../src/model/tree.js";
import type { ColumnSchema } from "../src/table/schema.js";
import { byLevel, threshold as cut, schemas, subset } from "./kit/handmade.js";

/** Handmade models, small enough that every number of an expected output can be checked by hand. */

const numeric = (name: string): ColumnSchema => ({ name, type: "numeric" });
const nominal = (name: string, ...levels: string[]): ColumnSchema => ({ name, type: "nominal", levels });

function classes(counts: readonly number[], weight = counts.reduce((a, b) => a + b, 0)): LeafNode {
  return { weight, counts, label: counts.indexOf(Math.max(...counts)) };
}

const intervals = (attribute: number, ...edges: number[]): Test => ({ kind: "intervals", attribute, edges });
const value = (weight: number, mean: number, error: number): LeafNode => ({ weight, value: mean, error });

/** `missing`: a branch, or the shares of all. */
function split(
  facts: LeafNode,
  test: Test,
  branches: readonly number[],
  missing: number | readonly number[] | MissingRule,
  gain: number,
  more: Partial<SplitNode> = {},
): SplitNode {
  const isRule = typeof missing === "object" && "kind" in missing;
  const plain = typeof missing === "number" ? { to: missing } : { shares: missing as readonly number[] };
  const rule = isRule ? missing : { kind: "to" in plain ? "branch" : "share", ...plain };
  return { ...facts, test, branches, missing: rule as MissingRule, gain, ...more } as SplitNode;
}

type Made = Pick<TreeModel, "learner" | "target" | "attributes" | "nodes"> &
  Partial<TreeModel> & { readonly rows: number; readonly seed?: number };

const made = ({ learner, options = {}, target, attributes, rows, seed = 0, ...rest }: Made): TreeModel => ({
  ...{ format: "coppice-tree", version: 2, learner, options },
  task: target.type === "numeric" ? "regression" : "classification",
  ...{ target, attributes, training: { rows, weight: rows, seed } },
  ...rest,
});

/** CART on Fisher's irises: the well-known tree. */
export const irisModel = (): TreeModel =>
  made({
    ...{ learner: "cart", options: { criterion: "gini", minLeaf: 5, prune: "none" }, rows: 150, seed: 1 },
    target: nominal("species", "setosa", "versicolor", "virginica"),
    attributes: schemas`sepal length, sepal width, petal length, petal width`,
    nodes: [
      split(classes([50, 50, 50]), cut(3, 0.8), [1, 2], 1, 0.3333333333333333, {
        superclasses: [[0], [1, 2]],
      }),
      classes([50, 0, 0]),
      split(classes([0, 50, 50]), cut(3, 1.75), [3, 6], 0, 0.38969404186795487),
      split(classes([0, 49, 5]), cut(2, 4.95), [4, 5], 0, 0.08238911319),
      classes([0, 47, 1]),
      classes([0, 2, 4]),
      classes([0, 1, 45]),
    ],
  });

/** ID3 on Quinlan's fourteen days: a branch per level. */
export const tennisModel = (): TreeModel =>
  made({
    ...{ learner: "id3", rows: 14, target: nominal("play", "no", "yes") },
    attributes: schemas`outlook=sunny|overcast|rain, humidity=high|normal, wind=weak|strong`,
    nodes: [
      split(classes([5, 9]), byLevel(0), [1, 4, 5], [5 / 14, 4 / 14, 5 / 14], 0.246),
      split(classes([3, 2]), byLevel(1), [2, 3], [0.6, 0.4], 0.97),
      classes([3, 0]),
      classes([0, 2]),
      classes([0, 4]),
      split(classes([2, 3]), byLevel(2), [6, 7], [0.6, 0.4], 0.97),
      classes([0, 3]),
      classes([2, 0]),
    ],
  });

/** Intervals of a number, a threshold on an ordered attribute, and a separate branch for a missing age. */
export const rentModel = (): TreeModel =>
  made({
    ...{ learner: "cart", options: { criterion: "squaredError" }, rows: 20, target: numeric("rent") },
    attributes: schemas`age, size:ordered=small|medium|large`,
    nodes: [
      split(value(20, 700, 42500), intervals(0, 10, 20.5), [1, 4, 5, 6], 3, 30000),
      split(value(8, 900, 10000), cut(1, 1), [2, 3], 0, 10000),
      value(4, 800, 0),
      value(4, 1000, 0),
      value(6, 600, 20),
      value(4, 400, 16.25),
      value(2, 650, 2500),
    ],
  });

/** A level set without one level, fractional rows, a branch without rows, and fractional weights. */
export const paintModel = (): TreeModel =>
  made({
    ...{ learner: "c45", options: { minLeaf: 2, prune: "errorBased" }, rows: 10 },
    target: nominal("lasts", "no", "yes"),
    attributes: schemas`color=red|green|blue|black, coat=thin|thick|none`,
    nodes: [
      split(classes([4, 6]), subset(0, [0, 2], [1]), [1, 5], [0.65, 0.35], 0.1),
      split(classes([1, 5.5]), byLevel(1), [2, 3, 4], [0.25, 0.75, 0], 0.2),
      classes([1, 0.5]),
      classes([0, 5]),
      classes([1, 5.5], 0),
      classes([3, 0.5]),
    ],
  });

/** Names that try to break out of every format. */
export const hostileModel = (): TreeModel =>
  made({
    ...{ learner: "<script>alert(1)</script>", rows: 3 },
    options: { "</style>": '"><img src=x onerror=alert(1)>' },
    target: nominal("a\"b'c&d<e>\\N", "</text><script>x()</script>", "\u001b[31mred\u202e\n", "]]>-->"),
    attributes: [nominal("__proto__", 'x, "y"', "{z}", ""), numeric("constructor\u0000\ud800")],
    nodes: [
      split(classes([1, 1, 1]), byLevel(0), [1, 2, 3], 0, 1),
      classes([1, 0, 0]),
      classes([0, 1, 0]),
      split(classes([0, 0, 1]), cut(1, 2.4500000000000002), [4, 5], 0, 0),
      classes([0, 0, 1]),
      classes([0, 0, 1], 0),
    ],
  });

/** A chain of `depth` thresholds on one attribute: 2·depth + 1 nodes, each split has a leaf and the rest of the chain. */
export function chainModel(depth: number): TreeModel {
  const links = Array.from({ length: depth }, (_, level): TreeNode[] => [
    split(classes([depth - level, 1]), cut(0, level), [2 * level + 1, 2 * level + 2], 1, 0),
    classes([1, 0]),
  ]);
  return {
    ...irisModel(),
    target: nominal("class", "a", "b"),
    attributes: [numeric("x")],
    training: { rows: depth + 1, weight: depth + 1, seed: 0 },
    nodes: [...links.flat(), classes([0, 1])],
  };
}

/** Surrogates, competitors and every kind of derived; the third attribute is not in the table. */
export const clinicModel = (): TreeModel =>
  made({
    ...{ learner: "cart", options: { missing: "surrogate" }, rows: 10, seed: 1 },
    target: nominal("ill", "no", "yes"),
    attributes: schemas`age, sex=f|m, missing(age)=no|yes, pulse`,
    derived: [
      { kind: "indicator", attribute: 2, of: 0 },
      { kind: "fill", attribute: 1, cell: 1 },
      { kind: "eachValue", attribute: 0, cells: [20, 60], shares: [0.25, 0.75] },
      {
        kind: "predict",
        attribute: 3,
        nodes: [split(value(8, 75, 25), cut(0, 40), [1, 2], 0, 25), value(4, 80, 0), value(4, 70, 0)],
      },
    ],
    nodes: [
      split(
        classes([5, 5]),
        cut(3, 72),
        [1, 2],
        {
          kind: "surrogates",
          surrogates: [
            { test: cut(0, 40), to: [1, 0], agreement: 0.8, adjusted: 0.6 },
            { test: subset(1, [0], [1]), to: [0, -1], agreement: 0.6, adjusted: 0.2 },
          ],
          otherwise: { kind: "share", shares: [0.5, 0.5] },
        },
        0.3,
        { competitors: [{ test: cut(0, 35), gain: 0.2 }] },
      ),
      classes([5, 0]),
      classes([0, 5]),
    ],
  });

export const allModels = (): TreeModel[] => [
  ...[irisModel(), tennisModel(), rentModel(), paintModel(), hostileModel(), chainModel(5), clinicModel()],
];
