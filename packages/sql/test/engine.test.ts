import type { ColumnSchema, Learner, Table } from "coppice";
import { fitData, fitTable } from "coppice/engine";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draws } from "../../coppice/test/kit/draws.js";
import { mixedTable } from "../../coppice/test/mixedTable.js";
import { tableProblems } from "../../coppice/test/random-problems.js";
import { allRows } from "../src/connection/results.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { sqlData } from "../src/engine/data.js";
import { manyLevels } from "./manyLevels.js";
import { createTable } from "./tables.js";

let connection: DuckDbConnection;
beforeAll(async () => {
  connection = await DuckDbConnection.open({ threads: 2 });
});
afterAll(() => connection.close());

const schemaOf = (table: Table): ColumnSchema[] =>
  table.columns.map(({ name, type, ...rest }) => ({
    name,
    type,
    ...("levels" in rest && { levels: rest.levels }),
  }));

interface Fit {
  readonly learner: string | Learner;
  readonly options: Record<string, unknown>;
  readonly target: string;
  readonly weight?: string;
}

const tables = async () =>
  (await allRows(connection, "SELECT table_name FROM duckdb_tables() ORDER BY 1")).texts(0);

/** The model learned by SQL, and by the library from the same table in memory, as text. */
async function bothModels(
  table: Table,
  { target, weight, learner, options }: Fit,
): Promise<[string, string]> {
  await createTable(connection, "training rows", table);
  try {
    const columns = schemaOf(table);
    const rows = { target, ...(weight && { weight }), columns };
    const data = await sqlData(connection, { table: ["training rows"] }, rows);
    try {
      const pushed = await fitData(data, { learner, options });
      const memory = fitTable(table, { target, learner, options, ...(weight && { weight }) });
      return [JSON.stringify(pushed), JSON.stringify(memory)];
    } finally {
      await data.close?.();
      expect(await tables()).toEqual(["training rows"]);
    }
  } finally {
    await connection.run('DROP TABLE "training rows"');
  }
}

const classes = { target: "classes" } as const;
const values = { target: "values" } as const;
const unpruned = { prune: "none" };

type Case = readonly [learner: string, options: Record<string, unknown>, table: Table, weight?: string];

function casesFor(seed: number): Case[] {
  const complete = mixedTable({ ...classes, rows: 80, seed });
  const gaps = mixedTable({ ...classes, rows: 70, seed, missing: 0.15 });
  const whole = mixedTable({ ...classes, rows: 60, seed, missing: 0.1, weights: "whole" });
  const fractional = mixedTable({ ...classes, rows: 60, seed, missing: 0.1, weights: "fractional" });
  const regression = mixedTable({ ...values, rows: 70, seed });
  const regressionGaps = mixedTable({ ...values, rows: 60, seed, missing: 0.15, weights: "fractional" });
  return [
    ["cart", unpruned, complete],
    ["cart", unpruned, gaps],
    ["cart", { ...unpruned, missing: "share" }, gaps],
    ["cart", { ...unpruned, missing: "surrogate", competitors: 3 }, gaps],
    ["cart", { ...unpruned, missing: "fraction", nominal: "perLevel" }, gaps],
    ["cart", { ...unpruned, criterion: "twoing", nominal: "oneHot" }, gaps],
    ["cart", { ...unpruned, criterion: "entropy" }, whole, "weight"],
    ["cart", { ...unpruned, missing: "share" }, fractional, "weight"],
    ["cart", { ...unpruned, maxLeaves: 7 }, complete],
    ["cart", { ...unpruned, attributesPerNode: 2 }, gaps],
    ["c45", unpruned, gaps],
    ["c45", unpruned, fractional, "weight"],
    ["id3", { missing: "share" }, gaps],
    ["id3", { binning: "equalWidth" }, gaps],
    ["oneR", {}, gaps],
    ["cart", unpruned, regression],
    ["cart", { ...unpruned, leaf: "median", maxDepth: 3 }, regression],
    ["cart", { ...unpruned, criterion: "absoluteError", maxDepth: 4 }, regression],
    ["cart", { ...unpruned, missing: "share" }, regressionGaps, "weight"],
    ["cart", { ...unpruned, missing: "surrogate", maxDepth: 5 }, regressionGaps, "weight"],
    [
      "cart",
      { ...unpruned, criterion: "absoluteError", missing: "share", maxDepth: 3, nominal: "perLevel" },
      regressionGaps,
      "weight",
    ],
  ];
}

describe("models learned in DuckDB are those of memory", () => {
  it.each(casesFor(1).map(([learner, options, table, weight]) => ({ learner, options, table, weight })))(
    "$learner $options",
    async ({ learner, options, table, weight }) => {
      const [pushed, memory] = await bothModels(table, {
        ...{ target: "y", learner, options },
        ...(weight && { weight }),
      });
      expect(JSON.parse(memory).nodes.length).toBeGreaterThan(1);
      expect(pushed).toBe(memory);
    },
  );
});

describe("of 300 levels", () => {
  it.each([
    ["cart", { ...unpruned, maxDepth: 6 }, "classes"],
    ["cart", { ...unpruned, maxDepth: 6, missing: "share" }, "values"],
    ["c45", { ...unpruned, maxDepth: 2 }, "classes"],
    ["id3", { missing: "share", maxDepth: 1 }, "classes"],
  ] as const)("%s %j %s", async (learner, options, target) => {
    const [pushed, memory] = await bothModels(manyLevels(target), { target: "y", learner, options });
    expect(JSON.parse(memory).nodes.length).toBeGreaterThan(5);
    expect(pushed).toBe(memory);
  });
});

describe("of any table", () => {
  it.each([
    ["cart", { ...unpruned, minSplit: 2, minLeaf: 1 }],
    ["cart", { ...unpruned, minSplit: 2, minLeaf: 1, missing: "share" }],
    ["cart", { ...unpruned, minSplit: 2, minLeaf: 1, missing: "surrogate" }],
  ])("%s %j", async (learner, options) => {
    await fc.assert(
      fc.asyncProperty(tableProblems({ minRows: 4, maxRows: 25 }), async ({ table, request }) => {
        const [pushed, memory] = await bothModels(table, { ...request, learner, options });
        expect(pushed).toBe(memory);
      }),
      draws(5),
    );
  });
});
