import type { Costs } from "./costs.js";
import type { ModelHead } from "./head.js";
import type { Neighbours } from "./neighbours.js";
import { type PackedTrees, packedSize } from "./packed.js";
import { type Derived, sizeOf, type TreeModel, type TreeSize } from "./tree.js";

/** Many trees whose predictions are combined. */
export interface EnsembleModel extends ModelHead {
  readonly format: "coppice-ensemble";
  readonly combine: Combination;
  readonly members: Members;
  /**
   * Misclassification costs, if the user gave any: the prediction is the class with the lowest expected loss under the
   * averaged probabilities. Members that vote apply the loss themselves, and the class with the most votes is predicted.
   * Priors are in the probabilities already.
   */
  readonly costs?: Pick<Costs, "loss">;
  /** Steps applied to a row's cells before the tests of packed trees; absent: none. */
  readonly derived?: readonly Derived[];
  /** Regression: training rows that correct the prediction; absent: none. */
  readonly neighbours?: Neighbours;
  readonly report?: EnsembleReport;
}

/** Trees of one shape are packed; those of any learner are models of their own. */
export type Members =
  | { readonly kind: "packed"; readonly trees: PackedTrees }
  | { readonly kind: "models"; readonly models: readonly TreeModel[] };

export type Combination =
  /** The mean of the members' class shares, or of their values; class shares of models may have weights. */
  | { readonly kind: "mean"; readonly weights?: readonly number[] }
  /** One vote per member for its class, with these weights; absent: 1 each. The shares of votes are the probabilities. */
  | { readonly kind: "vote"; readonly weights?: readonly number[] }
  /**
   * Scores are summed, starting at `base`: one tree per class and round (`outputs` trees per round). The link turns the
   * sums into a prediction. `logistic` has one output for two classes.
   */
  | {
      readonly kind: "sum";
      readonly base: readonly number[];
      readonly outputs: number;
      readonly link: "identity" | "logistic" | "softmax" | "exp";
    };

/** Figures recorded during training. */
export interface EnsembleReport {
  /** The loss after each tree or round. */
  readonly curves?: readonly LearningCurve[];
  readonly importance?: Importance;
}

export interface LearningCurve {
  /** The rows it was evaluated on: out-of-bag rows, validation rows, or the training rows. */
  readonly on: "oob" | "validation" | "train";
  /** What `values` are; lower is better. */
  readonly measure: "error" | "squaredError" | "loss";
  /** After the first member, the second, …; NaN is written as null. */
  readonly values: readonly (number | null)[];
}

/** How much each attribute matters, in the order of the attributes. */
export interface Importance {
  readonly kind: "impurity" | "corrected" | "permutation" | "gain";
  readonly values: readonly number[];
  /** Standard error over the trees. */
  readonly spread?: readonly number[];
  /** Gain: what the values are shares of, by attribute; a model that is continued adds to it. */
  readonly sums?: readonly number[];
}

/** The state of an ensemble learner's run: enough to resume it with the same result. */
export interface EnsembleState {
  readonly members: Members;
  /** Anything else the learner needs, by name. */
  readonly arrays: Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;
}

/** The weight of a member's vote or answer. */
export function memberWeight(combine: Combination, member: number): number {
  return combine.kind === "sum" ? 1 : (combine.weights?.[member] ?? 1);
}

/** What the weights of the members add up to, where they answer or vote. */
export function totalWeight(model: Pick<EnsembleModel, "combine" | "members">): number {
  const { combine } = model;
  const weights = combine.kind === "sum" ? undefined : combine.weights;
  return weights?.reduce((a, b) => a + b, 0) ?? memberCount(model);
}

/** The number of trees in an ensemble. */
export function memberCount({ members }: Pick<EnsembleModel, "members">): number {
  return members.kind === "packed" ? members.trees.starts.length - 1 : members.models.length;
}

export interface EnsembleSize extends TreeSize {
  readonly trees: number;
}

/** Nodes and leaves of all trees together, and the depth of the deepest. */
export function ensembleSize(model: Pick<EnsembleModel, "members">): EnsembleSize {
  const trees = memberCount(model);
  if (model.members.kind === "packed") return { trees, ...packedSize(model.members.trees) };
  const sizes = model.members.models.map(sizeOf);
  return {
    trees,
    nodes: sizes.reduce((sum, { nodes }) => sum + nodes, 0),
    leaves: sizes.reduce((sum, { leaves }) => sum + leaves, 0),
    depth: sizes.reduce((most, { depth }) => Math.max(most, depth), 0),
  };
}
