import type { Costs } from "./costs.js";
import type { ModelHead } from "./head.js";
import { type PackedTrees, packedSize } from "./packed.js";
import { type Preparation, sizeOf, type TreeModel, type TreeSize } from "./tree.js";

/** Many trees whose predictions are combined. */
export interface EnsembleModel extends ModelHead {
  readonly format: "coppice-ensemble";
  readonly combine: Combination;
  readonly members: Members;
  /**
   * What mistakes cost, where the user said so: the answer is the class of least expected loss under the averaged
   * probabilities. Members that vote do so by the loss, and the class with most votes is the answer. Priors are in the
   * probabilities already.
   */
  readonly costs?: Pick<Costs, "loss">;
  /** What is done to a row's cells before the tests of packed trees see them; absent: nothing. */
  readonly preparation?: readonly Preparation[];
  readonly report?: EnsembleReport;
}

/** Trees of one shape are packed; those of any learner are models of their own. */
export type Members =
  | { readonly kind: "packed"; readonly trees: PackedTrees }
  | { readonly kind: "models"; readonly models: readonly TreeModel[] };

export type Combination =
  /** The mean of the members' class shares, or of their values. */
  | { readonly kind: "mean" }
  /** One vote per member for its class, with these weights (default: 1 each). The shares of votes are the probabilities. */
  | { readonly kind: "vote"; readonly weights?: readonly number[] }
  /**
   * Scores add up: one tree a class and round (`outputs` trees a round), from `base`; the link makes an answer of the
   * sums. `logistic` has one output for two classes.
   */
  | {
      readonly kind: "sum";
      readonly base: readonly number[];
      readonly outputs: number;
      readonly link: "identity" | "logistic" | "softmax" | "exp";
    };

/** What was seen while it was learned. */
export interface EnsembleReport {
  /** How good it was after each tree or round. */
  readonly curves?: readonly LearningCurve[];
  readonly importance?: Importance;
}

export interface LearningCurve {
  /** The rows it was measured on: out-of-bag rows, validation rows, or the training rows. */
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
}

/** Where a run of an ensemble learner stands: enough to go on as if nothing had happened. */
export interface EnsembleState {
  readonly members: Members;
  /** Whatever else the learner keeps, by name. */
  readonly arrays: Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;
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
