import type { Table } from "coppice";
import { fitData, fitTable } from "coppice/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { sqlData } from "../src/engine/data.js";
import { createTable } from "./tables.js";

let connection: DuckDbConnection;
beforeAll(async () => {
  connection = await DuckDbConnection.open({ threads: 2 });
});
afterAll(() => connection.close());

/** As many levels as are asked for, each in two rows, and gaps if they are wanted. */
function tableOf(levels: number, hasGaps: boolean): Table {
  const rows = 2 * levels + 4;
  const codes = Int32Array.from({ length: rows }, (_, row) =>
    hasGaps && row >= 2 * levels ? -1 : row % levels,
  );
  return {
    rows,
    columns: [
      { type: "nominal", name: "v", levels: Array.from({ length: levels }, (_, i) => `level ${i}`), codes },
      {
        type: "nominal",
        name: "y",
        levels: ["a", "b"],
        codes: codes.map((code) => ((code * 7) % 11 < 5 ? 0 : 1)),
      },
    ],
  };
}

describe("levels of which the last code is the largest of its type", () => {
  it.each([255, 256, 257].flatMap((levels) => [true, false].map((hasGaps) => ({ levels, hasGaps }))))(
    "$levels levels, gaps: $hasGaps",
    async ({ levels, hasGaps }) => {
      const table = tableOf(levels, hasGaps);
      await createTable(connection, "wide", table);
      const columns = table.columns.map(({ name, type, ...rest }) => ({
        ...{ name, type },
        ...("levels" in rest && { levels: rest.levels }),
      }));
      const data = await sqlData(connection, { table: ["wide"] }, { target: "y", columns });
      for (const [learner, options] of [
        ["cart", { prune: "none" }],
        ["c45", {}],
        ["forest", { trees: 2 }],
        ["gradientBoost", { rounds: 2 }],
      ] as const) {
        const pushed = await fitData(data, { learner, options });
        expect(JSON.stringify(pushed), learner).toBe(
          JSON.stringify(fitTable(table, { target: "y", learner, options })),
        );
      }
      await data.close?.();
      await connection.run("DROP TABLE wide");
    },
  );
});
