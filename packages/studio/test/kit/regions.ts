import { type Model, makeTable, type Table } from "coppice";
import { predictTable } from "coppice/evaluate";

/** The classes that a model predicts on a grid: 128 steps across with a margin of 4%, a line per level up. */
export function regionLabels(model: Model, table: Table, x: string, y: string): number[] {
  const found = predictTable(model, gridOf(table, x, y));
  if (found.kind !== "classification") throw new Error("classes are predicted");
  return [...found.labels];
}

/** The other attributes are held at their medians and modes. */
function gridOf(table: Table, x: string, y: string): Table {
  const across = table.columns.find(({ name }) => name === x)!;
  const up = table.columns.find(({ name }) => name === y)!;
  if (across.type !== "numeric" || up.type === "numeric")
    throw new Error("a number and levels were expected");
  const known = across.values.filter((value) => !Number.isNaN(value)).sort();
  const margin = 0.04 * (known[known.length - 1] - known[0]);
  const [from, to] = [known[0] - margin, known[known.length - 1] + margin];
  const rows = 128 * up.levels.length;
  return makeTable(
    table.columns.map((column) => {
      if (column.type === "numeric") {
        const sorted = column.values.filter((value) => !Number.isNaN(value)).sort();
        const cell = (i: number) =>
          column === across ? from + (((i % 128) + 0.5) / 128) * (to - from) : sorted[sorted.length >> 1];
        return { ...column, values: Float64Array.from({ length: rows }, (_, i) => cell(i)) };
      }
      const counts = column.levels.map((_, code) => column.codes.filter((each) => each === code).length);
      const mode = counts.indexOf(Math.max(...counts));
      const codes = Int32Array.from({ length: rows }, (_, i) => (column === up ? Math.floor(i / 128) : mode));
      return { ...column, codes };
    }),
  );
}
