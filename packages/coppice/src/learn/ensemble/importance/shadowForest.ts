import type { EnsembleState, Importance } from "../../../model/ensemble.js";
import type { EnsembleContext } from "../../learner.js";
import type { TreeOptions } from "../../treeOptions.js";
import type { ForestOptions } from "../forestOptions.js";
import { growMany } from "../growMany.js";
import { membersOf, sampledProblem } from "../members.js";
import { impurityDecrease } from "./impurityDecrease.js";
import { beyondShadows, withShadows } from "./shadows.js";
import { OverTrees } from "./spread.js";

/**
 * A second forest, grown for its importances alone: among shuffled copies trees predict worse, so none of its trees is
 * kept.
 */
export class ShadowForest {
  private readonly figures: OverTrees;
  private grown = 0;

  constructor(
    private readonly options: ForestOptions,
    private readonly context: EnsembleContext,
    private readonly treeOptions: TreeOptions,
  ) {
    this.figures = new OverTrees(context.problem.attributes.length);
    const { shadows } = context.resume?.arrays ?? {};
    if (shadows === undefined) return;
    this.figures.restore(shadows);
    this.grown = shadows[0];
  }

  /** Yields how many trees are grown. */
  *grow(): Generator<number, void, void> {
    const { problem, seed } = this.context;
    const shadowed = withShadows(problem, seed);
    const members = membersOf(problem, this.options, seed ^ 0x6b43a9b5, this.grown, this.options.trees);
    const trees = growMany(sampledProblem(shadowed, this.options), this.treeOptions, members, this.context);
    for (const { pack } of trees) {
      this.figures.add(beyondShadows(impurityDecrease(pack, shadowed.attributes.length)));
      yield ++this.grown;
    }
  }

  importance(): Importance {
    return this.figures.importance("corrected");
  }

  state(): EnsembleState["arrays"] {
    return { shadows: this.figures.state() };
  }
}
