import { fitData, fitTable } from "coppice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mixedTable } from "../../coppice/test/mixedTable.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { sqlData } from "../src/engine/data.js";
import { jointTuning } from "../src/engine/jointFolds.js";
import { schemaOf } from "./relations.js";
import { createTable } from "./tables.js";

let connection: DuckDbConnection;
const { rows } = jointTuning;
beforeEach(async () => {
  connection = await DuckDbConnection.open({ threads: 2 });
});
afterEach(async () => {
  jointTuning.rows = rows;
  await connection.close();
});

const cases = [
  { target: "classes", options: {} },
  { target: "classes", options: { missing: "surrogate", minLeaf: 5, pruneFolds: 3 } },
  { target: "classes", weights: "fractional", options: { pruneRule: "min" } },
  { target: "values", options: { pruneFolds: 4 } },
  {
    target: "values",
    weights: "whole",
    options: { pruneRule: "min", criterion: "absoluteError", pruneFolds: 3, maxDepth: 3 },
  },
] as const;

describe("trees that are grown on folds at the same time", () => {
  it.each(cases)("are those grown one by one, and take fewer statements: $target $options", async (one) => {
    const { target, options } = one;
    const weights = "weights" in one ? one.weights : undefined;
    const table = mixedTable({ rows: 120, seed: 3, target, missing: 0.1, ...(weights && { weights }) });
    await createTable(connection, "rows", table);
    const weight = weights && { weight: "weight" };
    const reference = JSON.stringify(fitTable(table, { target: "y", ...weight, learner: "cart", options }));
    const counts: number[] = [];
    for (const most of [rows, 0]) {
      jointTuning.rows = most;
      const request = { target: "y", ...weight, columns: schemaOf(table), coding: "exact" } as const;
      const data = await sqlData(connection, { table: ["rows"] }, request);
      const { run, rows: ask } = connection;
      let statements = 0;
      Object.assign(connection, {
        run: (statement: string) => ++statements && run.call(connection, statement),
        rows: (query: string) => ++statements && ask.call(connection, query),
      });
      try {
        expect(JSON.stringify(await fitData(data, { learner: "cart", options })), String(most)).toBe(
          reference,
        );
      } finally {
        Object.assign(connection, { run, rows: ask });
        await data.close?.();
      }
      counts.push(statements);
    }
    expect(counts[0]).toBeLessThan(counts[1] / 1.5);
    const left = await connection.rows(
      "SELECT CAST(count(*) AS DOUBLE) FROM duckdb_tables() WHERE temporary",
    );
    expect(left[0].columns[0]).toMatchObject({ values: Float64Array.of(0) });
  });

  it("all fail if a statement does, and leave nothing", async () => {
    const table = mixedTable({ rows: 80, seed: 3, target: "classes" });
    await createTable(connection, "rows", table);
    const data = await sqlData(connection, { table: ["rows"] }, { target: "y", coding: "exact" });
    const { rows: ask } = connection;
    let asked = 0;
    connection.rows = (query) =>
      ++asked === 12 ? Promise.reject(new Error("the disk is full")) : ask.call(connection, query);
    await expect(fitData(data, { learner: "cart", options: {} })).rejects.toThrow("the disk is full");
    connection.rows = ask;
    await data.close?.();
    const left = await connection.rows(
      "SELECT CAST(count(*) AS DOUBLE) FROM duckdb_tables() WHERE temporary",
    );
    expect(left[0].columns[0]).toMatchObject({ values: Float64Array.of(0) });
  });
});
