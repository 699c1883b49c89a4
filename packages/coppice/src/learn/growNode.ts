import type { RankWeights, Summary } from "../engine/port.js";
import type { GrownTree } from "../model/grownTree.js";
import type { Test } from "../model/test.js";
import type { Competitor, MissingRule } from "../model/tree.js";

/** A node while the tree grows. */
export interface GrowNode {
  /** The number by which the engine knows it; 0 is the root. */
  readonly id: number;
  readonly depth: number;
  /** What chance at the node is drawn from. */
  readonly key: number;
  readonly summary: Summary;
  /** The target's ranks, where leaves are medians and growth goes by other sums. */
  ranks?: RankWeights;
  /** Its weight as the criterion sees it; see `judgedWeight` of the plan. */
  readonly judgedWeight: number;
  /** Impurity per unit of the judged weight. */
  readonly impurity: number;
  /** The error of the node as a leaf; see `nodeError`. */
  readonly error: number;
  /** Attributes that may still tell rows apart here: one with a single value never will again further down. */
  live: readonly number[];
  /** The test it would be split by; absent when it stays a leaf. */
  planned?: PlannedSplit;
  /** Its branches, once divided by the planned test; absent again when pruned. */
  branches?: readonly GrowNode[];
  /** What the engine grew whole from here; no nodes are made of it. Only ever at the root. */
  grown?: GrownTree;
}

export interface PlannedSplit {
  readonly test: Test;
  /** Where training rows go whose cell is missing. */
  readonly missing: MissingRule;
  /** Where other rows go later, if not there too. */
  readonly atPrediction?: MissingRule;
  readonly gain: number;
  /** The gain as the model tells it, where that is another. */
  readonly shown?: number;
  /** How many branches the test has. */
  readonly outcomes: number;
  readonly competitors?: readonly Competitor[];
  readonly superclasses?: readonly [readonly number[], readonly number[]];
}
