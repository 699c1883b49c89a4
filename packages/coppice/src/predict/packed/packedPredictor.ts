import {
  columnKindsIn,
  columnsOf,
  gapsIn,
  needsBothDirections,
} from "../../kernels/drivers/infer/columns.js";
import { fitsLanes, type LaneLayout, laneLayout } from "../../kernels/drivers/infer/laneLayout.js";
import { type LaidTrees, layTrees } from "../../kernels/drivers/infer/layTrees.js";
import type { Limits } from "../../kernels/drivers/infer/limits.js";
import { rankLimits } from "../../kernels/drivers/infer/ranks.js";
import { runLanes } from "../../kernels/drivers/infer/run.js";
import type { Sums } from "../../kernels/drivers/infer/sums.js";
import { sumsByWalking, walkRows } from "../../kernels/drivers/infer/walkTrees.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import type { PackedTrees } from "../../model/packed.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Cells } from "../bind.js";
import { completeSums, levelCounts, type SumOptions, sumsInTypeScript } from "./twin.js";

/** Compiling a kernel costs as much as following this many rows down the trees in TypeScript. */
const FEW_ROWS = 64;
/** Laying out a node takes as long as following a row down a third of a tree. */
const NODES_PER_WALK = 3;

/** Follows many rows down packed trees and sums the leaves' values. */
export class PackedPredictor {
  private readonly levels: Int32Array;
  private readonly sum: Sums;
  /** By whether missing values go both ways; null if the trees are too large for lanes. */
  private readonly lanes = new Map<boolean, LaneLayout | null>();
  private used?: Uint8Array;
  private limits?: Limits;
  private prepared?: { readonly team: Team; readonly laid: LaidTrees };

  constructor(
    private readonly trees: PackedTrees,
    attributes: readonly ColumnSchema[],
    options: SumOptions = {},
  ) {
    this.levels = levelCounts(attributes);
    this.sum = completeSums(trees, options);
  }

  /**
   * Lays the trees out ahead of their rows, in the team's memory, where they stay. `sums` on the same team uses that, unless
   * rows have gaps that it is not made for.
   */
  prepare(team: Team): void {
    const { trees, levels } = this;
    if (!kernelsUsable()) return;
    if (this.lanesFor(false, team) !== null) {
      const anyGaps = new Uint8Array(levels.length).fill(1);
      if (needsBothDirections(this.kinds(), anyGaps)) this.lanesFor(true, team);
      return;
    }
    const mark = team.heap.mark();
    const gaps = () => new Uint8Array(levels.length);
    const laid = ifItFits(() => layTrees(team, trees, levels, { gaps }));
    if (laid === undefined) team.heap.release(mark);
    else this.prepared = { team, laid };
  }

  /**
   * Rows x outputs x width, summed in tree order: identical with and without kernels, and on any number of threads.
   * The rows are divided among the team's threads; without a team the calling thread does all.
   */
  sums(cells: readonly Cells[], rows: number, team?: Team): Float64Array {
    const { trees, levels, sum } = this;
    const byKernel =
      kernelsUsable() && this.isWorthwhile(rows) ? this.byKernel(cells, rows, team) : undefined;
    return byKernel ?? sumsInTypeScript(trees, levels, cells, rows, sum);
  }

  private isWorthwhile(rows: number): boolean {
    const { starts, attribute } = this.trees;
    if (rows <= FEW_ROWS) return false;
    // Trees that are laid out already cost nothing more.
    return this.prepared !== undefined || rows * (starts.length - 1) * NODES_PER_WALK > attribute.length;
  }

  private byKernel(cells: readonly Cells[], rows: number, team: Team | undefined): Float64Array | undefined {
    const { trees, levels, sum } = this;
    const lanes = fitsLanes(trees) ? this.lanesFor(this.bothDirections(cells, rows), team) : null;
    if (lanes === null) return ifItFits(() => withTeam(team, (used) => this.byWalking(used, cells, rows)));
    const run = { layout: lanes, levels, values: trees.values, width: trees.width, sums: sum };
    return withTeam(team, (used) => runLanes(used, run, cells, rows));
  }

  private byWalking(team: Team, cells: readonly Cells[], rows: number): Float64Array | undefined {
    const { trees, levels, sum, prepared } = this;
    const gaps = (used: Uint8Array) => gapsIn(used, cells, rows);
    const summing = { trees, sums: sum };
    if (prepared?.team === team) {
      const found = gaps(prepared.laid.used);
      if (!needsBothDirections(prepared.laid.used, found)) {
        return sumsByWalking(team, prepared.laid, summing, { cells, rows, gaps: found });
      }
    }
    const mark = team.heap.mark();
    const laid = layTrees(team, trees, levels, { gaps });
    if (laid !== undefined) return sumsByWalking(team, laid, summing, { cells, rows, gaps: laid.gaps });
    team.heap.release(mark);
    const chunk = walkRows(2 * levels.length, rows);
    const onCells = layTrees(team, trees, levels, { gaps, cellRows: chunk });
    const table = onCells && { cells, rows, gaps: onCells.gaps };
    return table && sumsByWalking(team, onCells, summing, table, chunk);
  }

  private bothDirections(cells: readonly Cells[], rows: number): boolean {
    const used = this.kinds();
    return needsBothDirections(used, gapsIn(used, cells, rows));
  }

  private kinds(): Uint8Array {
    this.used ??= columnKindsIn(this.trees, this.levels.length);
    return this.used;
  }

  /** The layout of small trees, created at its first use; null if they are too large. */
  private lanesFor(bothDirections: boolean, team: Team | undefined): LaneLayout | null {
    const { trees, levels } = this;
    if (!fitsLanes(trees)) return null;
    let layout = this.lanes.get(bothDirections);
    if (layout === undefined) {
      this.limits ??= rankLimits(trees, levels.length, team);
      layout = laneLayout(trees, levels, this.limits, columnsOf(this.kinds(), bothDirections)) ?? null;
      this.lanes.set(bothDirections, layout);
    }
    return layout;
  }
}
