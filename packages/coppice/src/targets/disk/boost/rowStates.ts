import type { HeldRows } from "../../../engine/boost/port.js";
import type { BlockLayout } from "../../../kernels/drivers/boostBlocks/layout.js";
import type { Heap } from "../../../kernels/heap.js";
import type { Frame } from "./frames.js";

/** Where the state of rows is, and how it is laid out. */
export interface RowStates {
  readonly heap: Heap;
  readonly layout: BlockLayout;
}

/** The scores of a frame's rows by row and output, in the unit of the target. */
export function scoresByRow({ heap, layout }: RowStates, { state, rows }: Frame, unit: number): Float64Array {
  const { outputs, rows: size } = layout;
  const sums = new Float64Array(rows * outputs);
  for (let output = 0; output < outputs; output++) {
    const scores = heap.f64(state + 8 * size * output, rows);
    for (let i = 0; i < rows; i++) sums[i * outputs + output] = scores[i] * unit;
  }
  return sums;
}

/** What the rows of a leaf lack, and their weights if they have any. */
export interface LeafResiduals {
  readonly values: number[];
  readonly weights: number[];
}

/** Adds those of a frame's drawn rows. `leafOf`: by slot. */
export function collectResiduals(
  { heap, layout }: RowStates,
  { state, rows }: Frame,
  leafOf: Int32Array,
  found: readonly LeafResiduals[],
): void {
  const scores = heap.f64(state, rows);
  const targets = heap.f64(state + layout.targets, rows);
  const weights = layout.weights === 0 ? undefined : heap.f64(state + layout.weights, rows);
  const slots =
    layout.slotBytes === 2 ? heap.u16(state + layout.slots, rows) : heap.u32(state + layout.slots, rows);
  const undrawn = layout.slotBytes === 2 ? 2 ** 15 : 2 ** 31;
  for (let i = 0; i < rows; i++) {
    if (slots[i] >= undrawn) continue;
    const leaf = found[leafOf[slots[i]]];
    leaf.values.push(targets[i] - scores[i]);
    if (weights) leaf.weights.push(weights[i]);
  }
}

/** Rows that are held back, side by side. */
export class Held {
  private readonly scores: Float64Array[];
  private readonly targets: Float64Array;
  private readonly weights: Float64Array | undefined;

  constructor(
    private readonly from: RowStates,
    count: number,
    isWeighted: boolean,
  ) {
    this.scores = Array.from({ length: from.layout.outputs }, () => new Float64Array(count));
    this.targets = new Float64Array(count);
    this.weights = isWeighted ? new Float64Array(count) : undefined;
  }

  /** Puts the rows of a frame to `at` and what follows. */
  add({ state, rows }: Frame, at: number): void {
    const { heap, layout } = this.from;
    this.scores.forEach((all, output) => {
      all.set(heap.f64(state + 8 * layout.rows * output, rows), at);
    });
    const isByte = layout.targetBytes === 1;
    const from = state + layout.targets;
    this.targets.set(isByte ? heap.u8(from, rows) : heap.f64(from, rows), at);
    this.weights?.set(heap.f64(state + layout.weights, rows), at);
  }

  get rows(): HeldRows {
    const { scores, targets, weights } = this;
    return { scores, targets, ...(weights && { weights }) };
  }
}
