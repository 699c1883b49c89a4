import fc from "fast-check";
import type { Problem } from "../../src/engine/problem.js";
import { growCoded } from "../../src/kernels/drivers/codedForest/growCoded.js";
import { growExtraTrees } from "../../src/kernels/drivers/extraTrees/growExtraTrees.js";
import { growForest } from "../../src/kernels/drivers/forest/growForest.js";
import type { GrownMember } from "../../src/kernels/drivers/forest/grown.js";
import type { ForestMember } from "../../src/kernels/drivers/forest/rules.js";
import type { Team } from "../../src/kernels/team.js";
import { codedForestRules } from "../../src/learn/ensemble/codedForestRules.js";
import { extraTreesRules } from "../../src/learn/ensemble/extraTreesRules.js";
import { forestRules } from "../../src/learn/ensemble/forestRules.js";
import type { TreeOptions } from "../../src/learn/treeOptions.js";
import { few, grades, levels, numbers, type RandomAttribute, single } from "../../src/testing/randomTable.js";
import type { TableChoices } from "../kit/arbitraryTable.js";
import { manyAttributes } from "../kit/attributes.js";
import { scoreOptions } from "../scoreOptions.js";

type Options = Record<string, unknown>;

type Grow<R> = (
  problem: Problem,
  rules: R,
  members: readonly ForestMember[],
  team: Team,
  /** What is told besides the trees, and sizes. */
  wanted: object,
) => Generator<GrownMember, void, void>;
type GrowTrees = (...given: [readonly ForestMember[], Team, object]) => ReturnType<Grow<never>>;

/** What grows trees by these options; undefined if the kernel does not know them. */
type GrowerOf = (problem: Problem, options: TreeOptions) => GrowTrees | undefined;

const growerBy =
  <R>(rulesOf: (options: TreeOptions, problem: Problem) => R | undefined, grow: Grow<R>): GrowerOf =>
  (problem, options) => {
    const rules = rulesOf(options, problem);
    return rules && ((members, team, wanted) => grow(problem, rules, members, team, wanted));
  };

export interface ForestProperty {
  readonly tables: TableChoices;
  readonly runs: number;
}

export interface ForestKernel {
  readonly kernel: string;
  readonly grower: GrowerOf;
  /** Options without which the kernel does not grow. */
  readonly by: Options;
  readonly options: (classes: number) => fc.Arbitrary<Options>;
  readonly sizes: fc.Arbitrary<object>;
  /** Of many members on several threads, by these options, with these sizes. */
  readonly threaded: { readonly options: readonly Options[]; readonly sizes: object };
  readonly threadedTables: readonly TableChoices[];
  /** Whether members may leave the drawing of rows to the kernel. */
  readonly drawsRows: boolean;
  readonly properties: Readonly<Record<string, ForestProperty>>;
  /** Single tables of many rows. */
  readonly large: readonly TableChoices[];
}

const growth = (classes: number) => ({
  minLeaf: fc.constantFrom(1, 2, 5),
  maxDepth: fc.constantFrom(1, 3, 100),
  zeroGain: fc.boolean(),
  minSplit: fc.constantFrom(2, 7),
  tolerance: fc.constantFrom(...(classes > 0 ? [0] : []), 1e-10, 1e-3),
});

/** `runs` where there are 40 rows at most, `fewer` otherwise. */
const listed = (shapes: Record<string, TableChoices>, runs: number, fewer: number, least: number) =>
  Object.fromEntries(
    Object.entries(shapes).map(([name, tables]) => [
      name,
      { tables, runs: tables.rows[1] > least ? fewer : runs },
    ]),
  );

/** Numbers with ties; one is mostly missing, one is constant, and more than are examined together. */
function forestAttributes(isNumbersOnly: boolean): Record<string, RandomAttribute>[] {
  const same = (attribute: RandomAttribute) => attribute;
  return [2, 5, 1000].flatMap((values) =>
    [same, single].map((as) => ({
      ...{ x1: few(values), x2: as(numbers("uniform")), same: numbers("same") },
      ...(isNumbersOnly ? { crowded: as(numbers("crowded")) } : { o: grades(4, 0.1) }),
      ...{
        x3: few(values, 0.9),
        x4: numbers(as === single ? "hugeSingle" : "huge"),
        x5: as(numbers("near")),
      },
      ...Object.fromEntries(["x6", "x7", "x8", "x9"].map((name) => [name, few(values, 0.05)])),
    })),
  );
}

const forestTables = (classes: number, gaps = 0, rows = 40, isNumbersOnly = false): TableChoices => ({
  ...{ rows: [1, rows], attributes: forestAttributes(isNumbersOnly), classes: [classes], gaps: [gaps] },
  signal: [0, 0.5],
});

const forest = (kernel: string, by: Options): ForestKernel => ({
  kernel,
  by,
  grower: growerBy(forestRules, growForest),
  options: (classes) =>
    fc.record(
      { attributesPerNode: fc.constantFrom(1, 2, 3, "all"), ...growth(classes) },
      { requiredKeys: ["attributesPerNode"] },
    ),
  sizes: fc
    .record({
      blockRows: fc.constantFrom(0, 3, 10, 4096),
      byteRows: fc.constantFrom(0, 4, 127),
      windowBits: fc.constantFrom(0, 3, 16),
      // Keys for no table, for those of many values, and for all.
      crowd: fc.constantFrom(0, 0.05, 1),
    })
    .map((regimes) => ({ regimes })),
  threaded: {
    options: [{ attributesPerNode: 2 }],
    sizes: { regimes: { blockRows: 30, byteRows: 10, windowBits: 4, crowd: 1 } },
  },
  threadedTables: [
    forestTables(2, 0, 120, true),
    ...[2, 4, 0].map((classes) => forestTables(classes, 0.2, 120)),
  ],
  drawsRows: false,
  properties: listed(
    {
      "two classes": forestTables(2),
      "two classes, many rows": forestTables(2, 0, 400),
      "two classes, numbers only": forestTables(2, 0, 40, true),
      "two classes, numbers only, many rows": forestTables(2, 0, 400, true),
      "two classes, missing values": forestTables(2, 0.2),
      "two classes, many rows, missing values": forestTables(2, 0.2, 400),
      "many classes, missing values": forestTables(5, 0.2),
      "a numeric target, missing values": forestTables(0, 0.2),
      "a numeric target": forestTables(0, 0, 100),
    },
    ...([60, 20, 40] as const),
  ),
  // Places of more than 4,096 rows have two digits (nodeOrder.ts).
  large: [2, 4, 0].map((classes) => ({ ...forestTables(classes, 0.2), rows: [4200, 4200] })),
});

const codedTables = (
  classes: number,
  rows = 40,
  most = 12,
  weights?: "counts" | "fractions",
): TableChoices => ({
  rows: [1, rows],
  attributes: [
    {
      ...{ n1: levels(most), n2: levels(2), n3: levels(5), n4: levels(Math.min(most, 33)), n5: levels(1) },
      ...{ o: grades(4), x1: few(7), x2: numbers("uniform"), x3: numbers("huge") },
    },
  ],
  ...{ classes: [classes], weights: [weights], gaps: [0, 0.1, 0.5], signal: [0, 0.5, 1] },
});

const codedForest: ForestKernel = {
  kernel: "codedForest",
  by: {},
  grower: growerBy(codedForestRules, growCoded),
  options: (classes) =>
    fc
      .record(
        {
          scores: scoreOptions(classes, ["n1", "x2"]),
          attributesPerNode: fc.constantFrom(1, 2, 3, "all"),
          maxLeaves: fc.constantFrom(1, 2, 3, 6, 15, 60),
          maxExhaustive: fc.constantFrom(2, 4, 10),
          ...growth(classes),
          tolerance: fc.constantFrom(...(classes > 0 ? [0] : []), 1e-10, 1e-3, 0.1),
        },
        { requiredKeys: ["attributesPerNode"] },
      )
      .map(({ scores, ...rest }) => ({ ...rest, ...scores })),
  sizes: fc.record({ blockRows: fc.constantFrom(0, 3, 10, 256) }),
  threaded: {
    options: [{}, { scaled: true }, { maxLeaves: 9 }].map((more) => ({ attributesPerNode: 2, ...more })),
    sizes: { blockRows: 30 },
  },
  threadedTables: [2, 4, 0].map((classes) => codedTables(classes, 120)),
  drawsRows: true,
  properties: listed(
    {
      "two classes": codedTables(2),
      "two classes, many levels": codedTables(2, 400, 300),
      "two classes, gaps in every column": { ...codedTables(2, 120, 6), ...{ rows: [90, 120], gaps: [0.4] } },
      "two classes, levels that fill words": {
        ...codedTables(2),
        ...{ rows: [150, 250], gaps: [0.3], signal: [0.5] },
        attributes: [{ n1: levels(64), n2: levels(32), n3: levels(64), x2: few(7) }],
      },
      "two classes, integer weights": codedTables(2, 80, 12, "counts"),
      "two classes, fractional weights": codedTables(2, 80, 12, "fractions"),
      "three classes": codedTables(3),
      "five classes": codedTables(5, 120),
      "five classes, many levels": codedTables(5, 400, 300),
      "three classes, integer weights": codedTables(3, 80, 12, "counts"),
      "three classes, fractional weights": codedTables(3, 80, 12, "fractions"),
      "as many classes as rows": codedTables(60, 90, 60),
      "a numeric target": codedTables(0),
      "a numeric target, many levels": codedTables(0, 400, 300),
      "a numeric target, integer weights": codedTables(0, 80, 12, "counts"),
      "a numeric target, fractional weights": codedTables(0, 80, 12, "fractions"),
    },
    ...([60, 25, 100] as const),
  ),
  large: [],
};

const RANDOM: Options = { numeric: "random", nominal: "random" };
const NOT_RANDOM: Options = { numeric: undefined, nominal: undefined };

const drawnTables = (
  classes: number,
  gaps: number,
  rows = 40,
  weights?: "thousand" | "fractions",
): TableChoices => ({
  ...{ rows: [1, rows], attributes: manyAttributes, classes: [classes], weights: [weights] },
  ...{ gaps: [gaps], signal: [0, 0.5] },
});

const extraTrees: ForestKernel = {
  kernel: "extraTrees",
  by: RANDOM,
  grower: growerBy(extraTreesRules, growExtraTrees),
  options: (classes) =>
    fc
      .record(
        {
          examined: fc.constantFrom<Options>(
            ...[1, 3, 9, "all"].map((attributesPerNode) => ({ ...RANDOM, attributesPerNode })),
            ...[1, 4, 30].map((randomTests) => ({ ...NOT_RANDOM, randomTests })),
          ),
          scores: scoreOptions(classes, ["n5", "x2"]),
          ...growth(classes),
        },
        { requiredKeys: ["examined"] },
      )
      .map(({ examined, scores, ...rest }) => ({ ...examined, ...rest, ...scores })),
  sizes: fc.record({ shrink: fc.constantFrom(2, 3, 4, 1000) }),
  threaded: {
    options: [
      ...[false, true].map((scaled) => ({ attributesPerNode: 3, scaled })),
      { ...NOT_RANDOM, randomTests: 5 },
    ],
    sizes: { shrink: 2 },
  },
  threadedTables: [2, 4, 0].map((classes) => drawnTables(classes, 0.2, 150)),
  drawsRows: true,
  properties: listed(
    {
      "two classes": drawnTables(2, 0),
      "two classes, many rows": drawnTables(2, 0, 600),
      "two classes, missing values": drawnTables(2, 0.2),
      "two classes, missing values, many rows": drawnTables(2, 0.2, 600),
      "two classes, weights": drawnTables(2, 0.2, 40, "thousand"),
      "two classes, fractional weights": drawnTables(2, 0, 200, "fractions"),
      "many classes": drawnTables(7, 0.2, 100),
      "many classes, no missing values": drawnTables(7, 0, 300),
      "more classes than planes": drawnTables(70, 0.2, 200),
      "many classes, fractional weights": drawnTables(5, 0.2, 40, "fractions"),
      "a numeric target": drawnTables(0, 0, 100),
      "a numeric target, missing values": drawnTables(0, 0.2),
      "a numeric target, fractional weights": drawnTables(0, 0.2, 40, "fractions"),
    },
    ...([60, 20, 40] as const),
  ),
  large: [],
};

export const FOREST_KERNELS: readonly ForestKernel[] = [
  forest("forest, best cuts", {}),
  forest("forest, random cuts", RANDOM),
  codedForest,
  extraTrees,
];
