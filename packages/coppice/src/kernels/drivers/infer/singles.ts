import type { PackedTrees } from "../../../model/packed.js";
import type { Cells } from "../../../table/column.js";
import { LEFT, RIGHT } from "./columns.js";
import type { Limits } from "./limits.js";

/** Whether every cell compared with thresholds is exactly a single-precision number: then its 32 bits can be the code,
 * in place of a rank. */
export function areSingles(used: Uint8Array, cells: readonly Cells[], rows: number): boolean {
  return cells.every((column, a) => {
    if (used[3 * a + LEFT] === 0 && used[3 * a + RIGHT] === 0) return true;
    for (let row = 0; row < rows; row++) {
      const cell = column[row];
      if (Math.fround(cell) !== cell && !Number.isNaN(cell)) return false;
    }
    return true;
  });
}

/**
 * The bits of singles, mapped so that they compare as the numbers do. A single is ≤ a threshold exactly if it is ≤ the
 * greatest single that is ≤ the threshold: nothing has to be sorted.
 */
export function singleLimits({ threshold }: PackedTrees): Limits {
  const single = new Float32Array(1);
  const bits = new Int32Array(single.buffer);
  const limitAt = (node: number) => {
    const edge = threshold[node];
    // 0 for -0.
    single[0] = edge + 0;
    const key = bits[0] ^ ((bits[0] >> 31) | 0x80000000);
    // One more than the key of the single below the threshold: the key itself if rounding went up.
    return (single[0] > edge ? key : key + 1) >>> 0;
  };
  return { kind: "singles", tableOf: () => undefined, greatestCode: () => 0xffffffff, limitAt };
}
