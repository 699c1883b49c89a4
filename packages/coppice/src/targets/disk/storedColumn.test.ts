import { expect, it } from "vitest";
import { elsewhere } from "../../table/elsewhere.js";
import { storedColumn } from "./storedColumn.js";

const ROWS = 70_000;
/** Cells of which each is its row. */
const cells = {
  length: ROWS,
  all: () => Float64Array.from({ length: ROWS }, (_, row) => row),
  take: (rows: ArrayLike<number>) => Float64Array.from(rows),
  range: (from: number, to: number) => Float64Array.from({ length: to - from }, (_, i) => from + i),
};
const column = storedColumn({ type: "numeric", name: "x" }, cells);

it.each([
  ["fewer than 65,536, in memory", 1000],
  ["more, that stay where they are", ROWS],
])("chosen rows are those of the choice: %s", (_, count) => {
  const rows = Int32Array.from({ length: count }, (__, i) => ROWS - 1 - i);
  const chosen = elsewhere(column)!.take(rows) as { readonly values: Float64Array };
  expect(chosen.values).toEqual(Float64Array.from(rows));
  const stored = elsewhere(chosen);
  expect(stored !== undefined).toBe(count === ROWS);
  if (stored) {
    expect([...stored.range(10, 12)]).toEqual([ROWS - 11, ROWS - 12]);
    expect([...stored.range(10, 12, new Float64Array(2))]).toEqual([ROWS - 11, ROWS - 12]);
  }
});
