import type { ForestProblem, ForestTarget } from "../forest/rules.js";
import type { ScoreRules } from "../forest/scoreRules.js";

/** The rows that trees are grown from. */
export interface ExtraTreesProblem extends Omit<ForestProblem, "target"> {
  readonly target: ExtraTreesTarget;
  /** On their grid, all positive; absent: every row has weight 1. */
  readonly weights?: Float64Array;
}

/** Classes, or a numeric target on its grid. */
export type ExtraTreesTarget =
  | Extract<ForestTarget, { kind: "classes" }>
  | {
      readonly kind: "values";
      readonly grid: Extract<ForestTarget, { kind: "values" }>["grid"] & { readonly quantum1: number };
    };

/**
 * The rules of the kernel: thresholds and sets of levels drawn at random, of which the best on each attribute is found by gain; missing values go to the
 * branch with the larger weight.
 */
export interface ExtraTreesRules extends ScoreRules {
  /** The number of attributes drawn at a node; absent: all are examined, in their order. */
  readonly attributesPerNode?: number;
  /** The number of pairs of attribute and test drawn at a node, in place of attributes with a test each. */
  readonly randomTests?: number;
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly maxDepth?: number;
  readonly zeroGain: boolean;
}

/** The rules that the kernel supports. */
export const EXTRA_TREES_RULES = [
  "criterion",
  "scaled",
  "loss",
  "attributeCosts",
  "attributesPerNode",
  "randomTests",
  "tolerance",
  "minSplit",
  "minLeaf",
  "maxDepth",
  "zeroGain",
] as const satisfies readonly (keyof ExtraTreesRules)[];
