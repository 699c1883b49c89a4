import type { Condition } from "../../model/condition.js";
import type { StatedRule } from "../../rules/statedRule.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Warning } from "../../table/table.js";

/** The reasons for predictions, row by row. */
export interface Explained {
  /** What the conditions' attribute indexes mean: the model's attributes, and those that its trees add. */
  readonly attributes: readonly ColumnSchema[];
  readonly explanations: readonly Explanation[];
  readonly warnings: readonly Warning[];
}

export interface Explanation {
  /** Counted from 0, as in a prediction. */
  readonly row: number;
  /** The class or the value that is predicted. */
  readonly says: string | number;
  /** Classification: its probability. */
  readonly probability?: number;
  readonly because: Because;
}

export type Because = TreeReasons | RuleReasons | VoteReasons;

/** The ways that the row took down a tree, the heaviest first; several where a missing cell parted it. */
export interface TreeReasons {
  readonly kind: "tree";
  readonly paths: readonly PathReason[];
}

/** A path whose conditions the row fulfils, and the leaf at its end: every row that fulfils them all takes it. */
export interface PathReason extends StatedRule {
  /** The part of the row that took it; all parts sum to 1. */
  readonly share: number;
  /** Index of the leaf in the model's nodes. */
  readonly leaf: number;
  /** What happened where a test could not be answered, from the root down. */
  readonly missing: readonly MissingStep[];
}

/** A test whose cell is missing, or is a level that the test never saw, and how the row went on. */
export type MissingStep = { readonly attribute: number; readonly level?: number } & (
  | { readonly how: "branch"; readonly as: Condition }
  /** Only so much of what came to the node went on here; the rest took other branches. */
  | { readonly how: "share" | "eachValue"; readonly as: Condition; readonly share: number }
  /** `by` holds for the row, and stands for `as`. */
  | { readonly how: "surrogate"; readonly as: Condition; readonly by: Condition; readonly agreement: number }
  /** The missing cell was taken for this one before any test. */
  | { readonly how: "fill"; readonly cell: number }
);

/** The rules that answered: one where the first decides, all that hold where they vote, else the default. */
export interface RuleReasons {
  readonly kind: "rules";
  readonly rules: readonly RuleReason[];
  /** How many rules the model has. */
  readonly of: number;
}

export interface RuleReason extends StatedRule {
  /** Index of the rule; absent for the default, which answers since no rule held. */
  readonly rule?: number;
}

/** The rules that many trees' paths are, by what they carried of the answer. */
export interface VoteReasons {
  readonly kind: "trees";
  readonly trees: number;
  /** Trees that speak for the answer: whose own answer it is, or that raise its score; for numbers, all. */
  readonly carrying: number;
  /** What the weights of `rules` add up to: the probability, the value, or the score above its base. */
  readonly sum: "probability" | "value" | "score";
  /** Equal conjunctions once; those that carry most first, those against the answer last. */
  readonly rules: readonly VoteReason[];
  /** Where all the carrying trees say what they say of this row; the condition that most of them ask first. */
  readonly common: readonly CommonCondition[];
}

export interface VoteReason {
  readonly if: readonly Condition[];
  readonly weight: number;
  /** Trees in which the row takes this path. */
  readonly trees: number;
}

export interface CommonCondition {
  /** The conditions on this attribute of all the carrying trees, joined. */
  readonly condition: Condition;
  /** How many of them have it. */
  readonly trees: number;
}
