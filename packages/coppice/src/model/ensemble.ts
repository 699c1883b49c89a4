import type { ColumnSchema } from "../table/schema.js";
import type { PackedTrees } from "./packed.js";
import type { Task, TreeModel } from "./tree.js";

/** Many trees that answer together. */
export interface EnsembleModel {
  readonly format: "coppice-ensemble";
  readonly version: 1;
  readonly learner: string;
  /** The options it was fitted with, defaults included. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly task: Task;
  readonly target: ColumnSchema;
  /** What the tests' attribute indexes mean. */
  readonly attributes: readonly ColumnSchema[];
  readonly training: { readonly rows: number; readonly weight: number; readonly seed: number };
  readonly combine: Combination;
  readonly members: Members;
}

/** Trees of one shape are packed; those of any learner are models of their own. */
export type Members =
  | { readonly kind: "packed"; readonly trees: PackedTrees }
  | { readonly kind: "models"; readonly models: readonly TreeModel[] };

export type Combination =
  /** The mean of the members' class shares, or of their values. */
  | { readonly kind: "mean" }
  /** One vote a member for its class, of these weights; absent: 1 each. The shares of votes are the probabilities. */
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

export type Model = TreeModel | EnsembleModel;
