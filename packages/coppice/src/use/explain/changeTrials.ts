import type { Model } from "../../model/model.js";
import { predictTable } from "../../predict/predictTable.js";
import type { Column } from "../../table/column.js";
import type { Table } from "../../table/table.js";

/** Other cells for a row, by column; a level as its code. */
export type Change = ReadonlyMap<number, number>;

/** What a model says of a row with some of its cells changed. */
export class ChangeTrials {
  /** The class predicted for the row as it is, and its probability. */
  readonly label: number;
  readonly classes: number;

  /** `row` is a table of one row, in the model's terms. */
  constructor(
    private readonly model: Model,
    readonly row: Table,
  ) {
    const [found] = this.of([new Map()]);
    this.label = found.label;
    this.classes = found.probabilities.length;
  }

  /** A number or a code; NaN if it is missing. */
  own(column: number): number {
    const each = this.row.columns[column];
    if (each.type === "numeric") return each.values[0];
    return each.codes[0] < 0 ? Number.NaN : each.codes[0];
  }

  /** The predictions after each of these changes. */
  of(changes: readonly Change[]): { readonly label: number; readonly probabilities: Float64Array }[] {
    if (changes.length === 0) return [];
    const columns = this.row.columns.map((column, c) => filled(column, changes, c));
    const found = predictTable(this.model, { rows: changes.length, columns });
    if (found.kind !== "classification") throw new Error("changes are tried on classes only");
    const width = found.probabilities.length / changes.length;
    return changes.map((_, i) => ({
      label: found.labels[i],
      probabilities: found.probabilities.subarray(i * width, (i + 1) * width),
    }));
  }
}

function filled(column: Column, changes: readonly Change[], c: number): Column {
  if (column.type === "numeric") {
    const values = new Float64Array(changes.length).fill(column.values[0]);
    changes.forEach((change, i) => {
      values[i] = change.get(c) ?? values[i];
    });
    return { ...column, values };
  }
  const codes = new Int32Array(changes.length).fill(column.codes[0]);
  changes.forEach((change, i) => {
    codes[i] = change.get(c) ?? codes[i];
  });
  return { ...column, codes };
}
