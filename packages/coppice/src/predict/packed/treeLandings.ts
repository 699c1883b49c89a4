import { gapsIn, needsBothDirections } from "../../kernels/drivers/infer/columns.js";
import { layTrees } from "../../kernels/drivers/infer/layTrees.js";
import { leavesByWalking, leavesWithoutGaps } from "../../kernels/drivers/infer/walkTrees.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import type { TreeModel } from "../../model/tree.js";
import type { Cells } from "../bind.js";
import { type LandingColumns, landingColumns } from "./landingColumns.js";
import { levelCounts } from "./twin.js";

/** With fewer rows, a kernel takes longer to prepare than the rows take in TypeScript. */
const FEW_ROWS = 2000;
/** Rows whose cells are copied at a time: few enough to stay in the cache until they are read. */
const CHUNK_ROWS = 8192;
const WARM_UPS = 3;

/** The leaf of each row; -1 for rows that must be walked, because a missing value may take them to several leaves. */
export type LandAll = (cells: readonly Cells[], rows: number) => Int32Array | undefined;

/** The leaves that many rows reach in one tree, by kernel; undefined where TypeScript is to find them. */
export function treeLandings(model: TreeModel, team?: Team): LandAll {
  const levels = levelCounts(model.attributes);
  let made: LandingColumns | null | undefined;
  return (cells, rows) => {
    if (rows < FEW_ROWS || !kernelsUsable()) return undefined;
    made ??= landingColumns(model) ?? null;
    const leaves =
      made && ifItFits(() => withTeam(team, (used) => landAll(used, made!, levels, cells, rows)));
    return leaves ? markShared(leaves, made!.shared, model, cells) : undefined;
  };
}

/** The same, with the tree laid out now, in the team's memory, where it stays, for rows without gaps. */
export function preparedLandings(model: TreeModel, team: Team): LandAll {
  const plain = treeLandings(model, team);
  const made = kernelsUsable() ? landingColumns(model) : undefined;
  if (made === undefined) return plain;
  const levels = levelCounts(model.attributes);
  const gaps = new Uint8Array(levels.length);
  const laid = ifItFits(() => layTrees(team, made.trees, levels, { gaps: () => gaps, cellRows: CHUNK_ROWS }));
  if (laid === undefined) return plain;
  const land = (cells: readonly Cells[], rows: number) =>
    withTeam(team, () => leavesWithoutGaps(team, laid, { cells, rows }, CHUNK_ROWS));
  const landGaps = (cells: readonly Cells[], rows: number) => {
    const gaps = gapsIn(laid.used, cells, rows);
    if (needsBothDirections(laid.used, gaps)) return undefined;
    return withTeam(team, () => leavesByWalking(team, laid, { cells, rows, gaps }, CHUNK_ROWS));
  };
  // The host compiles the loops for speed once they have run for a while, and beside other work.
  const zeros = new Float64Array(CHUNK_ROWS);
  const anything = Array.from(levels, () => zeros);
  for (let i = 0; i < WARM_UPS; i++) land(anything, CHUNK_ROWS);
  return (cells, rows) => {
    if (rows < FEW_ROWS || !kernelsUsable()) return undefined;
    const leaves = land(cells, rows) ?? landGaps(cells, rows);
    return leaves ? markShared(leaves, made.shared, model, cells) : plain(cells, rows);
  };
}

function landAll(
  team: Team,
  { trees }: LandingColumns,
  levels: Int32Array,
  cells: readonly Cells[],
  rows: number,
): Int32Array | undefined {
  const cellRows = Math.min(rows, CHUNK_ROWS);
  const gaps = (used: Uint8Array) => gapsIn(used, cells, rows);
  const laid = layTrees(team, trees, levels, { gaps, cellRows });
  return laid && leavesByWalking(team, laid, { cells, rows, gaps: laid.gaps }, cellRows);
}

function markShared(
  leaves: Int32Array,
  shared: readonly number[],
  { attributes }: TreeModel,
  cells: readonly Cells[],
): Int32Array {
  for (const a of shared) {
    const column = cells[a];
    const isNumeric = attributes[a].type === "numeric";
    for (let row = 0; row < leaves.length; row++) {
      if (isNumeric ? Number.isNaN(column[row]) : !(column[row] >= 0)) leaves[row] = -1;
    }
  }
  return leaves;
}
