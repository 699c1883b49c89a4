import type { Answer } from "../model/answer.js";
import type { Condition } from "../model/condition.js";
import type { Formula } from "../model/formula.js";
import type { Model } from "../model/model.js";
import type { Conclusion } from "../model/ruleSet.js";

/** A class and its formula. The probabilities are proportional to e to the power of the formulas' values. */
export interface ClassScore {
  readonly of: string;
  readonly formula: Formula;
}

/** A rule with its figures: the conjunction, the conclusion, and their reliability. */
export interface StatedRule {
  /**
   * All must hold; at most one condition per attribute, in the order in which the path first tests it. Empty: always.
   */
  readonly if: readonly Condition[];
  /** The class, or the value. */
  readonly then: string | number;
  /** Regression: used instead of `then`, which is the mean. */
  readonly formula?: Formula;
  /** Classification: the formulas of the classes, used instead of `then`, which is the majority class. */
  readonly scores?: readonly ClassScore[];
  /** An expert rule that learning must not change. */
  readonly locked?: true;
  /** Training weight that it covers; if 0, the figures below are those of a larger set of rows. */
  readonly support: number;
  /** `support` as a share of all training weight. */
  readonly coverage: number;
  /** Classification: the share of that weight with the class. */
  readonly confidence?: number;
  /** `confidence` over the class's share of all rows; absent if no row has the class. */
  readonly lift?: number;
  /** Regression: the error of the value, as recorded in the model. */
  readonly error?: number;
}

/** The figures of a rule's conclusion, among all rows. */
export function statedFacts(
  then: Conclusion,
  all: Conclusion | undefined,
  { target }: Pick<Model, "target">,
): Omit<StatedRule, "if" | "locked"> {
  const support = then.weight;
  const coverage = all !== undefined && all.weight > 0 ? support / all.weight : 0;
  if ("value" in then) {
    const { value, error, answer, formula = linearOf(answer) } = then;
    return { then: value, ...(formula && { formula }), support, coverage, error };
  }
  const { counts, label, answer } = then;
  const confidence = counts[label] / total(counts);
  const prior = all !== undefined && "counts" in all ? all.counts[label] / total(all.counts) : 0;
  return {
    // parseModel: a classification's target has levels.
    then: target.levels![label],
    ...(answer?.kind === "classifier" && {
      scores: answer.formulas.map((formula, k) => ({ of: target.levels![k], formula })),
    }),
    support,
    coverage,
    confidence,
    ...(prior > 0 && { lift: confidence / prior }),
  };
}

function linearOf(answer: Answer | undefined): Formula | undefined {
  return answer?.kind === "linear" ? answer.formula : undefined;
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
