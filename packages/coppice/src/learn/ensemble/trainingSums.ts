import type { EnsembleModel } from "../../model/ensemble.js";
import type { PackedTrees } from "../../model/packed.js";
import type { Table } from "../../table/table.js";

interface Kept {
  readonly table: Table;
  readonly sums: Float64Array;
}

const kept = new WeakMap<EnsembleModel, Kept>();

/** Keeps what a model's members add up to for the rows of the table that it was learned from: one array per output. */
export function keepTrainingSums(model: EnsembleModel, table: Table, scores: readonly Float64Array[]): void {
  const outputs = scores.length;
  const sums = new Float64Array(table.rows * outputs);
  scores.forEach((score, output) => {
    for (let row = 0; row < table.rows; row++) sums[row * outputs + output] = score[row];
  });
  kept.set(model, { table, sums });
}

/** By row and output, if it was kept and this is the same table; once. */
export function takeTrainingSums(model: EnsembleModel, table: Table): Float64Array | undefined {
  const found = kept.get(model);
  kept.delete(model);
  return found?.table === table ? found.sums : undefined;
}

/** Adds up what trees say of the rows that they were grown from, in the order of the trees: class shares, or values. */
export class LeafSums {
  /** By row and output. */
  private readonly sums: Float64Array;
  private isComplete = true;

  constructor(
    private readonly outputs: number,
    private readonly rows: number,
  ) {
    this.sums = new Float64Array(rows * outputs);
  }

  /** `leaves`: by row the row of the tree's values that it reaches; if that is not known, there will be no sums. */
  add({ values, width }: PackedTrees, leaves: Int32Array | undefined): void {
    this.isComplete &&= leaves !== undefined;
    if (leaves === undefined || !this.isComplete) return;
    const { sums, outputs } = this;
    for (let row = 0, at = 0; row < leaves.length; row++) {
      const from = leaves[row] * width;
      for (let output = 0; output < outputs; output++) sums[at++] += values[from + output];
    }
  }

  /** One array per output. */
  scores(): readonly Float64Array[] | undefined {
    if (!this.isComplete) return undefined;
    const { sums, outputs, rows } = this;
    return Array.from({ length: outputs }, (_, output) =>
      Float64Array.from({ length: rows }, (_, row) => sums[row * outputs + output]),
    );
  }
}
