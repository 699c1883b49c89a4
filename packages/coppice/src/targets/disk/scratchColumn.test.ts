import { afterEach, expect, it } from "vitest";
import { blockTuning, ScratchColumn } from "./scratchColumn.js";
import { ScratchFile } from "./scratchFile.js";

const { rows: usual } = blockTuning;
afterEach(() => {
  blockTuning.rows = usual;
});

it("the numbers of several blocks are read in order, and the last edge is the greatest of all", () => {
  blockTuning.rows = 2;
  const file = ScratchFile.in();
  const values = Float64Array.of(9, 1, 0.1, Number.NaN, 3);
  const column = new ScratchColumn(file, { type: "numeric", name: "x", values });
  column.add({ type: "numeric", name: "x", values });
  column.end();
  expect([...column.numbers()]).toEqual([...values]);
  expect(column.gaps).toBe(true);
  expect([...column.edges(10)]).toEqual([0.1, 1, 3, 9]);
  file.close();
});
