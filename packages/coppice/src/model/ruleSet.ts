import type { Condition } from "./condition.js";
import type { Costs } from "./costs.js";
import type { Formula } from "./formula.js";
import type { ModelHead } from "./head.js";
import type { MeasureStep } from "./measure.js";
import type { ClassFacts, ValueFacts } from "./tree.js";

/** Rules that apply in order or vote, and the default conclusion if none matches. */
export interface RuleModel extends ModelHead {
  readonly format: "coppice-rules";
  /** Priors and losses, where the user gave any. */
  readonly costs?: Costs;
  /** Measures that conditions test, which are last in `attributes`; absent: none. */
  readonly derived?: readonly MeasureStep[];
  /** first: the first rule that matches decides. vote: all that match vote with their class weights. */
  readonly order: "first" | "vote";
  readonly rules: readonly ModelRule[];
  readonly otherwise: Conclusion;
}

/** A conjunction of conditions, and a conclusion. */
export interface ModelRule {
  /** All must hold; at most one condition per attribute. An empty list always holds. */
  readonly if: readonly Condition[];
  readonly then: Conclusion;
  /** An expert rule: learning leaves it unchanged. */
  readonly locked?: true;
}

/**
 * From the training rows that the rule decided: class weights and the predicted class (not necessarily the majority class:
 * a rule is learned for its class), or a value with its error.
 */
export type Conclusion = ClassFacts | ValueConclusion;

export interface ValueConclusion extends ValueFacts {
  /** Predicted in place of `value`, which then is the mean; `error` is the mean squared error of the formula. */
  readonly formula?: Formula;
}

export interface RuleSize {
  /** The rules, without the default. */
  readonly rules: number;
  readonly conditions: number;
}

/** The number of rules and of conditions in a rule set. */
export function ruleSize({ rules }: Pick<RuleModel, "rules">): RuleSize {
  return { rules: rules.length, conditions: rules.reduce((sum, rule) => sum + rule.if.length, 0) };
}
