import type { Condition } from "./condition.js";
import type { Costs } from "./costs.js";
import type { Formula } from "./formula.js";
import type { ModelHead } from "./head.js";
import type { ClassFacts, ValueFacts } from "./tree.js";

/** Rules that apply in order or vote, and the default if none matches. */
export interface RuleModel extends ModelHead {
  readonly format: "coppice-rules";
  /** Priors and losses, where the user gave any. */
  readonly costs?: Costs;
  /** first: the first rule that matches decides. vote: all that match vote, with their class weights. */
  readonly order: "first" | "vote";
  readonly rules: readonly ModelRule[];
  readonly otherwise: Conclusion;
}

/** A conjunction and what follows. */
export interface ModelRule {
  /** All must hold; at most one condition per attribute. None: always. */
  readonly if: readonly Condition[];
  readonly then: Conclusion;
  /** Given by hand: learning leaves it as it is. */
  readonly locked?: true;
}

/**
 * Of the training rows that the rule answered for: class weights and the class that is said (which need not be the
 * heaviest: a rule is for its class), or a value with the error around it.
 */
export type Conclusion = ClassFacts | ValueConclusion;

export interface ValueConclusion extends ValueFacts {
  /** What is said in place of `value`, which then is the mean; `error` is the mean squared error around the formula. */
  readonly formula?: Formula;
}

export interface RuleSize {
  /** The rules, the default not counted. */
  readonly rules: number;
  readonly conditions: number;
}

/** The number of rules and of conditions in a rule set. */
export function ruleSize({ rules }: Pick<RuleModel, "rules">): RuleSize {
  return { rules: rules.length, conditions: rules.reduce((sum, rule) => sum + rule.if.length, 0) };
}
