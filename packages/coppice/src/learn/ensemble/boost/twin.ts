import { type BoostedTree, binGoesLeft } from "../../../kernels/drivers/boost/boostedTree.js";
import type { Booster, LeafRows } from "../../../kernels/drivers/boost/booster.js";
import type { BoostPlan, RoundRules, TreeDraws } from "../../../kernels/drivers/boost/plan.js";
import type { Column } from "../../../table/column.js";
import { binOfCell } from "./bins.js";
import { hash } from "./chance.js";
import { differentiate } from "./loss.js";
import { TwinGrower } from "./twinGrow.js";

/** Boosting in plain TypeScript: what the kernels are tested against, and what runs where they cannot. */
export class TwinBooster implements Booster {
  /** For each attribute the bin of every row. */
  private readonly bins: Uint16Array[];
  private readonly all: Float64Array[];
  /** The round's gradients and hessians of each output, whole numbers. */
  private readonly g: Float64Array[];
  private readonly h: Float64Array[];
  private rules: RoundRules | undefined;
  private leaves: LeafRows[] = [];

  constructor(
    private readonly plan: BoostPlan,
    columns: readonly Column[],
    order: Int32Array | undefined,
  ) {
    const { rows, attributes, loss } = plan;
    this.bins = columns.map((column, a) =>
      Uint16Array.from({ length: rows }, (_, i) => binOfCell(column, attributes[a], order ? order[i] : i)),
    );
    const columnOf = () => Array.from({ length: loss.outputs }, () => new Float64Array(rows));
    [this.all, this.g, this.h] = [columnOf(), columnOf(), columnOf()];
  }

  scores(output: number): Float64Array {
    return this.all[output];
  }

  setScores(base: readonly number[]): void {
    base.forEach((score, output) => {
      this.all[output].fill(score);
    });
  }

  largest(): { gradient: number; hessian: number } {
    let [gradient, hessian] = [0, 0];
    this.eachRow((_, found, weight) => {
      gradient = Math.max(gradient, Math.abs(found[0] * weight));
      hessian = Math.max(hessian, found[1] * weight);
    });
    return { gradient, hessian };
  }

  startRound(rules: RoundRules): void {
    this.rules = rules;
    const { gradientScale, hessianScale } = rules.grid;
    this.eachRow((row, found, weight) => {
      const chance = hash(rules.ditherKey, row);
      const [upper, lower] = [(chance >>> 16) / 65536, (chance & 0xffff) / 65536];
      for (let k = 0; k < this.plan.loss.outputs; k++) {
        this.g[k][row] = Math.floor(found[2 * k] * weight * gradientScale + upper);
        this.h[k][row] = Math.floor(found[2 * k + 1] * weight * hessianScale + lower);
      }
    });
  }

  /** Every training row with its derivatives at its scores. */
  private eachRow(visit: (row: number, found: Float64Array, weight: number) => void): void {
    const { loss, targets, weights, trainRows } = this.plan;
    const scores = new Float64Array(loss.outputs);
    const found = new Float64Array(2 * loss.outputs);
    for (let row = 0; row < trainRows; row++) {
      for (let k = 0; k < loss.outputs; k++) scores[k] = this.all[k][row];
      differentiate(loss, scores, targets[row], found);
      visit(row, found, weights ? weights[row] : 1);
    }
  }

  growRound(draws: readonly TreeDraws[]): BoostedTree[] {
    return draws.map((drawn, output) => {
      const tree = this.grow(output, drawn);
      this.add(output, tree);
      return tree;
    });
  }

  grow(output: number, draws: TreeDraws): BoostedTree {
    const grower = new TwinGrower(this.plan, this.rules!, draws, {
      bins: this.bins,
      g: this.g[output],
      h: this.h[output],
    });
    const tree = grower.grow(this.drawnRows());
    this.leaves = grower.leafRows();
    return tree;
  }

  private isDrawn(row: number): boolean {
    const { rowKey, rowLimit } = this.rules!;
    return row < this.plan.trainRows && hash(rowKey, row) < rowLimit;
  }

  private drawnRows(): Int32Array {
    return Int32Array.from(this.g[0].keys()).filter((row) => this.isDrawn(row));
  }

  leafRows(): LeafRows[] {
    return this.leaves;
  }

  add(output: number, tree: BoostedTree): void {
    this.follow(output, tree);
  }

  follow(output: number, tree: BoostedTree): void {
    const scores = this.all[output];
    for (let row = 0; row < this.plan.rows; row++) {
      let node = 0;
      while (tree.attribute[node] >= 0)
        node = this.goesLeft(tree, node, row) ? tree.left[node] : tree.right[node];
      scores[row] += tree.value[node];
    }
  }

  private goesLeft(tree: BoostedTree, node: number, row: number): boolean {
    const a = tree.attribute[node];
    const { missing } = this.plan.attributes[a];
    return binGoesLeft(tree.bin[node], tree.flags[node], tree.sides.get(node), this.bins[a][row], missing);
  }
}
