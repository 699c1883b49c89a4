import type { PackedTrees } from "../../model/packed.js";
import { gradientBoost } from "../ensemble/boost/gradientBoost.js";
import type { RowTreeContext } from "../learner.js";
import { checkOptions } from "../options.js";

/** How the trees are grown that features are taken from. */
export interface BoostedChoice {
  readonly trees: number;
  readonly maxLeaves: number;
  readonly minLeaf: number;
  readonly learningRate: number;
  readonly rowShare: number;
}

/** Small boosted trees of the target; with several classes they share the number of trees. Progress is a share. */
export function* boostedTrees(
  { trees, maxLeaves, minLeaf, learningRate, rowShare }: BoostedChoice,
  { problem, seed, team }: RowTreeContext,
): Generator<number, PackedTrees> {
  const { target } = problem;
  const classes = target.kind === "classes" ? target.column.levels.length : 2;
  const rounds = Math.ceil(trees / (classes > 2 ? classes : 1));
  const options = checkOptions(gradientBoost, { rounds, maxLeaves, minLeaf, learningRate, rowShare });
  const work = gradientBoost.learn(options, { problem, seed, ...(team && { team }) });
  let step = work.next();
  for (; !step.done; step = work.next()) yield step.value.done;
  const { members } = step.value;
  if (members.kind !== "packed") throw new Error("boosted trees are packed");
  return members.trees;
}
