import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { mixedTable } from "../mixedTable.js";
import { testTeam } from "../testTeam.js";
import { elsewhere } from "./elsewhere.js";

let team: Team;
const { chunk } = codedTuning;
const counting = { ...countTuning };
const blocks = { ...blockTuning };
const refining = { ...refineTuning };
beforeAll(async () => {
  team = await testTeam(2);
  // Several blocks, bins with several numbers, and cells that are counted in more than one pass.
  codedTuning.chunk = 64;
  Object.assign(countTuning, { least: 1, cells: 4000 });
  Object.assign(blockTuning, { rows: 64, bins: 9 });
  Object.assign(refineTuning, { least: 40, entries: 2 });
});
afterAll(() => {
  codedTuning.chunk = chunk;
  Object.assign(countTuning, counting);
  Object.assign(blockTuning, blocks);
  Object.assign(refineTuning, refining);
});

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

/**
 * Every engine whose handle promises push-down is included here: for any learner by sums, its model has the bytes of the memory
 * engine's.
 */
const DISK = "disk, little memory";

const handles: Record<string, (problem: Problem) => DataHandle> = {
  "memory on 2 threads": (problem) => memoryData(problem, team),
  naive: naiveData,
  "disk, little memory": (problem) => diskData(problem, { memory: leastMemory(problem) }),
  "disk, some memory": (problem) => diskData(problem, { memory: stateBytes(problem) + 400 * problem.rows }),
  "disk, much memory": (problem) => diskData(problem, { memory: 1e9, team }),
};

/** Rows that do not come here at once, if at all. */
const remote: Record<string, (problem: Problem) => DataHandle | AsyncDataHandle> = {
  "naive, block by block": (problem) => withoutLocal(naiveData(problem)),
  "elsewhere, by sums": (problem) => elsewhere(problem, false),
  "elsewhere, landings and judgements there": (problem) => elsewhere(problem, true),
};

function withoutLocal({ local: _, ...data }: DataHandle): DataHandle {
  return { ...data, part: (choice) => withoutLocal(data.part(choice)) };
}

interface Case {
  readonly table: Table;
  readonly learner: string;
  readonly options: Record<string, unknown>;
  readonly weight?: string;
}

/** Levels that need two bytes, beside the attributes of `mixedTable`; some of them change the target. */
function manyLevels(options: Parameters<typeof mixedTable>[0]): Table {
  const table = mixedTable(options);
  const rng = random(options.seed + 100);
  const levels = Array.from({ length: 300 }, (_, i) => `level ${i}`);
  const codes = Int32Array.from({ length: options.rows }, () => (rng.uniform() < 0.05 ? -1 : rng.below(300)));
  const column: Column = { type: "nominal", name: "wide", levels, codes };
  const [fine] = table.columns as readonly NumericColumn[];
  const target = table.columns[table.columns.length - 1];
  // Mostly the level and one threshold decide, so that pruning leaves something.
  const kind = (row: number) => (fine.values[row] > 0 ? 1 : codes[row] % 5 < 2 ? 0 : 2);
  const isKept = () => rng.uniform() < 0.2;
  const changed: Column =
    target.type === "numeric"
      ? { ...target, values: target.values.map((y, row) => y / 4 + 3 * kind(row)) }
      : { ...target, codes: target.codes.map((y, row) => (isKept() ? y : kind(row))) };
  return makeTable([column, ...table.columns.slice(0, -1), changed]);
}

const classes = manyLevels({ target: "classes", rows: 320, seed: 4, missing: 0.08 });
const whole = mixedTable({ target: "classes", rows: 300, seed: 5 });
const weighted = manyLevels({ target: "classes", rows: 250, seed: 6, missing: 0.1, weights: "fractional" });
const values = manyLevels({ target: "values", rows: 280, seed: 7, missing: 0.05 });
const plainValues = mixedTable({ target: "values", rows: 250, seed: 9, missing: 0.05 });
const weightedValues = mixedTable({ target: "values", rows: 250, seed: 8, missing: 0.1, weights: "whole" });

/** Few folds, and a large tree: every engine works more. */
const folds = { pruneFolds: 3, pruneRule: "min" };

const cases: Case[] = [
  { table: classes, learner: "cart", options: folds },
  { table: classes, learner: "cart", options: { prune: "none", missing: "majority" } },
  { table: classes, learner: "cart", options: { chooseBy: "holdOut", pruneRule: "min" } },
  { table: classes, learner: "cart", options: { missing: "share", prune: "none", maxDepth: 4 } },
  { table: classes, learner: "id3", options: { missing: "share", maxDepth: 3 } },
  { table: classes, learner: "oneR", options: {} },
  { table: whole, learner: "cart", options: folds },
  { table: whole, learner: "cart", options: { ...folds, missing: "majority" } },
  { table: whole, learner: "cart", options: { prune: "reducedError", validation: 0.2 } },
  { table: whole, learner: "cart", options: { ...folds, maxLeaves: 9, criterion: "entropy" } },
  { table: whole, learner: "c45", options: { raising: false } },
  { table: weighted, learner: "cart", options: { prune: "none" }, weight: "weight" },
  { table: weighted, learner: "c45", options: { raising: false }, weight: "weight" },
  { table: classes, learner: "c45", options: { minLeaf: 1, confidence: 0.4 } },
  { table: whole, learner: "c45", options: {} },
  { table: weighted, learner: "c45", options: { errorBound: "binomial" }, weight: "weight" },
  { table: weighted, learner: "c45", options: { missing: "majority" }, weight: "weight" },
  { table: weighted, learner: "oneR", options: {}, weight: "weight" },
  { table: plainValues, learner: "cart", options: folds },
  { table: values, learner: "cart", options: { prune: "none", missing: "majority", minLeaf: 20 } },
  { table: values, learner: "cart", options: { criterion: "absoluteError", prune: "none", maxDepth: 3 } },
  { table: values, learner: "cart", options: { missing: "fraction", chooseBy: "holdOut", maxDepth: 5 } },
  { table: weightedValues, learner: "cart", options: { ...folds, maxDepth: 6 }, weight: "weight" },
  { table: weightedValues, learner: "cart", options: { prune: "reducedError" }, weight: "weight" },
];

/** Fewer rows: every tree is grown by every engine. */
const few = {
  classes: manyLevels({ target: "classes", rows: 110, seed: 14, missing: 0.08 }),
  whole: mixedTable({ target: "classes", rows: 90, seed: 15 }),
  weighted: manyLevels({ target: "classes", rows: 90, seed: 16, missing: 0.1, weights: "fractional" }),
  values: manyLevels({ target: "values", rows: 90, seed: 17, missing: 0.05 }),
  weightedValues: mixedTable({ target: "values", rows: 90, seed: 18, missing: 0.1, weights: "whole" }),
};
const loss = [
  [0, 3, 1],
  [1, 0, 1],
  [1, 2, 0],
];

const forests: Case[] = [
  { table: few.classes, learner: "forest", options: { trees: 20, minLeaf: 2 } },
  {
    table: few.whole,
    learner: "forest",
    options: { trees: 3, combine: "vote", bootstrap: false, sampleShare: 0.4 },
  },
  { table: few.classes, learner: "extraTrees", options: { trees: 2, minLeaf: "5%" } },
  { table: few.weighted, learner: "forest", options: { trees: 3 }, weight: "weight" },
  { table: few.weighted, learner: "extraTrees", options: { trees: 2, bootstrap: true }, weight: "weight" },
  { table: few.values, learner: "forest", options: { trees: 3, minLeaf: 4, importance: "impurity" } },
  { table: few.weightedValues, learner: "forest", options: { trees: 3 }, weight: "weight" },
  { table: few.whole, learner: "forest", options: { trees: 2, oob: false, loss } },
  { table: few.classes, learner: "bagging", options: { trees: 3 } },
  {
    table: few.whole,
    learner: "bagging",
    options: { trees: 2, combine: "vote", settings: { ...folds, prune: "costComplexity" } },
  },
  { table: few.weightedValues, learner: "bagging", options: { trees: 2 }, weight: "weight" },
];

async function bytesOf(data: DataHandle | AsyncDataHandle, { learner, options }: Case): Promise<string> {
  try {
    return JSON.stringify(await fitData(data, { learner, options }));
  } finally {
    await data.close?.();
  }
}

describe("a model does not depend on where the rows are", () => {
  it.each(cases)("$learner $options", async (one) => {
    const problem = prepare(one.table, { target: "y", ...(one.weight && { weight: one.weight }) });
    const reference = await bytesOf(memoryData(problem), one);
    expect(JSON.parse(reference).nodes.length).toBeGreaterThan(2);
    for (const [name, handle] of Object.entries(handles))
      expect(await bytesOf(handle(problem), one), name).toBe(reference);
  });
});

const binned: Case[] = [
  { table: classes, learner: "cart", options: { ...folds, coding: "bins" } },
  { table: classes, learner: "cart", options: { coding: "bins", prune: "reducedError" } },
  { table: weighted, learner: "c45", options: { coding: "bins", raising: false }, weight: "weight" },
  { table: classes, learner: "id3", options: { coding: "bins", missing: "share", maxDepth: 3 } },
  { table: values, learner: "cart", options: { ...folds, coding: "bins", maxDepth: 5 } },
  { table: whole, learner: "forest", options: { trees: 3, coding: "bins" } },
  { table: classes, learner: "extraTrees", options: { trees: 2, coding: "bins" } },
  { table: values, learner: "forest", options: { trees: 2, coding: "bins", minLeaf: 9 } },
];

describe("bins have the same edges wherever the rows are", () => {
  it.each(binned)("$learner $options", async (one) => {
    const { learner, options, weight } = one;
    const request = { target: "y", ...(weight && { weight }) };
    const problem = prepare(one.table, request);
    const reference = JSON.stringify(fitTable(one.table, { ...request, learner, options }));
    const { coding: _, ...exact } = options;
    expect(JSON.stringify(fitTable(one.table, { ...request, learner, options: exact }))).not.toBe(reference);
    for (const [name, handle] of Object.entries(handles))
      expect(await bytesOf(handle(problem), one), name).toBe(reference);
  });

  it("of a sample, too", async () => {
    const table = mixedTable({ target: "classes", rows: 66_000, seed: 3, missing: 0.05 });
    const one = { table, learner: "cart", options: { coding: "bins", prune: "none", maxDepth: 4 } };
    const problem = prepare(table, { target: "y" });
    const reference = await bytesOf(memoryData(problem), one);
    Object.assign(blockTuning, { rows: 4096 });
    expect(await bytesOf(diskData(problem, { memory: 1e9 }), one)).toBe(reference);
    Object.assign(blockTuning, { rows: 64 });
  });

  it("an engine that cannot make bins says so", async () => {
    const data = remote["elsewhere, by sums"](prepare(whole, { target: "y" }));
    for (const learner of ["cart", "forest"])
      await expect(fitData(data, { learner, options: { coding: "bins" } })).rejects.toThrow(
        "needs an engine that has all rows in the memory of this process",
      );
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
function expectSame(part: DataHandle, expected: DataHandle): void {
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

describe("pruning by held-out rows works where they are", () => {
  it.each(
    cases.filter(
      ({ learner, options }) =>
        "pruneFolds" in options || options.prune === "reducedError" || learner === "c45",
    ),
  )("$learner $options", async (one) => {
    const problem = prepare(one.table, { target: "y", ...(one.weight && { weight: one.weight }) });
    const reference = await bytesOf(memoryData(problem), one);
    for (const [name, handle] of Object.entries(remote))
      expect(await bytesOf(handle(problem), one), name).toBe(reference);
  });
});

describe("a forest does not depend on where the rows are", () => {
  it.each(forests)("$learner $options", async (one) => {
    const request = { target: "y", ...(one.weight && { weight: one.weight }) };
    const problem = prepare(one.table, request);
    const { learner, options } = one;
    const reference = JSON.stringify(fitTable(one.table, { ...request, learner, options }));
    const { [DISK]: disk, "memory on 2 threads": threads } = handles;
    const all = { ...remote, "memory on 2 threads": threads, [DISK]: disk };
    for (const [name, handle] of Object.entries(all)) {
      const isJudged = options.oob !== false && (learner !== "extraTrees" || options.bootstrap);
      // Only forests ask engines to judge.
      const cannot = learner === "bagging" ? "elsewhere" : "elsewhere, by sums";
      if (name.startsWith(cannot) && isJudged) {
        await expect(fitData(handle(problem), { learner, options })).rejects.toThrow("give oob=false");
        continue;
      }
      expect(await bytesOf(handle(problem), one), name).toBe(reference);
    }
  });
});

describe("a handle on disk", () => {
  it("chooses the rows that memory chooses, of all and of some", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 3, max: 60 }),
        fc.constantFrom(undefined, "fractional" as const),
        (seed, rows, weights) => {
          const target = seed % 2 ? "classes" : "values";
          const table = mixedTable({ target, rows, seed, missing: 0.2, ...(weights && { weights }) });
          const problem = prepare(table, { target: "y", ...(weights && { weight: "weight" }) });
          const disk = diskData(problem, { memory: 1e8 });
          const some = { wanted: Math.ceil(rows / 2), order: { by: "key", key: seed } } as const;
          try {
            for (const choice of choices(seed)) {
              expectSame(disk.part(choice), memoryData(problem).part(choice));
              expectSame(disk.part(some).part(choice), memoryData(problem).part(some).part(choice));
            }
          } finally {
            void disk.close?.();
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("hands over its rows as they were, block by block", () => {
    const problem = prepare(weighted, { target: "y", weight: "weight" });
    const disk = diskData(problem, { memory: leastMemory(problem) });
    const places = Int32Array.from({ length: 60 }, (_, i) => 3 * i);
    const handed = [...disk.part({ places }).blocks!()];
    // 180 rows in blocks of 64.
    expect(handed.map(({ rows }) => rows)).toEqual([22, 21, 17]);
    handed.forEach((block, i) => {
      const same = problemRows(
        problem,
        places.filter((place) => Math.floor(place / 64) === i),
      );
      expect(block.attributes.map((column) => ({ ...column }))).toEqual(
        same.attributes.map((column) => ({ ...column })),
      );
      expect([block.totalWeight, block.weights]).toEqual([same.totalWeight, same.weights]);
    });
    void disk.close?.();
  });

  it("says how much memory the rows need at least", () => {
    const problem = prepare(whole, { target: "y" });
    expect(() => diskData(problem, { memory: 1000 })).toThrow(
      "--memory must be at least 1mb for so many rows",
    );
  });
});
