import fc from "fast-check";
import { classTreeTuning } from "../../src/engine/memory/classTree.js";
import { mixedTreeTuning } from "../../src/engine/memory/mixedTree.js";
import { ratioTreeTuning } from "../../src/engine/memory/ratioTree.js";
import { valueTreeSizes } from "../../src/engine/memory/valueTree.js";
import { ratioTreeSizes } from "../../src/kernels/drivers/ratioTree.js";
import type { Learner } from "../../src/learn/learner.js";
import {
  few,
  grades,
  levels,
  mirrored,
  numbers,
  type RandomAttribute,
  type RandomTable,
} from "../../src/testing/randomTable.js";
import { type ArbitraryTable, arbitraryTable, type TableChoices } from "../kit/arbitraryTable.js";
import { fullCart, names } from "../kit/index.js";
import { ratioShape, ratioTables } from "../kit/ratioTables.js";

type Options = Record<string, unknown>;

/** Tables that are drawn, and options and sizes of the kernel to grow their trees with. */
export interface TreeProperty {
  readonly what: string;
  readonly tables: TableChoices;
  readonly options: (shape: RandomTable) => fc.Arbitrary<Options>;
  readonly sizes?: readonly object[];
  /** Whether the kernel grows the whole tree; undefined: it may. */
  readonly isWhole?: (shape: RandomTable, options: Options) => boolean | undefined;
  readonly runs: number;
  /** The share of the tables that the kernel grows, or finishes a node of, at the least. */
  readonly grown: number;
}

export interface TreeKernel {
  readonly kernel: string;
  readonly learner: string | Learner;
  /** Makes the engine leave every table to this kernel. */
  force(): void;
  /** Sizes below which the kernel takes another path; undefined: the usual ones. */
  resize(sizes: object | undefined): void;
  readonly properties: readonly TreeProperty[];
  /** Single tables on which the kernel grows the whole tree. */
  readonly cases: Readonly<Record<string, TreeCase>>;
}

export interface TreeCase {
  readonly shape: RandomTable;
  readonly options?: Options;
  readonly sizes?: object;
  /** Whether it is for deep runs only. */
  readonly isDeep?: boolean;
}

const deep = (one: TreeCase): TreeCase => ({ ...one, isDeep: true });

const usualValues = { ...valueTreeSizes };
const TUNINGS = [classTreeTuning, mixedTreeTuning, valueTreeSizes, ratioTreeTuning, ratioTreeSizes];
const usual = TUNINGS.map((tuning) => ({ ...tuning }));

export function restoreSizes(): void {
  TUNINGS.forEach((tuning, i) => {
    for (const name of Object.keys(tuning)) Reflect.deleteProperty(tuning, name);
    Object.assign(tuning, usual[i]);
  });
}

/** What every kernel of trees obeys. */
const growth = {
  minLeaf: fc.constantFrom(1, 1, 2, 5.5, "3%"),
  minSplit: fc.constantFrom(2, 2, 9),
  maxDepth: fc.constantFrom(1, 4, 50),
  zeroGain: fc.boolean(),
  threshold: fc.constantFrom("midpoint", "weighted", "value"),
  tolerance: fc.constantFrom(0, 1e-10, 1e-10, 0.05),
};

/** Some distinct numbers, or as many as there are rows. */
const TIES = [numbers("normal"), few(2), few(5), few(40)];

const classAttributes = [1, 2, 3, 4].flatMap((count) =>
  TIES.flatMap((cells) =>
    [false, true].map((flag): Record<string, RandomAttribute> => {
      const plain = Array.from({ length: count }, (_, a) => [`x${a}`, cells] as const);
      return {
        ...Object.fromEntries(plain),
        ...{ zero: numbers("zeros", 0), close: numbers("close"), size: grades(4) },
        ...(flag && { flag: levels(2) }),
      };
    }),
  ),
);
const CLASS_SIZES = [
  { middleRows: 8, smallRows: 3, sharedEntries: 0 },
  { middleRows: 40, smallRows: 20, sharedEntries: 50 },
  { middleRows: 60, smallRows: 1, sharedEntries: 200 },
  { middleRows: 3, smallRows: 2, sharedEntries: 0 },
  { middleRows: 1000, smallRows: 128, sharedEntries: 0 },
  { middleRows: 1000, smallRows: 16, sharedEntries: 1e9 },
];
const large = (values: RandomAttribute, more: Partial<RandomTable>): TreeCase => ({
  shape: {
    ...{ rows: 40_000, seed: 5, classes: 2, signal: 0.9 },
    attributes: { x0: values, x1: values, x2: values, zero: numbers("zeros"), size: grades(4) },
    ...more,
  },
  options: { maxDepth: 12 },
});

const classTree: TreeKernel = {
  kernel: "classTree",
  learner: fullCart,
  force: () => Object.assign(classTreeTuning, { entries: 1 }),
  resize(sizes) {
    if (sizes) Object.assign(classTreeTuning, { sizes });
    else delete classTreeTuning.sizes;
  },
  properties: [
    {
      what: "numbers, grades and two levels",
      tables: {
        rows: [2, 150],
        attributes: classAttributes,
        ...{ classes: [2, 2, 3, 4, 7, 30], weights: [undefined, "whole"] },
        ...{ gaps: [0, 0, 0.2, 0.7], signal: [0, 0.5, 0.95] },
      },
      options: () => fc.record(growth),
      ...{ sizes: CLASS_SIZES, runs: 300, grown: 0.55 },
    },
    {
      what: "the impurities of two levels, subtracted in the learner's order",
      tables: {
        rows: [20, 400],
        attributes: [Object.fromEntries([..."pqrstu"].map((name) => [name, levels(2, "first")]))],
        ...{ classes: [2, 3], signal: [0] },
      },
      options: () => fc.constant({ tolerance: 0 }),
      ...{ sizes: CLASS_SIZES, runs: 80, grown: 0.9 },
    },
  ],
  cases: Object.fromEntries(
    [numbers("normal"), few(16)].flatMap((values, ties) =>
      ([undefined, "whole"] as const).flatMap((weights, isWeighted) =>
        [2, 5].map((classes, isMore) => [
          `many rows, ${classes} classes${ties ? ", 16 numbers" : ""}${weights ? ", weights" : ""}`,
          // Half of them show each pair of these differences.
          { ...large(values, { classes, weights }), isDeep: (ties + isWeighted + isMore) % 2 === 1 },
        ]),
      ),
    ),
  ),
};

const LEVEL_COUNTS = [[], [1], [2, 3], [5, 70], [8, 2, 20], [3, 20, 1, 5], [70, 70], [20], [8, 3, 2, 2]];
const mixedAttributes = LEVEL_COUNTS.flatMap((counts) =>
  TIES.map((cells) => ({
    ...Object.fromEntries(counts.map((count, a) => [`n${a}`, levels(count, "first")])),
    ...{ x: cells, z: cells, size: grades(3, 0.25) },
  })),
);
const MIXED_SIZES = [
  { localRows: 1000, countedCodes: 0, listRows: 0, setWords: 1 << 16 },
  { localRows: 1000, countedCodes: 256, listRows: 1, setWords: 1 << 16 },
  { localRows: 1000, countedCodes: 6, listRows: 12, setWords: 1 << 16 },
  { localRows: 40, countedCodes: 0, listRows: 0, setWords: 1 },
  { localRows: 40, countedCodes: 30, listRows: 5, setWords: 1 << 16 },
  { localRows: 7, countedCodes: 256, listRows: 30, setWords: 1 << 16 },
  { localRows: 2, countedCodes: 4, listRows: 1, setWords: 64 },
];
const MIXED_CRITERIA: Options[] = [
  ...[{ criterion: "gini" }, { criterion: "gini" }, { criterion: "entropy" }, { criterion: "gainRatio" }],
  ...[
    { criterion: "gini", scaled: true },
    { criterion: "deviance" },
    { criterion: "deviance", scaled: true },
  ],
  ...[
    { criterion: "gainRatio", averageGain: true },
    { criterion: "gini", scaled: true, averageGain: true },
  ],
  ...["misclassification", "twoing", "risk", "weightedGini"].flatMap((criterion) => [
    { criterion },
    { criterion, scaled: true },
  ]),
];
/** Values that gains, impurities and shares of few rows often equal. */
const MIXED_STOPS: Options[] = [
  ...[{}, {}, { minGain: 0.02 }, { minGain: 0.125 }, { minImpurity: 0.3 }, { minImpurity: 0.5 }],
  ...[{ purity: 0.75 }, { purity: 0.9 }, { purity: 0.9, minImpurity: 0.2, minGain: 0.01 }],
  ...[{ sizePenalty: 0 }, { sizePenalty: 0.5 }],
  ...[1, 2, 5, 12].map((maxLeaves) => ({ maxLeaves })),
];

/** The more classes there are before it, the costlier a class is to miss. */
function risingLosses(classes: number): number[][] {
  const all = Array.from({ length: classes }, (_, k) => k);
  return all.map((truth) => all.map((said) => (truth === said ? 0 : 1 + truth / 3)));
}

function mixedOptions({ classes }: RandomTable): fc.Arbitrary<Options> {
  const { zeroGain, ...others } = growth;
  return fc
    .tuple(
      fc.record(others),
      fc.constantFrom<Options>(...MIXED_CRITERIA),
      fc.constantFrom<Options>(...MIXED_STOPS),
      fc.constantFrom<Options>(...[2, 4, 10].map((maxExhaustive) => ({ maxExhaustive })), {
        nominal: "oneHot",
      }),
      fc.constantFrom<Options>(
        ...[{}, {}, {}, { attributeCosts: { z: 3 } }],
        ...["norton", "nunez"].map((costForm) => ({ attributeCosts: { x: 2, size: 0.4 }, costForm })),
      ),
      fc.constantFrom<Options>({}, {}, { priors: "equal" }, { loss: risingLosses(classes) }),
      zeroGain,
    )
    .map(([plain, by, stop, tests, costs, priors, zero]) => ({
      ...{ ...plain, ...by, ...stop, ...tests, ...costs, ...priors },
      // It matters only if no gain is asked for.
      ...(stop.minGain === undefined && { zeroGain: zero }),
    }));
}

const mixed = (shape: Partial<RandomTable>, options: Options = {}): TreeCase => ({
  shape: {
    ...{ rows: 24_000, seed: 5, classes: 2, gaps: 0.05, signal: 0.9 },
    attributes: {
      ...{ n0: levels(2, "first"), n1: levels(9, "first"), n2: levels(60, "first") },
      ...{ x: numbers("normal"), z: numbers("normal"), size: grades(3) },
    },
    ...shape,
  },
  options: { maxDepth: 12, ...options },
});
/** More levels and classes than there is room for an order of the levels per thread. */
const crowded: Partial<RandomTable> = {
  ...{ rows: 900, seed: 3, classes: 60, gaps: 0.1, signal: 0.8 },
  attributes: { n0: levels(300, "first"), n1: levels(11, "first"), x: numbers("normal"), size: grades(3) },
};

const mixedTree: TreeKernel = {
  kernel: "mixedTree",
  learner: fullCart,
  force() {
    classTreeTuning.entries = Number.POSITIVE_INFINITY;
    mixedTreeTuning.entries = 1;
  },
  resize(sizes) {
    if (sizes) Object.assign(mixedTreeTuning, { sizes });
    else delete mixedTreeTuning.sizes;
  },
  properties: [
    {
      what: "any attributes, criteria, weights, priors, losses, costs and limits",
      tables: {
        rows: [2, 160],
        attributes: mixedAttributes,
        ...{ classes: [2, 2, 3, 4, 7, 40], weights: [undefined, "whole", "fractions"] },
        ...{ gaps: [0, 0.001, 0.2, 0.7], signal: [0, 0.5, 0.95] },
      },
      ...{ options: mixedOptions, sizes: MIXED_SIZES, runs: 300, grown: 0.55 },
    },
    {
      what: "few rows that have nearly all of the weight",
      tables: {
        rows: [5, 40],
        attributes: [{ x: few(4), n: levels(5), z: few(9) }],
        ...{ classes: [3], weights: ["lone"], signal: [0] },
      },
      options: () => fc.constant({}),
      ...{ sizes: MIXED_SIZES.slice(0, 1), runs: 100, grown: 0.8 },
    },
  ],
  cases: {
    "one order of the levels only": mixed(crowded, { maxDepth: 8 }),
    "one order of the levels only, entropy, fractional weights": deep(
      mixed({ ...crowded, weights: "fractions" }, { maxDepth: 8, criterion: "entropy" }),
    ),
    "many rows, two classes": mixed({}),
    "many rows, five classes": deep(mixed({ classes: 5 })),
    "many rows, fractional weights": mixed({ weights: "fractions" }),
    "many rows, fractional weights, five classes": mixed({ weights: "fractions", classes: 5 }),
  },
};

const VALUE_SIZES = [
  { least: 1, middle: 8, small: 3 },
  { least: 1, middle: 24, small: 5 },
  { least: 1, middle: 40, small: 40 },
  { least: 1, middle: 60, small: 1 },
  { least: 1, middle: 500, small: 127 },
  { least: 1, middle: 16, small: 15 },
];
const hardAttributes = [numbers("normal"), few(2), few(7), few(40)].map((cells) => ({
  ...{ x: cells, same: mirrored("x"), zero: numbers("zeros", 0), z: cells, close: numbers("close", 0) },
}));
const tail = { x: few(7), same: mirrored("x"), zero: numbers("zeros"), z: few(7), close: numbers("close") };

const valueTree: TreeKernel = {
  kernel: "valueTree",
  learner: fullCart,
  force() {},
  resize: (sizes) => Object.assign(valueTreeSizes, sizes ?? usualValues),
  properties: [
    {
      what: "every kind of attribute, missing values and weights",
      tables: {
        rows: [12, 160],
        attributes: [{ fine: numbers("normal"), n: levels(4), size: grades(3), x: few(5), many: levels(12) }],
        ...{ classes: [0], values: ["smooth", "quarters"], weights: [undefined, "counts", "fractions"] },
        gaps: [0, 0.2],
      },
      options: () => fc.record(growth),
      ...{ sizes: VALUE_SIZES, runs: 100, grown: 0.3 },
    },
    {
      what: "targets and cells that are difficult for sums and ties",
      tables: {
        ...{ rows: [2, 200], attributes: hardAttributes, classes: [0] },
        values: ["smooth", "few", "constant", "offset", "far", "tiny", "huge", "tail", "near", "lone"],
        ...{ weights: [undefined, "thousand"], gaps: [0, 0, 0.1] },
      },
      options: () => fc.record(growth),
      ...{ sizes: VALUE_SIZES, runs: 120, grown: 0.25 },
    },
    {
      // Of two rows at one node, 1e-15 and 1e-14, the squares vanish beside those of 1e14: no test gains anything.
      what: "targets that differ by less than their squares show",
      tables: { rows: [41, 41], attributes: [tail], classes: [0], values: ["tail"] },
      options: () => fc.constant({ zeroGain: true, tolerance: 0 }),
      ...{ sizes: VALUE_SIZES.slice(0, 1), runs: 40, grown: 0.9 },
    },
    {
      what: "few levels and more than there are rows, some without rows, any weights",
      tables: {
        rows: [2, 250],
        attributes: [
          {
            ...{ two: levels(3, "some"), some: levels(18, "some"), many: levels(91, "some") },
            ...{ most: levels(701, "some"), x: few(30) },
          },
        ],
        ...{ classes: [0], values: ["smooth", "few", "near", "lone"], gaps: [0, 0.1, 0.6] },
        weights: [undefined, "counts", "fractions", "million"],
      },
      options: () => fc.record(growth),
      ...{ sizes: VALUE_SIZES, runs: 120, grown: 0.25 },
    },
  ],
  cases: {
    ...Object.fromEntries(
      // Small tasks copy the cells of 32 attributes.
      [32, 33, 45].map((count) => [
        `${count} attributes`,
        {
          shape: {
            ...{ rows: 300, seed: 11, classes: 0, values: "quarters" },
            attributes: Object.fromEntries(
              names("x", count).map((name, a) => [name, a % 3 === 0 ? few(9) : numbers("normal")]),
            ),
          },
          sizes: { least: 1, middle: 100, small: 60 },
        } satisfies TreeCase,
      ]),
    ),
    "many rows": {
      shape: {
        ...{ rows: 12_000, seed: 3, classes: 0, values: "smooth" },
        attributes: Object.fromEntries(names("x", 10).map((name) => [name, numbers("uniform")])),
      },
    },
  },
};

const ratioRules = fc
  .record({
    ...{ averageGain: fc.boolean(), mdlCorrection: fc.boolean(), adaptiveMinLeaf: fc.boolean() },
    ...{ zeroGain: fc.boolean(), collapse: fc.boolean() },
    minLeaf: fc.constantFrom(1, 2, 7),
    minGap: fc.constantFrom(0, 1e-5, 0.6),
    tolerance: fc.constantFrom(0, 1e-6, 0.05),
    threshold: fc.constantFrom("midpoint", "weighted", "value"),
    prune: fc.constantFrom("none", "errorBased"),
    criterion: fc.constantFrom("gainRatio", "gainRatio", "entropy"),
    missing: fc.constantFrom("share", "share", "majority", "likely"),
    missingAtPrediction: fc.constantFrom("asTrained", "asTrained", "share", "majority"),
  })
  // The average gain matters to the gain ratio only.
  .map(({ averageGain, ...others }) =>
    others.criterion === "entropy" ? others : { averageGain, ...others },
  );

export const unpruned = { prune: "none", collapse: false };
const ratio = (ties: number, more: Partial<RandomTable>, options: Options = {}): TreeCase => ({
  shape: ratioShape(ties, more),
  options: { ...unpruned, ...options },
});

/** The table with weights, and for deep runs without them. */
const weighedOrNot = (what: string, ties: number, shape: Partial<RandomTable>) => ({
  [what]: deep(ratio(ties, shape)),
  [`${what}, weights`]: ratio(ties, { ...shape, weights: "quarters" }),
});

const ratioTree: TreeKernel = {
  kernel: "ratioTree",
  learner: "c45",
  force() {
    ratioTreeTuning.entries = 1;
    ratioTreeSizes.cells = 1;
    // Small enough that threads grow the top of small tables together, and then whole subtrees.
    ratioTreeSizes.mostTask = 12;
  },
  resize() {},
  properties: [
    {
      what: "any small table, with any of its rules",
      tables: ratioTables,
      options: () => ratioRules,
      // More levels than rows are left to tallies; parts of rows divided without any gain may need more memory than there is.
      isWhole: ({ rows, gaps = 0 }, { zeroGain, missing }) =>
        rows >= 7 && zeroGain && missing === "share" && gaps > 0 ? undefined : rows >= 7,
      ...{ runs: 120, grown: 0.3 },
    },
  ],
  cases: {
    ...weighedOrNot("two classes, gaps", 0, { gaps: 0.05, signal: 1 }),
    ...weighedOrNot("26 classes, ties", 2, { seed: 4, classes: 26 }),
    ...weighedOrNot("twelve classes, gaps", 0, { rows: 2000, seed: 5, classes: 12, gaps: 0.1 }),
    // Nothing is charged for the only threshold that is allowed.
    "a gain within the tolerance": ratio(
      1,
      { rows: 90, seed: 1, classes: 9, signal: 1 },
      { minLeaf: 1, minGap: 0, tolerance: 0.05 },
    ),
    ...Object.fromEntries(
      [1, 2, 5].map((maxDepth) => [
        `a depth of ${maxDepth}`,
        ratio(0, { rows: 400, seed: 8, classes: 3, gaps: 0.1 }, { maxDepth }),
      ]),
    ),
    // A third of 1,500 rows in each of 200 branches are more than 24 entries a row.
    "many entries, by gaps in an attribute of many levels": ratio(
      0,
      { rows: 1500, seed: 4, gaps: 1 / 3, attributes: { many: levels(200), x: few(50, 0) }, signal: 0.8 },
      { averageGain: false, minLeaf: 1 },
    ),
  },
};

const noKernel = Number.POSITIVE_INFINITY;

/** Nodes of two classes from sorted lists, in TypeScript. */
const sortedLists: TreeKernel = {
  kernel: "of sorted lists",
  learner: fullCart,
  force() {
    classTreeTuning.entries = noKernel;
    mixedTreeTuning.entries = noKernel;
  },
  resize() {},
  properties: [
    {
      what: "nodes of two classes, any attributes and weights",
      tables: {
        rows: [12, 160],
        attributes: [{ x: numbers("normal"), n: levels(4), o: grades(3), z: few(5), many: levels(12) }],
        ...{ classes: [2, 2, 3], weights: [undefined, "whole", "fractions"] },
        ...{ gaps: [0, 0.2], signal: [0.5, 0.9] },
      },
      options: () => fc.record({ ...growth, criterion: fc.constantFrom("gini", "entropy") }),
      ...{ runs: 300, grown: 0.8 },
    },
  ],
  cases: {
    "many numbers": {
      shape: {
        ...{ rows: 3000, seed: 2, classes: 2, signal: 0.8 },
        attributes: Object.fromEntries(names("x", 20).map((name) => [name, numbers("normal")])),
      },
    },
    // Splits that growth with the best first would not have made are lost.
    ...Object.fromEntries(
      [1, 2, 3, 7, 20, 1000].map((maxLeaves) => [
        `levels, at most ${maxLeaves} leaves`,
        {
          shape: {
            ...{ rows: 900, seed: 3, classes: 2, signal: 0.9 },
            attributes: Object.fromEntries(names("n", 9).map((name) => [name, levels(3)])),
          },
          options: { maxLeaves },
        },
      ]),
    ),
  },
};

export const TREE_KERNELS: readonly TreeKernel[] = [classTree, mixedTree, valueTree, ratioTree, sortedLists];

export function drawn({ tables, options, sizes = [{}] }: TreeProperty) {
  return arbitraryTable(tables).chain((made: ArbitraryTable) =>
    fc.tuple(fc.constant(made), options(made.shape), fc.constantFrom(...sizes)),
  );
}
