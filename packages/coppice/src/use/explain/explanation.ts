import type { Condition } from "../../model/condition.js";
import type { StatedRule } from "../../rules/statedRule.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Warning } from "../../table/table.js";

/** Explanations of predictions, per row. */
export interface Explained {
  /** The attributes that conditions refer to by index: the model's own and those that its trees add. */
  readonly attributes: readonly ColumnSchema[];
  readonly explanations: readonly Explanation[];
  readonly warnings: readonly Warning[];
}

export interface Explanation {
  /** From 0, as in a prediction. */
  readonly row: number;
  /** The predicted class or value. */
  readonly prediction: string | number;
  /** Classification: its probability. */
  readonly probability?: number;
  readonly because: Because;
  /** The strings that tests looked into, with what was found; absent if there are none. */
  readonly strings?: readonly MarkedString[];
}

/** A string of the row, and the parts of it that conditions of the explanation found. */
export interface MarkedString {
  readonly attribute: string;
  readonly text: string;
  /** From where to where, in code units, ascending and apart from each other. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

export type Because = TreeReasons | RuleReasons | VoteReasons;

/** The paths of the row down a tree, largest share first; several if a missing value or a gate divided it. */
export interface TreeReasons {
  readonly kind: "tree";
  readonly paths: readonly PathReason[];
}

/**
 * A path whose conditions the row satisfies, and its leaf: every row that satisfies all of them follows it. The conditions
 * of gates are those of the hard tree; a gate sends part of every row the other way.
 */
export interface PathReason extends StatedRule {
  /** The share of the row that follows it; all shares sum to 1. */
  readonly share: number;
  /** Index of the leaf in the model's nodes. */
  readonly leaf: number;
  /** What the measures of the conditions stand for, and their values for the row. */
  readonly measures?: readonly MeasuredValue[];
  /** How tests were handled whose value was missing or unseen, and the shares of gates, from the root down. */
  readonly missing: readonly MissingStep[];
}

/** A measure that a path tests. */
export interface MeasuredValue {
  readonly attribute: number;
  readonly formula: string;
  /** A number, or the name of a level; absent if it is missing. */
  readonly value?: number | string;
}

/** A test whose value is missing, or is a level not seen at that node, or a gate, and how the row proceeded. */
export type MissingStep = { readonly attribute: number; readonly level?: number } & (
  | { readonly how: "branch"; readonly as: Condition }
  /** Only this share of what reached the node went this way; the rest took other branches. */
  | { readonly how: "share" | "eachValue"; readonly as: Condition; readonly share: number }
  /** A gate: the cell, and the share of what reached the node that went this way. */
  | { readonly how: "gate"; readonly as: Condition; readonly share: number; readonly cell: number }
  /** `by` holds for the row, and is the surrogate of `as`. */
  | { readonly how: "surrogate"; readonly as: Condition; readonly by: Condition; readonly agreement: number }
  /** The missing value was imputed with this one before any test. */
  | { readonly how: "fill"; readonly cell: number }
);

/** The rules that made the prediction: the first that matches, all that match if they vote, else the default. */
export interface RuleReasons {
  readonly kind: "rules";
  readonly rules: readonly RuleReason[];
  /** How many rules the model has. */
  readonly of: number;
}

export interface RuleReason extends StatedRule {
  /** Index of the rule; absent for the default, which is used if no rule matches. */
  readonly rule?: number;
}

/** The paths of many trees as rules, by their contribution to the prediction. */
export interface VoteReasons {
  readonly kind: "trees";
  readonly trees: number;
  /** Trees that support the prediction: that predict it themselves or raise its score; for regression, all. */
  readonly carrying: number;
  /** The sum of the weights of `rules`: the probability, the value, or the score above its base. */
  readonly sum: "probability" | "value" | "score";
  /** Leaves predict by formulas: within the common region the trees keep their formulas, not their predictions. */
  readonly formulas?: true;
  /** How many training rows, the nearest ones, make the prediction; the trees only chose what distances are measured by. */
  readonly nearest?: number;
  /** What the training rows nearest to this one add to the sum: a share of their mean residual. */
  readonly correction?: { readonly by: number; readonly rows: number };
  /** Equal conjunctions are merged; largest contribution first, those against the prediction last. */
  readonly rules: readonly VoteReason[];
  /** The region in which all supporting trees keep their prediction (or their formulas); the condition tested by most of them first. */
  readonly common: readonly CommonCondition[];
}

export interface VoteReason {
  readonly if: readonly Condition[];
  readonly weight: number;
  /** Trees in which the row follows this path. */
  readonly trees: number;
}

export interface CommonCondition {
  /** The intersection of all supporting trees' conditions on this attribute. */
  readonly condition: Condition;
  /** How many of them test the attribute. */
  readonly trees: number;
}
