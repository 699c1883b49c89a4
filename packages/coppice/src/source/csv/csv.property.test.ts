import fc from "fast-check";
import { expect, test } from "vitest";
import { divided } from "../../../test/kit/divided.js";
import { draws } from "../../../test/kit/draws.js";
import { type Column, cellText } from "../../table/column.js";
import { MISSING_MARKERS } from "../../table/schema.js";
import { bytesOf } from "../bytes.js";
import { readFormat } from "../read.js";

/** The table, or the error's text. */
const outcome = (source: Parameters<typeof readFormat>[1]) =>
  readFormat("csv", source).then(
    ({ table }) => table,
    (error) => String(error),
  );

test("any bytes give the same table or the same error however they are divided", async () => {
  const signs = [...'a b 1 2.5 , , " "" é 🌟 ;'.split(" "), "\n", "\n", "\r", "\r\n", " ", "\ufeff"];
  const content = fc
    .array(fc.constantFrom(...signs), { maxLength: 60 })
    .map((parts) => `x,y\n${parts.join("")}`);
  await fc.assert(
    fc.asyncProperty(content, fc.array(fc.nat(200), { maxLength: 8 }), async (text, places) => {
      const bytes = new TextEncoder().encode(text);
      expect(await outcome(divided("t.csv", bytes, places))).toEqual(await outcome(bytesOf("t.csv", bytes)));
    }),
    draws(1000),
  );
});

test("well-formed bytes divided after every byte give the same table", async () => {
  const bytes = new TextEncoder().encode('\ufeffä,"b ""q"""\r\n 1.25 , "x\r\n🌟" \r\n2e3,""\r\n');
  const whole = await outcome(bytesOf("t.csv", bytes));
  expect(whole).toMatchObject({ rows: 2 });
  expect(await outcome(divided("t.csv", bytes, bytes.keys()))).toEqual(whole);
});

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const cellOf = fc.oneof(
  fc.constant(""),
  fc.constantFrom(...'? NA 7 007 -1.5e3 a,b q"q "'.split(" "), " x ", "l1\nl2", "l1\r\nl2", "\r", "\t"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.string({ unit: "binary", maxLength: 6 }),
);

/** Written as CSV: quoted where needed, and elsewhere at random. */
function written(cell: string, chance: boolean): string {
  const needed = /[",;|\t\r\n]|^[\s\ufeff]|\s$/.test(cell);
  return needed || chance ? `"${cell.replaceAll('"', '""')}"` : cell;
}

test("any table written as CSV with random quoting reads back equal", async () => {
  const rowOf = (width: number) =>
    fc.array(fc.tuple(cellOf, fc.boolean()), { minLength: width, maxLength: width });
  const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.record({
      rows: fc.array(rowOf(width), { minLength: 1, maxLength: 12 }),
      end: fc.constantFrom("\n", "\r\n", "\r"),
      last: fc.boolean(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(table, async ({ rows, end, last }) => {
      const header = rows[0].map((_, i) => `c${i}`).join(",");
      // In a table of one column an empty line at the end is not a row: quotes make it one.
      const line = (row: [string, boolean][]) =>
        row.map(([cell, chance]) => written(cell, chance || (row.length === 1 && cell === ""))).join(",");
      const content = [header, ...rows.map(line)].join(end) + (last ? end : "");
      const result = await readFormat("csv", bytesOf("t.csv", content), { delimiter: "," });
      rows[0].forEach((_, i) => {
        const column = result.table.columns.find(({ name }) => name === `c${i}`)!;
        const texts = rows.map((row) => row[i][0]);
        checkColumn(column, texts);
      });
    }),
    draws(1000),
  );
});

function checkColumn(column: Column, cells: readonly string[]): void {
  const present = cells.filter((cell) => !MISSING_MARKERS.includes(cell));
  const numeric = present.every((cell) => NUMBER.test(cell) && Number.isFinite(Number(cell)));
  const codes =
    present.every((cell) => /^\d+$/.test(cell)) &&
    present.some((cell) => /^0\d/.test(cell) || !Number.isSafeInteger(Number(cell)));
  // Numbers written as text, and joined spellings, have their own tests.
  if (!numeric && (column.type === "numeric" || column.notation)) return;
  expect(column.type).toBe(numeric && !codes ? "numeric" : "nominal");
  const expected = cells.map((cell) => (MISSING_MARKERS.includes(cell) ? undefined : cell));
  if (column.type === "numeric") {
    const numbers = expected.map((cell) => (cell === undefined ? Number.NaN : Number(cell)));
    expect([...column.values]).toEqual(numbers);
  } else {
    expect(cells.map((_, row) => cellText(column, row))).toEqual(expected);
    const levels = [...new Set(present)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(column.levels).toEqual(levels);
  }
}
