import * as z from "../../base/schema.js";
import type { Problem } from "../../engine/problem.js";
import type { TreeModel } from "../../model/tree.js";
import { fitTree } from "../fitTree.js";
import type { EnsembleContext, EnsembleLearner, EnsembleWork } from "../learner.js";
import { checkOptions } from "../options.js";
import { cart } from "../presets/cart.js";
import { answeringRows } from "./answeringRows.js";
import { gainShares, rowsPerLeaf } from "./treeFigures.js";

const options = z.strictObject({
  k: z
    .union([z.literal("auto"), z.int().min(1)])
    .meta({ rule: "auto or an integer ≥ 1", kind: "number" })
    .default("auto")
    .describe(
      "number of neighbours; auto is the median number of rows in a leaf of the tree, at most the square root of all rows",
    ),
  attributes: z
    .enum(["tree", "all"])
    .default("tree")
    .describe("attributes that distances are measured by: those that the pruned tree tests, or all"),
  scale: z
    .enum(["auto", "gain", "deviation"])
    .default("auto")
    .describe(
      "what differences are divided by: the standard deviation (deviation), further divided by the square root of the attribute's share of the tree's gain (gain); auto is gain for the attributes of the tree and deviation for all",
    ),
  minLeaf: z.int().min(1).default(5).describe("minimum number of rows in a leaf of the tree"),
  pruneRule: z
    .enum(["min", "1se"])
    .default("min")
    .describe(
      "the size of the tree: that of the lowest cross-validated error, or the smallest within one standard error of it",
    ),
});

interface KnnOptions {
  readonly k: "auto" | number;
  readonly attributes: "tree" | "all";
  readonly scale: "auto" | "gain" | "deviation";
  readonly minLeaf: number;
  readonly pruneRule: "min" | "1se";
}

/** R 5, A ex. 9: a pruned tree sets up k-nearest neighbours. */
export const knn = {
  kind: "ensemble",
  name: "knn",
  summary:
    "k-nearest neighbours set up by a pruned tree: its attributes, weighted by what they gain, and k from the rows per leaf",
  tasks: ["classification", "regression"],
  options,
  // Standard deviations change with the scale of an attribute; ties between equally near rows depend on their places.
  guarantees: { monotone: false, rowOrder: false, weights: false },
  learn: (given, context) => learnNeighbours(given as unknown as KnnOptions, context),
} satisfies EnsembleLearner;

function* learnNeighbours(given: KnnOptions, { problem, seed }: EnsembleContext): EnsembleWork {
  const tree = setUpTree(problem, given, seed);
  const members = { kind: "models", models: [tree] } as const;
  const state = () => ({ members, arrays: {} });
  yield { done: 0.5, members: 1, state };
  const shares = gainShares(tree, problem.attributes.length);
  // A tree that tests nothing chooses nothing.
  const isChosen = given.attributes === "tree" && shares.some((share) => share > 0);
  const weighs = given.scale === "gain" || (given.scale === "auto" && isChosen);
  const most = Math.max(1, Math.floor(Math.sqrt(problem.rows)));
  const count = given.k === "auto" ? Math.min(most, rowsPerLeaf(tree)) : given.k;
  const neighbours = answeringRows(problem, Math.min(count, problem.rows), (a) => {
    if (isChosen && shares[a] === 0) return 0;
    return weighs && shares.some((share) => share > 0) ? Math.sqrt(shares[a]) : 1;
  });
  yield { done: 1, members: 1, state };
  return { combine: { kind: "mean" }, members, neighbours };
}

function setUpTree(problem: Problem, { minLeaf, pruneRule }: KnnOptions, seed: number): TreeModel {
  const asked = checkOptions(cart, { minLeaf, pruneRule });
  return fitTree(problem, cart, asked, seed);
}
