import { columnsOf, needsBothWays, waysIn } from "../../kernels/drivers/infer/columns.js";
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
import { sumsInTypeScript } from "./twin.js";

export interface SumOptions {
  /** Trees take turns in adding to so many outputs: tree t to output t modulo this. Absent: 1. */
  readonly outputs?: number;
  /** What every row starts from, one number an output and number of an answer; absent: 0. */
  readonly base?: ArrayLike<number>;
  /** By tree: what its answers are multiplied by; absent: 1. */
  readonly weights?: ArrayLike<number>;
}

/** A layout costs as much as following this many rows down the trees in TypeScript. */
const FEW_ROWS = 64;

/** Follows many rows down packed trees and adds up what the leaves say. Kept, it lays out the trees once. */
export class PackedPredictor {
  private readonly levels: Int32Array;
  private readonly sum: Sums;
  private ways?: Uint8Array;
  private ranks?: Limits;
  /** By what they suit; null where the kernels cannot hold the trees. */
  private readonly layouts = new Map<string, Layout | null>();

  constructor(
    private readonly trees: PackedTrees,
    attributes: readonly ColumnSchema[],
    { outputs = 1, base, weights }: SumOptions = {},
  ) {
    const count = trees.starts.length - 1;
    this.levels = Int32Array.from(attributes, ({ levels = [] }) => levels.length);
    this.sum = {
      outputs,
      base: Float64Array.from(base ?? new Float64Array(outputs * trees.width)),
      weights: Float64Array.from(weights ?? new Float64Array(count).fill(1)),
    };
  }

  /**
   * Rows x outputs x width, in tree order: the same to the bit with and without kernels, and on any number of threads.
   * The rows are shared among the team's threads; without a team the calling one does all.
   */
  sums(cells: readonly Cells[], rows: number, team?: Team): Float64Array {
    const layout = kernelsUsable() && rows > FEW_ROWS ? this.layoutFor(cells, rows, team) : null;
    if (layout === null) return sumsInTypeScript(this.trees, this.levels, cells, rows, this.sum);
    const { trees, levels, sum } = this;
    const run = { layout, levels, values: trees.values, width: trees.width, sums: sum };
    return withTeam(team, (used) => runKernel(used, run, cells, rows));
  }

  /** The layout that suits the cells: made at its first use. */
  private layoutFor(cells: readonly Cells[], rows: number, team: Team | undefined): Layout | null {
    this.ways ??= waysIn(this.trees, this.levels.length);
    const bothWays = needsBothWays(this.ways, cells, rows);
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
