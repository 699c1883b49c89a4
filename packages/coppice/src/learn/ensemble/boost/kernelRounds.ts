import type { HeldRows } from "../../../engine/boost/port.js";
import type { BoostedTree } from "../../../kernels/drivers/boost/boostedTree.js";
import type { Booster } from "../../../kernels/drivers/boost/booster.js";
import type { BoostPlan, PlanRows, RoundRules, TreeDraws } from "../../../kernels/drivers/boost/plan.js";
import { leafValue } from "./leafValue.js";
import { type Asking, atOnce, type Rounds } from "./rounds.js";

/** Rounds that kernels grow whole, from rows in their memory. */
export class KernelRounds implements Rounds {
  constructor(
    private readonly booster: Booster,
    private readonly plan: BoostPlan,
    private readonly rows: PlanRows,
    base: readonly number[],
  ) {
    booster.setScores(base);
  }

  largest(): Asking<{ gradient: number; hessian: number }> {
    return atOnce(() => this.booster.largest());
  }

  grow(rules: RoundRules, draws: readonly TreeDraws[]): Asking<BoostedTree[]> {
    return atOnce(() => {
      this.booster.startRound(rules);
      return this.plan.loss.refit === undefined ? this.booster.growRound(draws) : [this.refitted(draws[0])];
    });
  }

  follow(output: number, tree: BoostedTree): Asking<void> {
    return atOnce(() => this.booster.follow(output, tree));
  }

  held(): Asking<HeldRows> {
    return atOnce(() => this.heldRows());
  }

  private heldRows(): HeldRows {
    const { trainRows, loss } = this.plan;
    const { targets, weights } = this.rows;
    return {
      scores: Array.from({ length: loss.outputs }, (_, output) => this.scores(output).subarray(trainRows)),
      targets: targets.subarray(trainRows),
      ...(weights && { weights: weights.subarray(trainRows) }),
    };
  }

  scores(output: number): Float64Array {
    return this.booster.scores(output);
  }

  /** The tree of a loss whose leaves get their values from the rows in them. */
  private refitted(draws: TreeDraws): BoostedTree {
    const { targets, weights } = this.rows;
    const tree = this.booster.grow(0, draws);
    const scores = this.scores(0);
    for (const { node, rows } of this.booster.leafRows(tree)) {
      const values = new Float64Array(rows.length);
      for (let i = 0; i < rows.length; i++) values[i] = targets[rows[i]] - scores[rows[i]];
      const own = weights && Float64Array.from(rows, (row) => weights[row]);
      tree.value[node] = leafValue({ values, ...(own && { weights: own }) }, this.plan);
    }
    this.booster.add(0, tree);
    return tree;
  }
}
