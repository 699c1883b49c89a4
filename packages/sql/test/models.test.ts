import type { Table } from "coppice";
import { fitData } from "coppice/engine";
import { readTable } from "coppice/node";
import fc from "fast-check";
import { expect, it } from "vitest";
import { names, nominal, numeric } from "../../coppice/src/testing/index.js";
import { draws } from "../../coppice/test/kit/draws.js";
import { isDeep } from "../../coppice/test/kit/length.js";
import { mixedTable } from "../../coppice/test/mixedTable.js";
import { tableProblems } from "../../coppice/test/random-problems.js";
import { sqlData } from "../src/engine/data.js";
import { expectModelOfMemory, openDuck, weightOf, withData } from "./duck.js";
import { keyed, manyLevels } from "./tables.js";

const connection = await openDuck(2);

/** Nearly all of the time is that of a statement, of which every level of a tree has some. */
const depth = (most: number) => (isDeep ? {} : { maxDepth: most });

const classes = { target: "classes", seed: 1 } as const;
const values = { target: "values", seed: 1 } as const;
const fractional = "fractional" as const;
const numbers = mixedTable({ ...values, rows: 70 });
const TABLES = {
  classes: mixedTable({ ...classes, rows: 80 }),
  gaps: mixedTable({ ...classes, rows: 70, missing: 0.15 }),
  wholeWeights: mixedTable({ ...classes, rows: 60, missing: 0.1, weights: "whole" }),
  weights: mixedTable({ ...classes, rows: 60, missing: 0.1, weights: fractional }),
  numbers,
  weightedNumbers: mixedTable({ ...values, rows: 60, missing: 0.15, weights: fractional }),
  /** Numbers of events. */
  counts: {
    ...numbers,
    columns: numbers.columns.map((column) =>
      column.name === "y" && column.type === "numeric"
        ? numeric("y", column.values.map(Math.abs).map(Math.floor))
        : column,
    ),
  },
  levels300: manyLevels("classes"),
  numbersOf300: manyLevels("values"),
} satisfies Record<string, Table>;

type Options = Readonly<Record<string, unknown>>;
type Case = [table: keyof typeof TABLES, learner: string, options: Options];
const unpruned = { prune: "none", ...depth(4) };
const boosted = { rounds: 3, minLeaf: 3, maxLeaves: 6 };

async function expectSame(
  table: Table,
  learner: string,
  options: Options,
  given: { weight?: string; rowKey?: string } = {},
) {
  const coding = learner === "gradientBoost" || options.coding === "bins" ? "bins" : undefined;
  const request = { ...weightOf(table), ...given };
  const model = await withData(connection, table, { ...request, ...(coding && { coding }) }, (data) =>
    expectModelOfMemory(data, table, { ...request, learner, options }),
  );
  return "nodes" in model ? model.nodes.length : 0;
}

it.each<Case>([
  ["classes", "cart", unpruned],
  ["gaps", "cart", unpruned],
  ["gaps", "cart", { ...unpruned, missing: "share" }],
  ["gaps", "cart", { ...unpruned, missing: "surrogate", competitors: 3 }],
  ["gaps", "cart", { ...unpruned, missing: "fraction", nominal: "perLevel" }],
  ["gaps", "cart", { ...unpruned, criterion: "twoing", nominal: "oneHot" }],
  ["wholeWeights", "cart", { ...unpruned, criterion: "entropy" }],
  ["weights", "cart", { ...unpruned, missing: "share" }],
  ["classes", "cart", { prune: "none", maxLeaves: 7 }],
  ["gaps", "cart", { ...unpruned, attributesPerNode: 2 }],
  ["gaps", "c45", unpruned],
  ["weights", "c45", unpruned],
  ["gaps", "id3", { missing: "share", ...depth(3) }],
  ["gaps", "id3", { binning: "equalWidth", ...depth(3) }],
  ["gaps", "oneR", {}],
  ["numbers", "cart", unpruned],
  ["numbers", "cart", { ...unpruned, leaf: "median", maxDepth: 3 }],
  ["numbers", "cart", { ...unpruned, criterion: "absoluteError" }],
  ["weightedNumbers", "cart", { ...unpruned, missing: "share" }],
  ["weightedNumbers", "cart", { ...unpruned, missing: "surrogate" }],
  [
    "weightedNumbers",
    "cart",
    { ...unpruned, criterion: "absoluteError", missing: "share", maxDepth: 3, nominal: "perLevel" },
  ],
  ["levels300", "cart", unpruned],
  ["numbersOf300", "cart", { ...unpruned, missing: "share" }],
  ["levels300", "c45", { ...unpruned, maxDepth: 2 }],
  ["levels300", "id3", { missing: "share", maxDepth: 1 }],
  // By folds, or by rows that are held out.
  ["gaps", "cart", { pruneFolds: 4, ...depth(4) }],
  ["weightedNumbers", "cart", { pruneFolds: 3, ...depth(4) }],
  ["levels300", "cart", { pruneFolds: 2, maxDepth: 3 }],
  ["gaps", "cart", { chooseBy: "holdOut", maxDepth: 4 }],
  ["gaps", "cart", { prune: "reducedError", maxDepth: 4 }],
  // Of bins.
  ["gaps", "cart", { coding: "bins", pruneFolds: 3, pruneRule: "min", ...depth(4) }],
  ["gaps", "cart", { coding: "bins", prune: "reducedError", maxDepth: 4 }],
  ["weights", "c45", { coding: "bins", raising: false, maxDepth: 3 }],
  ["gaps", "id3", { coding: "bins", missing: "share", maxDepth: 2 }],
  ["numbers", "cart", { coding: "bins", ...unpruned }],
  ["levels300", "cart", { coding: "bins", ...unpruned }],
  // Of several trees.
  ["gaps", "forest", { trees: isDeep ? 20 : 5, maxDepth: 2 }],
  ["numbers", "forest", { trees: 2, maxDepth: 3 }],
  ["gaps", "forest", { trees: 2, maxDepth: 2, combine: "vote", bootstrap: false, sampleShare: 0.6 }],
  ["levels300", "forest", { trees: 2, maxDepth: 2 }],
  ["gaps", "forest", { coding: "bins", trees: 2, maxDepth: 3 }],
  ["gaps", "extraTrees", { trees: 2, maxDepth: 3 }],
  ["numbers", "extraTrees", { coding: "bins", trees: 2, maxDepth: 3 }],
  ["gaps", "gradientBoost", { rounds: isDeep ? 20 : 4, minLeaf: 5, maxLeaves: 3 }],
  ["weightedNumbers", "gradientBoost", boosted],
  ["classes", "gradientBoost", { ...boosted, rowShare: 0.6, validation: 0.25 }],
  ["counts", "gradientBoost", { ...boosted, loss: "poisson" }],
  ["levels300", "gradientBoost", boosted],
  ["numbersOf300", "gradientBoost", boosted],
])("models learned in DuckDB are those of memory: %s: %s %j", async (name, learner, options) => {
  const nodes = await expectSame(TABLES[name], learner, options);
  expect(nodes, "a tree with a test").not.toBe(1);
});

it.each<[learner: string, options: Options]>([
  ["cart", { chooseBy: "holdOut", maxDepth: 4 }],
  ["gradientBoost", { ...boosted, rowShare: 0.6, validation: 0.25 }],
])(
  "models learned in DuckDB are those of memory: by a row key, whatever the order of the rows: %s",
  async (learner, options) => {
    const shape = { ...classes, rows: 60, missing: 0.1 };
    const table = keyed(mixedTable(shape), "id", (row) => ((row * 37) % 61) * 2 ** 33 - 5);
    await expectSame(table, learner, options, { rowKey: "id" });
  },
);

it.each<[learner: string, options: Options]>([
  ["cart", { prune: "none", minSplit: 2, minLeaf: 1 }],
  ["cart", { prune: "none", minSplit: 2, minLeaf: 1, missing: "share" }],
  ["cart", { prune: "none", minSplit: 2, minLeaf: 1, missing: "surrogate" }],
  ["gradientBoost", { rounds: 2, minLeaf: 1, maxLeaves: 4 }],
])("models learned in DuckDB are those of memory: of any table: %s %j", async (learner, options) => {
  await fc.assert(
    fc.asyncProperty(tableProblems({ minRows: 4, maxRows: 25 }), async ({ table, request }) => {
      await expectSame(table, learner, options, request);
    }),
    draws(5),
  );
});

it.each([255, 256, 257].flatMap((count) => [true, false].map((hasGaps) => ({ count, hasGaps }))))(
  "models learned in DuckDB are those of memory: of $count levels, about the largest code of a type, gaps: $hasGaps",
  async ({ count, hasGaps }) => {
    const rows = Array.from({ length: 2 * count + 4 }, (_, row) => row);
    const codes = rows.map((row) => (hasGaps && row >= 2 * count ? -1 : row % count));
    const target = codes.map((code) => ((code * 7) % 11 < 5 ? 0 : 1));
    const columns = [nominal("v", names("level ", count), codes), nominal("y", ["a", "b"], target)];
    const table = { rows: rows.length, columns };
    await expectSame(table, "cart", { ...unpruned, ...depth(2) });
    await expectSame(table, "c45", depth(2));
    await expectSame(table, "forest", { trees: isDeep ? 2 : 1, ...depth(2) });
    await expectSame(table, "gradientBoost", { rounds: isDeep ? 2 : 1 });
  },
);

it("bins come from the sample that memory takes", async () => {
  // Numbers that occur once and often, missing ones, and a column without any.
  const query = `SELECT CASE WHEN i % 11 = 0 THEN NULL ELSE sin(i * 1.7) * i END AS a, i % 400 AS b, CAST(NULL AS DOUBLE) AS c,
      -(i % 3) * 1e-3 AS d, CASE WHEN sin(i * 1.7) * i > 9000 OR (i % 400 > 200 AND i % 13 < 6) THEN 'yes' ELSE 'no' END AS y
      FROM (SELECT range::DOUBLE AS i FROM range(70000))`;
  const options = { coding: "bins", prune: "none", maxDepth: 3 };
  const { table } = await readTable("duckdb:", { from: query, types: new Map([["b", "numeric"]]) });
  const data = await sqlData(connection, { query }, { target: "y", coding: "bins" });
  await expectModelOfMemory(data, table, { learner: "cart", options });
  await data.close?.();
});

it.each(["absolute", "quantile", "huber"])(
  "boosting by %s is refused: it must see the rows",
  async (loss) => {
    await expect(expectSame(TABLES.numbers, "gradientBoost", { ...boosted, loss })).rejects.toMatchObject({
      code: "ENGINE_ROWS",
      message: expect.stringContaining("use --engine memory or disk"),
    });
  },
);

it.each([
  ["exact", { coding: "bins" }, "coding=bins needs an engine"],
  ["bins", { prune: "none" }, "need coding=exact"],
] as const)("rows that are opened for coding=%s are for no other trees", async (coding, options, message) => {
  await withData(connection, TABLES.classes, { coding }, (data) =>
    expect(fitData(data, { learner: "cart", options })).rejects.toThrow(message),
  );
});
