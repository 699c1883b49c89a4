import { readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { folder } from "../../../test/kit/folder.js";
import { mixedTable } from "../../../test/mixedTable.js";
import { fitData, fitTable } from "../../learn/fit.js";
import type { Column } from "../../table/column.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { table } from "../../testing/index.js";
import { diskDataFrom } from "./diskData.js";
import { scratchTable } from "./scratchTable.js";

const { path: scratch } = folder();

/** Parts as a reader would give them that knows no other part: each nominal column has the levels that occur in it. */
function partsOf(table: Table, sizes: readonly number[]): Table[] {
  const parts: Table[] = [];
  for (let from = 0, i = 0; from < table.rows; i++) {
    const to = Math.min(table.rows, from + sizes[i % sizes.length]);
    const rows = Array.from({ length: to - from }, (_, k) => from + k);
    parts.push(makeTable(selectRows(table, rows).columns.map(ownLevels)));
    from = to;
  }
  return parts;
}

function ownLevels(column: Column): Column {
  if (column.type !== "nominal") return column;
  const used = column.levels.filter((_, code) => column.codes.includes(code));
  const codes = column.codes.map((code) => (code < 0 ? -1 : used.indexOf(column.levels[code])));
  return { ...column, levels: used, codes };
}

/** The levels of a whole table that is read: sorted, and those that occur. */
function asRead(table: Table): Table {
  return makeTable(
    table.columns.map((column) => {
      const own = ownLevels(column);
      if (own.type !== "nominal") return own;
      const levels = own.levels.toSorted();
      const codes = own.codes.map((code) => (code < 0 ? -1 : levels.indexOf(own.levels[code])));
      return { ...own, levels, codes };
    }),
  );
}

it("a table that comes in parts is the table that was read at once", async () => {
  const partSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), partSizes, async (seed, sizes) => {
      const target = seed % 2 ? "classes" : "values";
      const table = asRead(mixedTable({ target, rows: 70, seed, missing: 0.2 }));
      const parts = partsOf(table, sizes);
      const collected = await scratchTable(parts, { target: "y" }, scratch);
      const whole = table.columns.map((column) => ({ ...column }));
      expect(collected.columns.map((column) => ({ ...column }))).toEqual(whole);
      collected.close();
    }),
    draws(100),
  );
  expect(readdirSync(scratch)).toEqual([]);
});

it.each(["classes", "values"] as const)(
  "a table that comes in parts gives the model of the whole: %s",
  async (target) => {
    const table = asRead(mixedTable({ target, rows: 300, seed: 11, missing: 0.1, weights: "whole" }));
    const y = table.columns[table.columns.length - 1];
    // Some rows have no target; others, by their weight, do not count.
    const gappy: Column =
      y.type === "numeric"
        ? { ...y, values: y.values.map((v, row) => (row % 9 === 0 ? Number.NaN : v)) }
        : { ...y, codes: y.codes.map((code, row) => (row % 9 === 0 ? -1 : code)) };
    const some = makeTable([...table.columns.slice(0, -1), gappy]);
    const request = { target: "y", weight: "weight" };
    async function* later() {
      yield* partsOf(some, [64, 50]);
    }
    const data = await diskDataFrom(later(), request, { memory: 1e7, scratch });
    const spec = { learner: "cart", options: { pruneFolds: 3 } };
    const model = await fitData(data, spec);
    await data.close?.();
    expect(JSON.stringify(model)).toBe(JSON.stringify(fitTable(some, { ...request, ...spec })));
    expect(data.task.warnings.map(({ code }) => code)).toEqual(["TARGET_MISSING_ROWS", "ZERO_WEIGHT_ROWS"]);
    expect(readdirSync(scratch)).toEqual([]);
  },
);

it("a table that comes in parts has the same columns in all parts, and weights that are weights", async () => {
  const memory = { memory: 1e6, scratch };
  const parts = [table`w,y\n1,a\n2,a`, table`y\na`, table`w,y\n1,a\n-2,a`];
  const other = diskDataFrom([parts[0], parts[1]], { target: "y" }, memory);
  await expect(other).rejects.toMatchObject({ code: "COLUMN_TYPE" });
  const wrong = diskDataFrom([parts[0], parts[2]], { target: "y", weight: "w" }, memory);
  await expect(wrong).rejects.toThrow("the weight of row 4 must be a finite non-negative number; got -2");
  expect(readdirSync(scratch)).toEqual([]);
});
