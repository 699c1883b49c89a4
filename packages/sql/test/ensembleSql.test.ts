import type { EnsembleModel, Table } from "coppice";
import { fitTable, predictTable } from "coppice/engine";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exp } from "../../coppice/src/base/exp.js";
import { draws } from "../../coppice/test/kit/draws.js";
import { tableProblems } from "../../coppice/test/random-problems.js";
import { allRows } from "../src/connection/results.js";
import { duckdb } from "../src/dialect/duckdb.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { expStages } from "../src/tree/expSql.js";
import { modelSql } from "../src/tree/modelSql.js";
import { disturbed } from "./disturbed.js";
import { createTable } from "./tables.js";

let connection: DuckDbConnection;
beforeAll(async () => {
  connection = await DuckDbConnection.open({ threads: 1 });
});
afterAll(() => connection.close());

/** Predictions and, of classes, probabilities: a column each. */
async function bySql(model: EnsembleModel, table: Table): Promise<(string | number | null)[][]> {
  await createTable(connection, "rows", table, { key: "rowid" });
  try {
    const from = { table: ["rows"] };
    const query = modelSql(model, duckdb, { from, key: "rowid", probabilities: true });
    const result = await allRows(connection, `SELECT * FROM (${query}) ORDER BY rowid`);
    if (model.task === "regression") return [[...result.numbers(1)]];
    const shares = model.target.levels!.map((_, k) => [...result.numbers(k + 2)]);
    return [result.texts(1), ...shares];
  } finally {
    await connection.run("DROP TABLE rows");
  }
}

function byLibrary(model: EnsembleModel, table: Table): (string | number | null)[][] {
  const prediction = predictTable(model, table);
  if (prediction.kind === "regression") return [[...prediction.values]];
  const { levels } = model.target as { levels: readonly string[] };
  const labels = Array.from(prediction.labels, (label) => levels[label]);
  const share = (k: number) =>
    Array.from({ length: table.rows }, (_, row) => prediction.probabilities[row * levels.length + k]);
  return [labels, ...levels.map((_, k) => share(k))];
}

type Way = [learner: string, options: Record<string, unknown>, target?: "classes" | "values"];
const WAYS: Way[] = [
  ["forest", { trees: 7 }],
  ["forest", { trees: 3, combine: "vote" }, "classes"],
  ["extraTrees", { trees: 5 }],
  ["gradientBoost", { rounds: 6, minLeaf: 1 }, "classes"],
  ["gradientBoost", { rounds: 6, minLeaf: 1 }, "values"],
];

describe("many trees as SQL predict like the library, to the bit", () => {
  it.each(WAYS)("%s %j %s", async (learner, options, target) => {
    const problems = tableProblems({ minRows: 8, maxRows: 30, ...(target && { target }) });
    await fc.assert(
      fc.asyncProperty(problems, async ({ table, request }) => {
        const model = fitTable(table, { ...request, learner, options }) as EnsembleModel;
        for (const rows of [table, disturbed(table)])
          expect(await bySql(model, rows)).toEqual(byLibrary(model, rows));
      }),
      draws(5),
    );
  });

  it("with losses, and in stages where trees are deep", async () => {
    const rows = 600;
    const x = Float64Array.from({ length: rows }, (_, i) => ((i * 7919) % rows) / 7);
    const z = Float64Array.from({ length: rows }, (_, i) => (i % 13 === 0 ? Number.NaN : (i * 31) % 97));
    const codes = Int32Array.from(x, (value, i) => (Math.floor(value / 3) + (z[i] > 50 ? 1 : 0)) % 3);
    const table: Table = {
      rows,
      columns: [
        { type: "numeric", name: "x", values: x },
        { type: "numeric", name: "z", values: z },
        { type: "nominal", name: "y", codes, levels: ["a", "b", "c"] },
      ],
    };
    const loss = [
      [0, 1, 2],
      [3, 0, 1],
      [1, 1, 0],
    ];
    const options = { trees: 4, minSplit: 2, minLeaf: 1, loss };
    const model = fitTable(table, { target: "y", learner: "forest", options }) as EnsembleModel;
    expect(modelSql(model, duckdb, { from: { table: ["t"] }, key: "k" })).toContain("land0");
    expect(await bySql(model, disturbed(table))).toEqual(byLibrary(model, disturbed(table)));
  });

  it("by the library's exp", async () => {
    const random = fc.sample(fc.double({ min: -800, max: 800, noNaN: true }), { numRuns: 300, seed: 1 });
    const xs = [0, -0, 1e-320, -1e-9, 0.5, -708, -708.1, 709, 709.9, 1, -1, ...random];
    const given = `SELECT * FROM (VALUES ${xs.map((x, i) => `(${i}, ${duckdb.double(x)})`)}) AS v(i, s)`;
    const stages = expStages(["s"], "given", "exp", duckdb);
    const parts = [{ name: "given", query: given }, ...stages].map(
      ({ name, query }) => `${name} AS (${query})`,
    );
    const result = await allRows(connection, `WITH ${parts.join(", ")} SELECT e_s FROM exp4 ORDER BY i`);
    expect([...result.numbers(0)]).toEqual(xs.map(exp));
  });
});
