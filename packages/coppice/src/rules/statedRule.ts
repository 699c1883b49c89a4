import type { Condition } from "../model/condition.js";
import type { Formula } from "../model/formula.js";
import type { Model } from "../model/model.js";
import type { Conclusion } from "../model/ruleSet.js";

/** A rule as it is said: the conjunction, what follows, and how far it can be relied upon. */
export interface StatedRule {
  /** All must hold; at most one condition per attribute, in the order in which the path first asks. None: always. */
  readonly if: readonly Condition[];
  /** The class, or the value. */
  readonly then: string | number;
  /** Regression: what is said in place of `then`, which is the mean. */
  readonly formula?: Formula;
  /** Given by hand, to stay as it is. */
  readonly locked?: true;
  /** Training weight that it answers for; 0 when no row came, and then the figures below are those of more rows. */
  readonly support: number;
  /** `support` as a share of all training weight. */
  readonly coverage: number;
  /** Classification: the share of that weight that has the class. */
  readonly confidence?: number;
  /** `confidence` over the class's share of all rows; absent when no row has the class. */
  readonly lift?: number;
  /** Regression: the error around the value, as the model states it. */
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
    const { value, error, formula } = then;
    return { then: value, ...(formula && { formula }), support, coverage, error };
  }
  const { counts, label } = then;
  const confidence = counts[label] / total(counts);
  const prior = all !== undefined && "counts" in all ? all.counts[label] / total(all.counts) : 0;
  return {
    // parseModel: a classification's target has levels.
    then: target.levels![label],
    support,
    coverage,
    confidence,
    ...(prior > 0 && { lift: confidence / prior }),
  };
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
