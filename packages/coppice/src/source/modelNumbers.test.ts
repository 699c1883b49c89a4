import { expect, test } from "vitest";
import type { Notation } from "../table/schema.js";
import { bytesOf } from "./bytes.js";
import { type ReadOptions, readFormat } from "./read.js";

/** The numbers in a file for a model whose attribute x is written like this, or the error. */
async function numbers(notation: Notation, cells: string[], options: ReadOptions = {}) {
  const schema = { columns: [{ name: "x", type: "numeric", notation }] } as const;
  const source = bytesOf("new.csv", ["x", ...cells, ""].join("\n"));
  try {
    const { table } = await readFormat("csv", source, { ...options, schema, schemaMayExceed: true });
    const [column] = table.columns;
    return column.type === "numeric" ? [...column.values] : column.type;
  } catch (error) {
    return String(error);
  }
}

const date = { kind: "time", shows: "date" } as const;
const european = { kind: "number", decimal: ",", group: "." } as const;

test("slash dates need an order, of the model or declared", async () => {
  expect(await numbers(date, ["2024-09-10", "03/10/2024"])).toContain('found "03/10/2024"');
  expect(await numbers(date, ["2024-09-10", "03/10/2024"])).toContain("--dates dmy");
  expect(await numbers(date, ["03/10/2024"], { dates: "mdy" })).toEqual([Date.UTC(2024, 2, 10)]);
});

test("with points the day comes first, unless declared otherwise", async () => {
  const monthFirst = { ...date, order: "mdy" } as const;
  expect(await numbers(monthFirst, ["10.9.2024"])).toContain('found "10.9.2024"');
  expect(await numbers(monthFirst, ["10.9.2024"], { dates: "mdy" })).toEqual([Date.UTC(2024, 9, 9)]);
  expect(await numbers(monthFirst, ["10.9.2024"], { dates: "dmy" })).toEqual([Date.UTC(2024, 8, 10)]);
});

test("points of decimals beside points of thousands are an error", async () => {
  expect(await numbers(european, ["12.345", "12.5"])).toContain("--decimal .");
  expect(await numbers(european, ["12.345", "12.5"], { decimal: "." })).toEqual([12.345, 12.5]);
  expect(await numbers(european, ["12.345", '"1,5"'])).toEqual([12345, 1.5]);
});

test("hexadecimal digits are no number", async () => {
  expect(await numbers(european, ["0x10"])).toContain('found "0x10"');
});
