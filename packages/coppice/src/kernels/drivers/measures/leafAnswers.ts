import type { Team } from "../../team.js";
import { BLOCK, type Column, MeasureBlocks } from "./blocks.js";
import type { MeasureCode } from "./measureCode.js";

/** What the leaves of rows predict, rows × width; zeros for rows without one (-1). */
export function answersOfLeaves(
  team: Team,
  code: MeasureCode,
  cells: readonly Column[],
  landed: Int32Array,
  width: number,
): Float64Array {
  const rows = landed.length;
  const answers = new Float64Array(rows * width);
  const out = team.heap.alloc(8 * BLOCK * width);
  const blocks = new MeasureBlocks(team, code, cells, { out, width });
  const numbers = team.heap.f64(out, BLOCK * width);
  const leaves = team.heap.i32(blocks.landed, BLOCK);
  for (let start = 0; start < rows; start += BLOCK) {
    const count = Math.min(BLOCK, rows - start);
    numbers.fill(0);
    leaves.set(landed.subarray(start, start + count));
    blocks.call("answer", start, count);
    answers.set(numbers.subarray(0, count * width), start * width);
  }
  return answers;
}
