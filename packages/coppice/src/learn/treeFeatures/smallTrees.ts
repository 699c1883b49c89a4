import type { PackedTrees } from "../../model/packed.js";
import { gradientBoost } from "../ensemble/boost/gradientBoost.js";
import { forest } from "../ensemble/forest.js";
import type { EnsembleLearner, RowTreeContext } from "../learner.js";
import { checkOptions } from "../options.js";

/** How the trees are grown that features are taken from. */
export interface SmallTrees {
  readonly trees: number;
  /** boosted: each corrects those before it. sampled: each from rows of its own. */
  readonly grow: "boosted" | "sampled";
  readonly maxLeaves: number;
  readonly minLeaf: number;
  readonly learningRate: number;
  readonly rowShare: number;
  /** The share of attributes that each boosted tree has, or each node of a sampled one. */
  readonly attributeShare: number;
}

/** Many small trees of the target. Progress is a share. */
export function* smallTrees(
  choice: SmallTrees,
  { problem, seed, team }: RowTreeContext,
): Generator<number, PackedTrees> {
  const { target } = problem;
  const classes = target.kind === "classes" ? target.column.levels.length : 2;
  const learner: EnsembleLearner = choice.grow === "boosted" ? gradientBoost : forest;
  const options = choice.grow === "boosted" ? boosted(choice, classes) : sampled(choice);
  const work = learner.learn(checkOptions(learner, options), { problem, seed, ...(team && { team }) });
  let step = work.next();
  for (; !step.done; step = work.next()) yield step.value.done;
  const { members } = step.value;
  if (members.kind !== "packed") throw new Error(`trees of ${learner.name} are packed`);
  return members.trees;
}

/** With more than two classes there is a tree for each in every round. */
function boosted({ trees, grow: _, ...growth }: SmallTrees, classes: number) {
  const { maxLeaves, minLeaf, learningRate, rowShare, attributeShare } = growth;
  const rounds = Math.ceil(trees / (classes > 2 ? classes : 1));
  return { rounds, maxLeaves, minLeaf, learningRate, rowShare, attributeShare };
}

function sampled({ trees, maxLeaves, minLeaf, rowShare, attributeShare }: SmallTrees) {
  return {
    ...{ trees, maxLeaves, minLeaf, oob: false, importance: "none", bootstrap: false },
    ...(rowShare < 1 && { sampleShare: rowShare }),
    attributesPerNode: attributeShare < 1 ? attributeShare : "all",
  };
}
