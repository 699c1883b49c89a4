import type { Spread } from "../../model/tree.js";
import type { Cells } from "../../table/column.js";
import { type ColumnSchema, hasOrder } from "../../table/schema.js";
import type { StreamState } from "./streamLearner.js";

/** How much each attribute varies over the rows so far: models with formulas keep it, to compare coefficients. */
export class RunningSpreads {
  /** By attribute with an order: rows, mean, sum of squared deviations. Of others: rows of each level. */
  private readonly sums: Float64Array[];

  constructor(private readonly attributes: readonly ColumnSchema[]) {
    this.sums = attributes.map((attribute) => new Float64Array(hasOrder(attribute) ? 3 : 0));
  }

  add(columns: readonly Cells[]): void {
    columns.forEach((cells, a) => {
      if (hasOrder(this.attributes[a])) addNumbers(this.sums[a], cells);
      else this.sums[a] = withLevels(this.sums[a], cells);
    });
  }

  /** `levels` by attribute, as many as have occurred. */
  spreads(levels: readonly number[]): Spread[] {
    return this.attributes.map(({ type }, a) => {
      const sums = this.sums[a];
      if (type === "numeric") return sums[0] > 0 ? Math.sqrt(sums[2] / sums[0]) : 0;
      if (type === "ordered") return new Array<number>(levels[a]).fill(0);
      const total = sums.reduce((sum, rows) => sum + rows, 0);
      return Array.from({ length: levels[a] }, (_, level) => (total > 0 ? (sums[level] ?? 0) / total : 0));
    });
  }

  state(): StreamState {
    return this.sums;
  }

  restore(saved: StreamState): this {
    (saved as readonly Float64Array[]).forEach((sums, a) => {
      this.sums[a] = sums;
    });
    return this;
  }
}

function addNumbers(sums: Float64Array, cells: Cells): void {
  let [rows, mean, squares] = sums;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    if (Number.isNaN(cell)) continue;
    rows++;
    const off = cell - mean;
    mean += off / rows;
    squares += off * (cell - mean);
  }
  sums[0] = rows;
  sums[1] = mean;
  sums[2] = squares;
}

function withLevels(sums: Float64Array, cells: Cells): Float64Array {
  let grown = sums;
  for (let row = 0; row < cells.length; row++) {
    const level = cells[row];
    if (level < 0) continue;
    if (level >= grown.length) {
      const longer = new Float64Array(level + 1);
      longer.set(grown);
      grown = longer;
    }
    grown[level]++;
  }
  return grown;
}
