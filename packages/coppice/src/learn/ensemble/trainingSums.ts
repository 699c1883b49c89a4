import type { EnsembleModel } from "../../model/ensemble.js";
import type { Table } from "../../table/table.js";

interface Kept {
  readonly table: Table;
  readonly sums: Float64Array;
}

const kept = new WeakMap<EnsembleModel, Kept>();

/** Keeps what a model's members add up to for the rows of the table that it was learned from: by row and output. */
export function keepTrainingSums(model: EnsembleModel, table: Table, sums: Float64Array): void {
  kept.set(model, { table, sums });
}

/** By row and output, if it was kept and this is the same table; once. */
export function takeTrainingSums(model: EnsembleModel, table: Table): Float64Array | undefined {
  const found = kept.get(model);
  kept.delete(model);
  return found?.table === table ? found.sums : undefined;
}
