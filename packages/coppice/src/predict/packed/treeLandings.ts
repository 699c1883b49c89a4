import { gapsIn } from "../../kernels/drivers/infer/columns.js";
import { layTrees } from "../../kernels/drivers/infer/layTrees.js";
import { leavesByWalking } from "../../kernels/drivers/infer/walkTrees.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { TreeModel } from "../../model/tree.js";
import type { Cells } from "../bind.js";
import { type LandingColumns, landingColumns } from "./landingColumns.js";
import { levelCounts } from "./twin.js";

/** With fewer rows, a kernel takes longer to prepare than the rows take in TypeScript. */
const FEW_ROWS = 2000;
/** Rows whose cells are copied at a time: few enough to stay in the cache until they are read. */
const CHUNK_ROWS = 8192;

/** The leaf of each row; -1 for rows that must be walked, because a missing value may take them to several leaves. */
export type LandAll = (cells: readonly Cells[], rows: number) => Int32Array | undefined;

/**
 * The leaves that many rows reach in one tree, by kernel; undefined where TypeScript is to find them. `early`: what does not
 * depend on the rows is prepared now, not with the first rows.
 */
export function treeLandings(model: TreeModel, early = false): LandAll {
  let made: LandingColumns | null | undefined = early ? (landingColumns(model) ?? null) : undefined;
  return (cells, rows) => {
    if (rows < FEW_ROWS || !kernelsUsable()) return undefined;
    made ??= landingColumns(model) ?? null;
    if (made === null) return undefined;
    const leaves = landAll(made, levelCounts(model.attributes), cells, rows);
    if (leaves !== undefined) markShared(leaves, made.shared, model, cells);
    return leaves;
  };
}

function landAll(
  { trees }: LandingColumns,
  levels: Int32Array,
  cells: readonly Cells[],
  rows: number,
): Int32Array | undefined {
  const cellRows = Math.min(rows, CHUNK_ROWS);
  const gaps = (used: Uint8Array) => gapsIn(used, cells, rows);
  return ifItFits(() =>
    withTeam(undefined, (team) => {
      const laid = layTrees(team, trees, levels, { gaps, cellRows });
      return laid && leavesByWalking(team, laid, { cells, rows, gaps: laid.gaps }, cellRows);
    }),
  );
}

function markShared(
  leaves: Int32Array,
  shared: readonly number[],
  { attributes }: TreeModel,
  cells: readonly Cells[],
): void {
  for (const a of shared) {
    const column = cells[a];
    const isNumeric = attributes[a].type === "numeric";
    for (let row = 0; row < leaves.length; row++) {
      if (isNumeric ? Number.isNaN(column[row]) : !(column[row] >= 0)) leaves[row] = -1;
    }
  }
}
