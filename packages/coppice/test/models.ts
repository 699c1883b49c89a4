import type { TreeModel, TreeNode } from "../src/model/tree.js";
import type { ColumnSchema } from "../src/table/schema.js";

/** Handmade models, small enough that every number of an expected output can be checked by hand. */

const numeric = (name: string): ColumnSchema => ({ name, type: "numeric" });
const nominal = (name: string, ...levels: string[]): ColumnSchema => ({ name, type: "nominal", levels });

function classes(counts: readonly number[], weight = counts.reduce((a, b) => a + b, 0)) {
  return { weight, counts, label: counts.indexOf(Math.max(...counts)) };
}

/** CART on Fisher's irises: the well-known tree. */
export function irisModel(): TreeModel {
  const nodes: TreeNode[] = [
    {
      ...classes([50, 50, 50]),
      test: { kind: "threshold", attribute: 3, threshold: 0.8 },
      branches: [1, 2],
      missing: { kind: "branch", to: 1 },
      gain: 0.3333333333333333,
      superclasses: [[0], [1, 2]],
    },
    classes([50, 0, 0]),
    {
      ...classes([0, 50, 50]),
      test: { kind: "threshold", attribute: 3, threshold: 1.75 },
      branches: [3, 6],
      missing: { kind: "branch", to: 0 },
      gain: 0.38969404186795487,
    },
    {
      ...classes([0, 49, 5]),
      test: { kind: "threshold", attribute: 2, threshold: 4.95 },
      branches: [4, 5],
      missing: { kind: "branch", to: 0 },
      gain: 0.08238911319,
    },
    classes([0, 47, 1]),
    classes([0, 2, 4]),
    classes([0, 1, 45]),
  ];
  return {
    format: "coppice-tree",
    version: 2,
    learner: "cart",
    options: { criterion: "gini", minLeaf: 5, prune: "none" },
    task: "classification",
    target: nominal("species", "setosa", "versicolor", "virginica"),
    attributes: ["sepal length", "sepal width", "petal length", "petal width"].map(numeric),
    training: { rows: 150, weight: 150, seed: 1 },
    nodes,
  };
}

/** ID3 on Quinlan's fourteen days: a branch per level. */
export function tennisModel(): TreeModel {
  const split = (
    counts: number[],
    attribute: number,
    branches: number[],
    shares: number[],
    gain: number,
  ) => ({
    ...classes(counts),
    test: { kind: "levels" as const, attribute },
    branches,
    missing: { kind: "share" as const, shares },
    gain,
  });
  return {
    format: "coppice-tree",
    version: 2,
    learner: "id3",
    options: {},
    task: "classification",
    target: nominal("play", "no", "yes"),
    attributes: [
      nominal("outlook", "sunny", "overcast", "rain"),
      nominal("humidity", "high", "normal"),
      nominal("wind", "weak", "strong"),
    ],
    training: { rows: 14, weight: 14, seed: 0 },
    nodes: [
      split([5, 9], 0, [1, 4, 5], [5 / 14, 4 / 14, 5 / 14], 0.246),
      split([3, 2], 1, [2, 3], [0.6, 0.4], 0.97),
      classes([3, 0]),
      classes([0, 2]),
      classes([0, 4]),
      split([2, 3], 2, [6, 7], [0.6, 0.4], 0.97),
      classes([0, 3]),
      classes([2, 0]),
    ],
  };
}

/** Intervals of a number, a threshold on an ordered attribute, and a separate branch for a missing age. */
export function rentModel(): TreeModel {
  const value = (weight: number, mean: number, error: number) => ({ weight, value: mean, error });
  return {
    format: "coppice-tree",
    version: 2,
    learner: "cart",
    options: { criterion: "squaredError" },
    task: "regression",
    target: numeric("rent"),
    attributes: [numeric("age"), { name: "size", type: "ordered", levels: ["small", "medium", "large"] }],
    training: { rows: 20, weight: 20, seed: 0 },
    nodes: [
      {
        ...value(20, 700, 42500),
        test: { kind: "intervals", attribute: 0, edges: [10, 20.5] },
        branches: [1, 4, 5, 6],
        missing: { kind: "branch", to: 3 },
        gain: 30000,
      },
      {
        ...value(8, 900, 10000),
        test: { kind: "threshold", attribute: 1, threshold: 1 },
        branches: [2, 3],
        missing: { kind: "branch", to: 0 },
        gain: 10000,
      },
      value(4, 800, 0),
      value(4, 1000, 0),
      value(6, 600, 20),
      value(4, 400, 16.25),
      value(2, 650, 2500),
    ],
  };
}

/** A level set without one level, fractional rows, a branch without rows, and fractional weights. */
export function paintModel(): TreeModel {
  return {
    format: "coppice-tree",
    version: 2,
    learner: "c45",
    options: { minLeaf: 2, prune: "errorBased" },
    task: "classification",
    target: nominal("lasts", "no", "yes"),
    attributes: [nominal("color", "red", "green", "blue", "black"), nominal("coat", "thin", "thick", "none")],
    training: { rows: 10, weight: 10, seed: 0 },
    nodes: [
      {
        ...classes([4, 6]),
        test: { kind: "subset", attribute: 0, left: [0, 2], right: [1] },
        branches: [1, 5],
        missing: { kind: "share", shares: [0.65, 0.35] },
        gain: 0.1,
      },
      {
        ...classes([1, 5.5]),
        test: { kind: "levels", attribute: 1 },
        branches: [2, 3, 4],
        missing: { kind: "share", shares: [0.25, 0.75, 0] },
        gain: 0.2,
      },
      classes([1, 0.5]),
      classes([0, 5]),
      classes([1, 5.5], 0),
      classes([3, 0.5]),
    ],
  };
}

/** Names that try to break out of every format. */
export function hostileModel(): TreeModel {
  return {
    format: "coppice-tree",
    version: 2,
    learner: "<script>alert(1)</script>",
    options: { "</style>": '"><img src=x onerror=alert(1)>' },
    task: "classification",
    target: nominal("a\"b'c&d<e>\\N", "</text><script>x()</script>", "\u001b[31mred\u202e\n", "]]>-->"),
    attributes: [nominal("__proto__", 'x, "y"', "{z}", ""), numeric("constructor\u0000\ud800")],
    training: { rows: 3, weight: 3, seed: 0 },
    nodes: [
      {
        ...classes([1, 1, 1]),
        test: { kind: "levels", attribute: 0 },
        branches: [1, 2, 3],
        missing: { kind: "branch", to: 0 },
        gain: 1,
      },
      classes([1, 0, 0]),
      classes([0, 1, 0]),
      {
        ...classes([0, 0, 1]),
        test: { kind: "threshold", attribute: 1, threshold: 2.4500000000000002 },
        branches: [4, 5],
        missing: { kind: "branch", to: 0 },
        gain: 0,
      },
      classes([0, 0, 1]),
      classes([0, 0, 1], 0),
    ],
  };
}

/** A chain of `depth` thresholds on one attribute: 2·depth + 1 nodes, each split has a leaf and the rest of the chain. */
export function chainModel(depth: number): TreeModel {
  const nodes: TreeNode[] = [];
  for (let level = 0; level < depth; level++) {
    nodes.push({
      ...classes([depth - level, 1]),
      test: { kind: "threshold", attribute: 0, threshold: level },
      branches: [2 * level + 1, 2 * level + 2],
      missing: { kind: "branch", to: 1 },
      gain: 0,
    });
    nodes.push(classes([1, 0]));
  }
  nodes.push(classes([0, 1]));
  return {
    ...irisModel(),
    target: nominal("class", "a", "b"),
    attributes: [numeric("x")],
    training: { rows: depth + 1, weight: depth + 1, seed: 0 },
    nodes,
  };
}

/** Surrogates, competitors and every kind of derived; the third attribute is not in the table. */
export function clinicModel(): TreeModel {
  return {
    format: "coppice-tree",
    version: 2,
    learner: "cart",
    options: { missing: "surrogate" },
    task: "classification",
    target: nominal("ill", "no", "yes"),
    attributes: [
      numeric("age"),
      nominal("sex", "f", "m"),
      nominal("missing(age)", "no", "yes"),
      numeric("pulse"),
    ],
    training: { rows: 10, weight: 10, seed: 1 },
    derived: [
      { kind: "indicator", attribute: 2, of: 0 },
      { kind: "fill", attribute: 1, cell: 1 },
      { kind: "eachValue", attribute: 0, cells: [20, 60], shares: [0.25, 0.75] },
      {
        kind: "predict",
        attribute: 3,
        nodes: [
          {
            weight: 8,
            value: 75,
            error: 25,
            test: { kind: "threshold", attribute: 0, threshold: 40 },
            branches: [1, 2],
            missing: { kind: "branch", to: 0 },
            gain: 25,
          },
          { weight: 4, value: 80, error: 0 },
          { weight: 4, value: 70, error: 0 },
        ],
      },
    ],
    nodes: [
      {
        ...classes([5, 5]),
        test: { kind: "threshold", attribute: 3, threshold: 72 },
        branches: [1, 2],
        missing: {
          kind: "surrogates",
          surrogates: [
            {
              test: { kind: "threshold", attribute: 0, threshold: 40 },
              to: [1, 0],
              agreement: 0.8,
              adjusted: 0.6,
            },
            {
              test: { kind: "subset", attribute: 1, left: [0], right: [1] },
              to: [0, -1],
              agreement: 0.6,
              adjusted: 0.2,
            },
          ],
          otherwise: { kind: "share", shares: [0.5, 0.5] },
        },
        gain: 0.3,
        competitors: [{ test: { kind: "threshold", attribute: 0, threshold: 35 }, gain: 0.2 }],
      },
      classes([5, 0]),
      classes([0, 5]),
    ],
  };
}

export const allModels = (): TreeModel[] => [
  irisModel(),
  tennisModel(),
  rentModel(),
  paintModel(),
  hostileModel(),
  chainModel(5),
  clinicModel(),
];
