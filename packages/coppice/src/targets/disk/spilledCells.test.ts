import { readdirSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { folder } from "../../../test/kit/folder.js";
import { bytesOf } from "../../source/bytes.js";
import { readFormat } from "../../source/read.js";
import { spillTuning } from "../../table/builder.js";
import { takeRows } from "../../table/column.js";
import { elsewhere } from "../../table/elsewhere.js";
import { trainingFrom } from "../../table/training/trainingFrom.js";
import { SpilledCells } from "./spilledCells.js";

const { path: scratch } = folder();
const { kept } = spillTuning;
beforeAll(() => void Object.assign(spillTuning, { kept: 5 }));
afterAll(() => void Object.assign(spillTuning, { kept }));

/** Numbers, few numbers, codes with zeros, levels, dates, decimal commas, gaps; and numbers that turn out to be text. */
const CELLS: ((i: number, seed: number) => string)[] = [
  (i, seed) => String((i * 7919 + seed) / 64),
  (i) => String(i % 3),
  (i) => `00${i % 4}`,
  (i, seed) => (i % 9 === seed % 9 ? "" : "red green blue".split(" ")[(i + seed) % 3]),
  (i) => `2024-0${1 + (i % 8)}-1${i % 9}`,
  (i) => `"${i % 7},5"`,
  (i, seed) => (i % 11 === 3 ? "NA" : String((i * seed) % 1000)),
  (i) => (i === 590 ? "x" : String(i / 8)),
];

const csv = (rows: number, seed: number) =>
  [
    CELLS.map((_, c) => `c${c}`).join(","),
    ...Array.from({ length: rows }, (_, i) => CELLS.map((cell) => cell(i, seed)).join(",")),
  ].join("\n");

it("cells that go to a scratch file while they are read give the table, the schema and the remarks of memory", async () => {
  const seeds = fc.integer({ min: 1, max: 1000 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 7, 60, 700), seeds, async (rows, seed) => {
      const source = bytesOf("t.csv", csv(rows, seed));
      const whole = await readFormat("csv", source);
      const store = new SpilledCells(scratch);
      try {
        const { table, ...rest } = await readFormat("csv", source, { store });
        if (rows > 5) expect(table.columns.some((column) => elsewhere(column))).toBe(true);
        const places = [...Array(rows).keys()].filter((row) => row % 3 === 1);
        for (const [c, column] of table.columns.entries()) {
          expect({ ...column }).toEqual(whole.table.columns[c]);
          expect({ ...takeRows(column, places) }).toEqual(takeRows(whole.table.columns[c], places));
          const part = elsewhere(column)?.range(1, Math.min(6, rows));
          const own = whole.table.columns[c];
          if (part) expect(part).toEqual((own.type === "numeric" ? own.values : own.codes).slice(1, 6));
        }
        const { table: _, ...others } = whole;
        expect(rest).toEqual(others);
        if (rows < 60) return;
        const request = { target: "c3" };
        const [stored, here] = [trainingFrom({ table, ...rest }, request), trainingFrom(whole, request)];
        expect(stored.warnings).toEqual(here.warnings);
        expect(stored.table.columns.map((column) => ({ ...column }))).toEqual(here.table.columns);
      } finally {
        store.close();
      }
    }),
    draws(30),
  );
  expect(readdirSync(scratch)).toEqual([]);
});
