import { columnOf, type Model, tableFrom } from "coppice";
import { predictTable } from "coppice/evaluate";
import { classes, penguins } from "./penguins.js";

/**
 * The classes that a model of the sample predicts on a grid: 128 steps across with a margin of 4%, a line per level up; the
 * other attributes are held at their medians and modes.
 */
export function regionLabels(model: Model, x: string, y: string): number[] {
  const { columns } = penguins.table;
  const up = columnOf(penguins.table, y);
  const rows = Array.from({ length: 128 * (up.type === "numeric" ? 0 : up.levels.length) }, (_, row) => row);
  const cells = columns.map((column) => {
    if (column.type === "numeric") {
      const sorted = column.values.filter((value) => !Number.isNaN(value)).sort();
      const margin = 0.04 * (sorted[sorted.length - 1] - sorted[0]);
      const [from, to] = [sorted[0] - margin, sorted[sorted.length - 1] + margin];
      const across = (row: number) => from + (((row % 128) + 0.5) / 128) * (to - from);
      return Float64Array.from(rows, column.name === x ? across : () => sorted[sorted.length >> 1]);
    }
    const counts = column.levels.map((_, code) => column.codes.filter((each) => each === code).length);
    const mode = counts.indexOf(Math.max(...counts));
    return rows.map((row) => column.levels[column === up ? Math.floor(row / 128) : mode]);
  });
  const grid = tableFrom(Object.fromEntries(columns.map(({ name }, i) => [name, cells[i]])));
  return [...classes(predictTable(model, grid)).labels];
}
