import { columnKindsIn, columnsOf, needsBothDirections } from "../../kernels/drivers/infer/columns.js";
import { fitsLanes, laneLayout } from "../../kernels/drivers/infer/laneLayout.js";
import type { Limits } from "../../kernels/drivers/infer/limits.js";
import { rankLimits } from "../../kernels/drivers/infer/ranks.js";
import { type Layout, runKernel } from "../../kernels/drivers/infer/run.js";
import { areSingles, singleLimits } from "../../kernels/drivers/infer/singles.js";
import type { Sums } from "../../kernels/drivers/infer/sums.js";
import { walkLayout } from "../../kernels/drivers/infer/walkLayout.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import type { PackedTrees } from "../../model/packed.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Cells } from "../bind.js";
import { completeSums, levelCounts, type SumOptions, sumsInTypeScript } from "./twin.js";

/** Building a layout costs as much as following this many rows down the trees in TypeScript. */
const FEW_ROWS = 64;

/** Follows many rows down packed trees and sums the leaves' values. If reused, it lays out the trees only once. */
export class PackedPredictor {
  private readonly levels: Int32Array;
  private readonly sum: Sums;
  private ways?: Uint8Array;
  private ranks?: Limits;
  /** By the kind of cells; null if the kernels cannot represent the trees. */
  private readonly layouts = new Map<string, Layout | null>();

  constructor(
    private readonly trees: PackedTrees,
    attributes: readonly ColumnSchema[],
    options: SumOptions = {},
  ) {
    this.levels = levelCounts(attributes);
    this.sum = completeSums(trees, options);
  }

  /**
   * Rows x outputs x width, summed in tree order: identical with and without kernels, and on any number of threads.
   * The rows are divided among the team's threads; without a team the calling thread does all.
   */
  sums(cells: readonly Cells[], rows: number, team?: Team): Float64Array {
    const layout = kernelsUsable() && rows > FEW_ROWS ? this.layoutFor(cells, rows, team) : null;
    if (layout === null) return sumsInTypeScript(this.trees, this.levels, cells, rows, this.sum);
    const { trees, levels, sum } = this;
    const run = { layout, levels, values: trees.values, width: trees.width, sums: sum };
    return withTeam(team, (used) => runKernel(used, run, cells, rows));
  }

  /** The layout for the kind of cells, created at its first use. */
  private layoutFor(cells: readonly Cells[], rows: number, team: Team | undefined): Layout | null {
    this.ways ??= columnKindsIn(this.trees, this.levels.length);
    const bothWays = needsBothDirections(this.ways, cells, rows);
    const asSingles = !fitsLanes(this.trees) && areSingles(this.ways, cells, rows);
    const key = `${bothWays} ${asSingles}`;
    let layout = this.layouts.get(key);
    if (layout === undefined) {
      layout = this.layOut(this.ways, bothWays, asSingles, team);
      this.layouts.set(key, layout);
    }
    return layout;
  }

  private layOut(
    ways: Uint8Array,
    bothWays: boolean,
    asSingles: boolean,
    team: Team | undefined,
  ): Layout | null {
    const { trees, levels } = this;
    const limits = asSingles ? singleLimits(trees) : this.rankLimits(team);
    const columns = columnsOf(ways, levels, limits, bothWays);
    const lanes = fitsLanes(trees) ? laneLayout(trees, levels, limits, columns) : undefined;
    return lanes ?? walkLayout(trees, levels, limits, columns) ?? null;
  }

  private rankLimits(team: Team | undefined): Limits {
    this.ranks ??= rankLimits(this.trees, this.levels.length, team);
    return this.ranks;
  }
}
