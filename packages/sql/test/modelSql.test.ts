import type { Column, Table, TreeModel } from "coppice";
import { fitTable, predictTable } from "coppice/engine";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draws } from "../../coppice/test/kit/draws.js";
import { tableProblems } from "../../coppice/test/random-problems.js";
import { allRows } from "../src/connection/results.js";
import { duckdb } from "../src/dialect/duckdb.js";
import { spark } from "../src/dialect/spark.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { modelSql } from "../src/tree/modelSql.js";
import { disturbed } from "./disturbed.js";
import { createTable } from "./tables.js";

let connection: DuckDbConnection;
beforeAll(async () => {
  connection = await DuckDbConnection.open({ threads: 1 });
});
afterAll(() => connection.close());

async function predictedBySql(model: TreeModel, table: Table): Promise<(string | number | null)[]> {
  await createTable(connection, "rows to predict", table, { key: "rowid" });
  try {
    const query = modelSql(model, duckdb, { from: { table: ["rows to predict"] }, key: "rowid", as: "p" });
    const result = await allRows(connection, `SELECT * FROM (${query}) ORDER BY rowid`);
    return model.task === "regression" ? [...result.numbers(1)] : result.texts(1);
  } finally {
    await connection.run('DROP TABLE "rows to predict"');
  }
}

function predictedByLibrary(model: TreeModel, table: Table): (string | number | null)[] {
  const prediction = predictTable(model, table);
  return prediction.kind === "regression"
    ? [...prediction.values]
    : Array.from(prediction.labels, (label) => model.target.levels![label]);
}

async function expectSame(model: TreeModel, table: Table): Promise<void> {
  for (const rows of [table, disturbed(table)])
    expect(await predictedBySql(model, rows)).toEqual(predictedByLibrary(model, rows));
}

const WAYS: readonly (readonly [string, Record<string, unknown>])[] = [
  ["cart", { prune: "none", minSplit: 2, minLeaf: 1 }],
  ["cart", { prune: "none", minSplit: 2, minLeaf: 1, missing: "share" }],
  ["cart", { prune: "none", minSplit: 2, minLeaf: 1, missing: "surrogate" }],
  ["cart", { prune: "none", minSplit: 2, minLeaf: 1, missing: "likely" }],
  ["cart", { prune: "none", minSplit: 2, minLeaf: 1, missing: "indicator" }],
  ["cart", { prune: "none", minSplit: 2, minLeaf: 1, nominal: "perLevel", missing: "share" }],
  ["id3", { missing: "share", binning: "equalWidth" }],
  ["c45", { prune: "none", minLeaf: 1 }],
];

describe("a tree as SQL predicts like the library", () => {
  it.each(WAYS)("%s %j", async (learner, options) => {
    const target = learner !== "cart" ? ({ target: "classes" } as const) : {};
    await fc.assert(
      fc.asyncProperty(tableProblems({ minRows: 8, maxRows: 30, ...target }), async ({ table, request }) => {
        const model = fitTable(table, { ...request, learner, options }) as TreeModel;
        await expectSame(model, table);
      }),
      draws(6),
    );
  });

  it("with priors and losses, where rows are shared out", async () => {
    await fc.assert(
      fc.asyncProperty(tableProblems({ minRows: 8, target: "classes" }), async ({ table, request }) => {
        const { levels } = table.columns.find(({ name }) => name === "y") as { levels: readonly string[] };
        const loss = levels.map((_, i) => levels.map((_, j) => (i === j ? 0 : 1 + ((2 * i + j) % 3))));
        if (levels.length < 2) return;
        const options = { prune: "none", missing: "share", priors: "equal", loss };
        const model = fitTable(table, { ...request, learner: "cart", options }) as TreeModel;
        await expectSame(model, table);
      }),
      draws(6),
    );
  });

  it("of many levels deep, in stages", async () => {
    // Alternating classes: every row needs a leaf of its own, and thresholds are found from one end.
    const rows = 60;
    const values = Float64Array.from({ length: rows }, (_, i) => 2 ** i);
    const codes = Int32Array.from({ length: rows }, (_, i) => i % 2);
    const table: Table = {
      rows,
      columns: [
        { type: "numeric", name: "x", values },
        { type: "nominal", name: "y", codes, levels: ["a", "b"] },
      ],
    };
    const model = fitTable(table, {
      target: "y",
      learner: "cart",
      options: { minSplit: 2, minLeaf: 1, prune: "none" },
    }) as TreeModel;
    expect(modelSql(model, duckdb, { from: { table: ["t"] }, key: "k" })).toContain("place2");
    await expectSame(model, table);
  });
});

const HOSTILE = [
  'a"b',
  "a'b",
  "a;b--",
  "select",
  "rowid",
  "Größe",
  "名前",
  "a\\b",
  "`tick`",
  "new\nline",
  " ",
];

describe("hostile names and levels", () => {
  const rows = 44;
  const code = (c: number) => (row: number) => (row * (c + 3)) % HOSTILE.length;
  const table: Table = {
    rows,
    columns: [
      ...HOSTILE.map((name, c): Column => {
        const codes = Int32Array.from({ length: rows }, (_, row) => code(c)(row));
        return { type: "nominal", name, codes, levels: [...HOSTILE] };
      }),
      {
        type: "nominal",
        name: "order",
        codes: Int32Array.from({ length: rows }, (_, row) => (code(0)(row) + code(4)(row)) % HOSTILE.length),
        levels: [...HOSTILE],
      },
    ],
  };

  it("are quoted in DuckDB", async () => {
    const model = fitTable(table, {
      target: "order",
      learner: "cart",
      options: { prune: "none", minSplit: 2, minLeaf: 1 },
    });
    await createTable(connection, 'ta"ble', table, { key: "from" });
    const query = modelSql(model as TreeModel, duckdb, {
      from: { table: ['ta"ble'] },
      key: "from",
      as: 'p"',
    });
    const result = await allRows(connection, `SELECT * FROM (${query}) ORDER BY "from"`);
    expect(result.texts(1)).toEqual(predictedByLibrary(model as TreeModel, table));
  });

  it("are quoted for Spark", () => {
    expect(spark.identifier("a`b")).toBe("`a``b`");
    expect(spark.text("plain")).toBe("'plain'");
    // it's: 69 74 27 73; a backslash is 5C.
    expect(spark.text("it's")).toBe("CAST(X'69742773' AS STRING)");
    expect(spark.text("\\")).toBe("CAST(X'5C' AS STRING)");
    expect(spark.double(0.1)).toBe("0.1D");
  });

  it("cannot contain NUL", () => {
    expect(() => duckdb.identifier("a\0b")).toThrow("without NUL");
    expect(duckdb.text("a\0b")).toBe("'a' || chr(0) || 'b'");
  });
});

describe("what cannot be written as SQL", () => {
  it("is rejected with its name", () => {
    const table: Table = {
      rows: 4,
      columns: [
        { type: "numeric", name: "x", values: Float64Array.of(1, 2, 3, 4) },
        { type: "nominal", name: "y", codes: Int32Array.of(0, 0, 1, 1), levels: ["a", "b"] },
      ],
    };
    const written = (learner: string, options: Record<string, unknown>) => () =>
      modelSql(fitTable(table, { target: "y", learner, options }), duckdb, {
        from: { table: ["t"] },
        key: "k",
      });
    expect(written("bagging", { trees: 2 })).toThrow("an ensemble of bagging cannot be written as SQL");
    expect(written("ripper", {})).toThrow("a set of rules (ripper) cannot be written as SQL");
  });
});
