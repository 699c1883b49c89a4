import type { RankWeights, Summary } from "../engine/port.js";
import type { GrownTree } from "../model/grownTree.js";
import type { PackedTrees } from "../model/packed.js";
import type { Test } from "../model/test.js";
import type { Competitor, MissingRule } from "../model/tree.js";

/** A node while the tree grows. */
export interface GrowNode {
  /** The number by which the engine knows it; 0 is the root. */
  readonly id: number;
  readonly depth: number;
  /** The key from which everything random at the node is derived. */
  readonly key: number;
  readonly summary: Summary;
  /** The target's ranks, if leaves predict medians and growth uses other sums. */
  ranks?: RankWeights;
  /** Its weight as the criterion sees it; see `judgedWeight` of the plan. */
  readonly judgedWeight: number;
  /** Impurity per unit of the judged weight. */
  readonly impurity: number;
  /** The error of the node as a leaf; see `nodeError`. */
  readonly error: number;
  /** Attributes that may still separate rows here: one with a single value never will in its descendants. */
  live: readonly number[];
  /** Attributes that are tested wherever one of them is good enough, here and below; absent: none. */
  preferred?: readonly number[];
  /** The test it would be split by; absent when it stays a leaf. */
  planned?: PlannedSplit;
  /** Its branches, once divided by the planned test; absent again when pruned. */
  branches?: readonly GrowNode[];
  /** A subtree that the engine grew from here, packed: it stands in the place of this leaf. */
  packed?: PackedTrees;
  /** The subtree that the engine grew from here; it is not converted to nodes. At the root only. */
  grown?: GrownTree;
}

export interface PlannedSplit {
  readonly test: Test;
  /** Where training rows go whose value is missing. */
  readonly missing: MissingRule;
  /** Where rows to predict go, if that differs. */
  readonly atPrediction?: MissingRule;
  readonly gain: number;
  /** The gain to show in the model, if it differs. */
  readonly shown?: number;
  /** How many branches the test has. */
  readonly outcomes: number;
  readonly competitors?: readonly Competitor[];
  readonly superclasses?: readonly [readonly number[], readonly number[]];
}
