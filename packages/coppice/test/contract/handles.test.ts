import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { refineTuning } from "../../src/engine/coded/blockTallies.js";
import { countTuning } from "../../src/engine/coded/countBlocks.js";
import { codedTuning } from "../../src/engine/coded/counting.js";
import type { AsyncDataHandle, DataHandle } from "../../src/engine/data.js";
import { memoryData, partOfProblem } from "../../src/engine/memory/data.js";
import { NaiveEngine } from "../../src/engine/naive/engine.js";
import { type Problem, prepare, problemRows } from "../../src/engine/problem.js";
import type { RowChoice } from "../../src/engine/rowChoice.js";
import type { Team } from "../../src/kernels/team.js";
import { fitData, fitTable } from "../../src/learn/fit.js";
import type { Column, NumericColumn } from "../../src/table/column.js";
import { makeTable, type Table } from "../../src/table/table.js";
import { diskData, leastRoom, stateBytes } from "../../src/targets/disk/diskData.js";
import { blockTuning } from "../../src/targets/disk/scratchColumn.js";
import { itHolds, mixedTable, names, nominal } from "../kit/index.js";
import { inTurn } from "../kit/inTurn.js";
import { tune } from "../kit/tune.js";
import { testTeam } from "../testTeam.js";
import { elsewhere } from "./elsewhere.js";

let team: Team;
beforeAll(async () => {
  team = await testTeam(2);
});

// Several blocks, bins with several numbers, and cells that are counted in more than one pass.
tune(codedTuning, { chunk: 64 });
tune(countTuning, { least: 1, cells: 4000 });
tune(blockTuning, { rows: 64, bins: 9 });
tune(refineTuning, { least: 40, entries: 2 });

function naiveData(problem: Problem): DataHandle {
  return {
    ...memoryData(problem),
    engine: () => new NaiveEngine(problem),
    part: (choice) => naiveData(partOfProblem(problem, choice)),
    local: { problem, over: naiveData },
  };
}

/** As little memory as it accepts, ranks included: hardly a node is finished in memory. */
function leastMemory(problem: Problem): number {
  return (
    stateBytes(problem) + Math.max(40 * problem.rows, leastRoom(problem.rows, problem.attributes.length))
  );
}

type Handle = (problem: Problem) => DataHandle | AsyncDataHandle;

/**
 * Every engine whose handle promises push-down is included here: for any learner by sums, its model has the bytes of the memory
 * engine's.
 */
const handles = {
  "memory on 2 threads": (problem) => memoryData(problem, team),
  naive: naiveData,
  "disk, little memory": (problem) => diskData(problem, { memory: leastMemory(problem) }),
  "disk, some memory": (problem) => diskData(problem, { memory: stateBytes(problem) + 400 * problem.rows }),
  "disk, much memory": (problem) => diskData(problem, { memory: 1e9, team }),
} satisfies Record<string, Handle>;

/** Rows that do not come here at once, if at all. */
const remote = {
  "naive, block by block": (problem) => withoutLocal(naiveData(problem)),
  "elsewhere, by sums": (problem) => elsewhere(problem, false),
  "elsewhere, landings and judgements there": (problem) => elsewhere(problem, true),
} satisfies Record<string, Handle>;

function withoutLocal({ local: _, ...data }: DataHandle): DataHandle {
  return { ...data, part: (choice) => withoutLocal(data.part(choice)) };
}

/** Levels that need two bytes, beside the attributes of `mixedTable`; some of them change the target. */
function manyLevels(options: Parameters<typeof mixedTable>[0]): Table {
  const table = mixedTable(options);
  const rng = random(options.seed + 100);
  const codes = Int32Array.from({ length: options.rows }, () => (rng.uniform() < 0.05 ? -1 : rng.below(300)));
  const [fine] = table.columns as readonly NumericColumn[];
  const target = table.columns[table.columns.length - 1];
  // Mostly the level and one threshold decide, so that pruning leaves something.
  const kind = (row: number) => (fine.values[row] > 0 ? 1 : codes[row] % 5 < 2 ? 0 : 2);
  const isKept = () => rng.uniform() < 0.2;
  const changed: Column =
    target.type === "numeric"
      ? { ...target, values: target.values.map((y, row) => y / 4 + 3 * kind(row)) }
      : { ...target, codes: target.codes.map((y, row) => (isKept() ? y : kind(row))) };
  return makeTable([nominal("wide", names("level ", 300), codes), ...table.columns.slice(0, -1), changed]);
}

const classes = { target: "classes" } as const;
const values = { target: "values" } as const;
const tables = {
  classes: manyLevels({ ...classes, rows: 320, seed: 4, missing: 0.08 }),
  complete: mixedTable({ ...classes, rows: 300, seed: 5 }),
  weighted: manyLevels({ ...classes, rows: 250, seed: 6, missing: 0.1, weights: "fractional" }),
  values: manyLevels({ ...values, rows: 280, seed: 7, missing: 0.05 }),
  plainValues: mixedTable({ ...values, rows: 250, seed: 9, missing: 0.05 }),
  weightedValues: mixedTable({ ...values, rows: 250, seed: 8, missing: 0.1, weights: "whole" }),
  // Every tree is grown by every engine.
  fewClasses: manyLevels({ ...classes, rows: 110, seed: 14, missing: 0.08 }),
  fewComplete: mixedTable({ ...classes, rows: 90, seed: 15 }),
  fewWeighted: manyLevels({ ...classes, rows: 90, seed: 16, missing: 0.1, weights: "fractional" }),
  fewValues: manyLevels({ ...values, rows: 90, seed: 17, missing: 0.05 }),
  fewWeightedValues: mixedTable({ ...values, rows: 90, seed: 18, missing: 0.1, weights: "whole" }),
};

type Options = Record<string, unknown>;
type Case = readonly [of: keyof typeof tables, learner: string, options: Options];

/** Few folds, and a large tree: every engine works more. */
const folds = { pruneFolds: 3, pruneRule: "min" };

const cases: Case[] = [
  ["classes", "cart", folds],
  ["classes", "cart", { prune: "none", missing: "majority" }],
  ["classes", "cart", { chooseBy: "holdOut", pruneRule: "min" }],
  ["classes", "cart", { missing: "share", prune: "none", maxDepth: 4 }],
  ["classes", "id3", { missing: "share", maxDepth: 3 }],
  ["classes", "oneR", {}],
  ["complete", "cart", folds],
  ["complete", "cart", { ...folds, missing: "majority" }],
  ["complete", "cart", { prune: "reducedError", validation: 0.2 }],
  ["complete", "cart", { ...folds, maxLeaves: 9, criterion: "entropy" }],
  ["complete", "c45", { raising: false }],
  ["weighted", "cart", { prune: "none" }],
  ["weighted", "c45", { raising: false }],
  ["classes", "c45", { minLeaf: 1, confidence: 0.4 }],
  ["complete", "c45", {}],
  ["weighted", "c45", { errorBound: "binomial" }],
  ["weighted", "c45", { missing: "majority" }],
  ["weighted", "oneR", {}],
  ["plainValues", "cart", folds],
  ["values", "cart", { prune: "none", missing: "majority", minLeaf: 20 }],
  ["values", "cart", { criterion: "absoluteError", prune: "none", maxDepth: 3 }],
  ["values", "cart", { missing: "fraction", chooseBy: "holdOut", maxDepth: 5 }],
  ["weightedValues", "cart", { ...folds, maxDepth: 6 }],
  ["weightedValues", "cart", { prune: "reducedError" }],
];

const loss = [
  [0, 3, 1],
  [1, 0, 1],
  [1, 2, 0],
];

const forests: Case[] = [
  ["fewClasses", "forest", { trees: 20, minLeaf: 2 }],
  ["fewComplete", "forest", { trees: 3, combine: "vote", bootstrap: false, sampleShare: 0.4 }],
  ["fewClasses", "extraTrees", { trees: 2, minLeaf: "5%" }],
  ["fewWeighted", "forest", { trees: 3 }],
  ["fewWeighted", "extraTrees", { trees: 2, bootstrap: true }],
  ["fewValues", "forest", { trees: 3, minLeaf: 4, importance: "impurity" }],
  ["fewWeightedValues", "forest", { trees: 3 }],
  ["fewComplete", "forest", { trees: 2, oob: false, loss }],
  ["fewClasses", "bagging", { trees: 3 }],
  ["fewComplete", "bagging", { trees: 2, combine: "vote", settings: { ...folds, prune: "costComplexity" } }],
  ["fewWeightedValues", "bagging", { trees: 2 }],
];

function requestOf(table: Table) {
  const isWeighted = table.columns.some(({ name }) => name === "weight");
  return { target: "y", ...(isWeighted && { weight: "weight" }) };
}
const problemOf = (table: Table) => prepare(table, requestOf(table));

async function bytesOf(data: DataHandle | AsyncDataHandle, learner: string, options: Options) {
  try {
    return JSON.stringify(await fitData(data, { learner, options }));
  } finally {
    await data.close?.();
  }
}

/** What the memory engine learns. */
const reference = (of: keyof typeof tables, learner: string, options: Options) =>
  JSON.stringify(fitTable(tables[of], { ...requestOf(tables[of]), learner, options }));

/** Fits on all of these handles by `--deep`, else on one, give the reference. */
async function expectSame(among: Record<string, Handle>, turn: number, [of, learner, options]: Case) {
  const wanted = reference(of, learner, options);
  for (const [name, handle] of inTurn(Object.entries(among), turn))
    expect(await bytesOf(handle(problemOf(tables[of])), learner, options), name).toBe(wanted);
  return wanted;
}

const numbered = (list: readonly Case[]) => list.map((one, turn) => [...one, turn] as const);

const binned: Case[] = [
  ["classes", "cart", { ...folds, coding: "bins" }],
  ["classes", "cart", { coding: "bins", prune: "reducedError" }],
  ["weighted", "c45", { coding: "bins", raising: false }],
  ["classes", "id3", { coding: "bins", missing: "share", maxDepth: 3 }],
  ["values", "cart", { ...folds, coding: "bins", maxDepth: 5 }],
  ["complete", "forest", { trees: 3, coding: "bins" }],
  ["classes", "extraTrees", { trees: 2, coding: "bins" }],
  ["values", "forest", { trees: 2, coding: "bins", minLeaf: 9 }],
];

const prunedByRows = cases.filter(
  ([, learner, options]) => "pruneFolds" in options || options.prune === "reducedError" || learner === "c45",
);

describe.each([
  { what: "a model does not depend on where the rows are", list: cases, among: handles },
  { what: "pruning by held-out rows works where they are", list: prunedByRows, among: remote },
  { what: "bins have the same edges wherever the rows are", list: binned, among: handles },
])("$what", ({ list, among }) => {
  it.each(numbered(list))("%s, %s %j", async (of, learner, options, turn) => {
    const wanted = await expectSame(among, turn, [of, learner, options]);
    const { coding, ...exact } = options;
    if (coding) expect(reference(of, learner, exact)).not.toBe(wanted);
    else expect(JSON.parse(wanted).nodes.length).toBeGreaterThan(2);
  });
});

it("bins of a sample have the same edges on disk", async () => {
  const problem = problemOf(mixedTable({ ...classes, rows: 66_000, seed: 3, missing: 0.05 }));
  const options = { coding: "bins", prune: "none", maxDepth: 4 };
  Object.assign(blockTuning, { rows: 4096 });
  const [memory, disk] = [memoryData(problem), diskData(problem, { memory: 1e9 })];
  expect(await bytesOf(disk, "cart", options)).toBe(await bytesOf(memory, "cart", options));
  Object.assign(blockTuning, { rows: 64 });
});

it("bins are refused by an engine that cannot make them", async () => {
  const data = remote["elsewhere, by sums"](problemOf(tables.complete));
  for (const learner of ["cart", "forest"])
    await expect(fitData(data, { learner, options: { coding: "bins" } })).rejects.toThrow(
      "needs an engine that has all rows in the memory of this process",
    );
});

describe("a forest does not depend on where the rows are", () => {
  const { "memory on 2 threads": threads, "disk, little memory": disk } = handles;
  const all = { ...remote, threads, disk };

  it.each(numbered(forests))("%s, %s %j", async (of, learner, options, turn) => {
    // Only forests ask engines to judge.
    const cannot = learner === "bagging" ? "elsewhere" : "elsewhere, by sums";
    const isJudged = options.oob !== false && (learner !== "extraTrees" || options.bootstrap);
    const able: Record<string, Handle> = {};
    for (const [name, handle] of Object.entries(all))
      if (isJudged && name.startsWith(cannot)) {
        const refused = fitData(handle(problemOf(tables[of])), { learner, options });
        await expect(refused).rejects.toThrow("give oob=false");
      } else able[name] = handle;
    await expectSame(able, turn, [of, learner, options]);
  });
});

/** Every kind of choice. */
function choices(key: number): RowChoice[] {
  const bags = [true, false].map((replacement) => ({ key, share: replacement ? 1 : 0.4, replacement }));
  return [
    { places: [0, 1] },
    { fold: 1, of: 2, order: { by: "content", key } },
    { fold: 0, of: 2, order: { by: "content", key }, rest: true },
    { wanted: 1, order: { by: "key", key } },
    ...bags.flatMap((bag) => [{ bag }, { outOfBag: bag }]),
  ];
}

/** The same rows with the same weights, on the same grids. */
function expectSameRows(part: DataHandle, expected: DataHandle): void {
  const { rows, totalWeight, weightQuantum, target } = part.task;
  const of = expected.task;
  expect([rows, totalWeight, weightQuantum]).toEqual([of.rows, of.totalWeight, of.weightQuantum]);
  if (target.kind === "values" && of.target.kind === "values")
    expect(target.grid.quantum2).toBe(of.target.grid.quantum2);
  const cells = (data: DataHandle) =>
    [...data.blocks!()].flatMap(({ attributes, weights, target: { column } }) => [
      ...[...attributes, column].map((one) => ({ ...one })),
      weights,
    ]);
  if (rows > 0) expect(cells(part)).toEqual(cells(expected));
}

itHolds(
  "a handle on disk chooses the rows that memory chooses, of all and of some",
  40,
  [
    fc.integer({ min: 1, max: 1e6 }),
    fc.integer({ min: 3, max: 60 }),
    fc.constantFrom(undefined, "fractional" as const),
  ],
  (seed, rows, weights) => {
    const target = seed % 2 ? "classes" : "values";
    const problem = problemOf(mixedTable({ target, rows, seed, missing: 0.2, ...(weights && { weights }) }));
    const disk = diskData(problem, { memory: 1e8 });
    const some = { wanted: Math.ceil(rows / 2), order: { by: "key", key: seed } } as const;
    try {
      for (const choice of choices(seed)) {
        expectSameRows(disk.part(choice), memoryData(problem).part(choice));
        expectSameRows(disk.part(some).part(choice), memoryData(problem).part(some).part(choice));
      }
    } finally {
      void disk.close?.();
    }
  },
);

it("a handle on disk hands over its rows as they were, block by block", () => {
  const problem = problemOf(tables.weighted);
  const disk = diskData(problem, { memory: leastMemory(problem) });
  const places = Int32Array.from({ length: 60 }, (_, i) => 3 * i);
  const handed = [...disk.part({ places }).blocks!()];
  // 180 rows in blocks of 64.
  expect(handed.map(({ rows }) => rows)).toEqual([22, 21, 17]);
  const cellsOf = ({ attributes, totalWeight, weights }: Problem) => [
    ...attributes.map((column) => ({ ...column })),
    ...[totalWeight, weights],
  ];
  handed.forEach((block, i) => {
    const own = places.filter((place) => Math.floor(place / 64) === i);
    expect(cellsOf(block)).toEqual(cellsOf(problemRows(problem, own)));
  });
  void disk.close?.();
});

it("a handle on disk says how much memory the rows need at least", () => {
  const problem = problemOf(tables.complete);
  expect(() => diskData(problem, { memory: 1000 })).toThrow("--memory must be at least 1mb for so many rows");
});
