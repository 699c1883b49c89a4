import type { Team } from "../../team.js";
import { BLOCK, type Column, MeasureBlocks } from "./blocks.js";
import type { MeasureCode } from "./measureCode.js";

/** The node where each row ends; -1 for rows whose branch is unknown at a node that does not say where they go. */
export function landByMeasures(
  team: Team,
  code: MeasureCode,
  cells: readonly Column[],
  rows: number,
): Int32Array {
  const leaves = new Int32Array(rows);
  const blocks = new MeasureBlocks(team, code, cells, { out: 0, width: 0 });
  const landed = team.heap.i32(blocks.landed, BLOCK);
  for (let start = 0; start < rows; start += BLOCK) {
    const count = Math.min(BLOCK, rows - start);
    blocks.call("land", start, count);
    leaves.set(landed.subarray(0, count), start);
  }
  return leaves;
}
