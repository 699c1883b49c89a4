import { ask, type Conversation, type Summary } from "../engine/port.js";
import { labelOf, lossOf } from "../model/costs.js";
import { medianOf } from "./criterion/medianScorer.js";
import { midrangeOf } from "./criterion/worstError.js";
import type { AfterDivision } from "./grow.js";
import type { GrowNode } from "./growNode.js";
import { momentsOf } from "./label/facts.js";
import type { Plan } from "./plan.js";

/**
 * Growth stopped by the error on validation rows (D 8.3.3): the tree grows in layers; each division is put to the
 * validation rows too, which gives the error of every layer (wrong rows, or squared errors); the shallowest layer with
 * the least error is kept.
 */
export class ValidationErrors {
  /** Error on the validation rows when growth ends after layer i; index 0 is the root alone. */
  readonly layers: number[] = [];
  private readonly statistic: "classes" | "moments";

  constructor(private readonly plan: Plan) {
    this.statistic = plan.facts.target.kind === "classes" ? "classes" : "moments";
  }

  *start(): Conversation<void> {
    const asked = { ask: "summarise", of: "validation", statistic: this.statistic, nodes: [0] } as const;
    const [summary] = yield* ask(asked);
    this.summaries.set(0, summary);
  }

  private readonly summaries = new Map<number, Summary>();

  readonly afterDivision: AfterDivision = function* (this: ValidationErrors, divided: readonly GrowNode[]) {
    const divisions = divided.map((node) => ({
      node: node.id,
      test: node.planned!.test,
      missing: node.planned!.missing,
      branches: node.branches!.map((branch) => branch.id),
    }));
    const answers = yield* ask({ ask: "divide", of: "validation", statistic: this.statistic, divisions });
    let change = 0;
    divided.forEach((node, i) => {
      change -= this.errorOf(node, this.summaries.get(node.id)!);
      node.branches!.forEach((branch, b) => {
        this.summaries.set(branch.id, answers[i][b]);
        change += this.errorOf(branch.summary.weight > 0 ? branch : node, answers[i][b]);
      });
    });
    if (this.layers.length === 0)
      this.layers.push(this.errorOf(divided[0], this.summaries.get(divided[0].id)!));
    this.layers.push(this.layers[this.layers.length - 1] + change);
  }.bind(this);

  /** The error that `node`, as a leaf, makes on validation rows with this summary. */
  private errorOf(node: GrowNode, { sums }: Summary): number {
    const { costs } = this.plan;
    if (this.statistic === "classes") return lossOf(sums, labelOf(node.summary.sums, costs), costs);
    const unit = this.unitOf(node);
    return sums[2] - 2 * unit * sums[1] + unit * unit * sums[0];
  }

  /** What the node predicts, in units of the target's grid. */
  private unitOf({ summary, ranks = summary.ranks }: GrowNode): number {
    const { target } = this.plan.facts;
    const { leaf } = this.plan;
    if (ranks === undefined || target.kind !== "values") return summary.sums[1] / summary.sums[0];
    if (leaf === "midrange") return midrangeOf(ranks, target.units);
    if (leaf === "median") return medianOf(ranks, target.units);
    const [weight, sum] = momentsOf(ranks, target.units);
    return sum / weight;
  }

  bestDepth(): number {
    const least = Math.min(...this.layers);
    // Losses that are no whole numbers do not add up exactly: layers that differ by rounding alone are equal.
    const slack = this.plan.costs?.loss ? 1e-9 * this.layers[0] : 0;
    return this.layers.length === 0 ? 0 : this.layers.findIndex((error) => error <= least + slack);
  }
}

/** Makes every node at `depth` a leaf. */
export function truncate(nodes: readonly GrowNode[], depth: number): void {
  for (const node of nodes) if (node.depth >= depth) delete node.branches;
}
