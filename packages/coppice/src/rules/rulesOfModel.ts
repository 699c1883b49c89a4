import { isTree, type Model } from "../model/model.js";
import type { Conclusion, ModelRule, RuleModel } from "../model/ruleSet.js";
import type { TreeModel } from "../model/tree.js";
import { rulesOf } from "./rulesOf.js";
import { type StatedRule, statedFacts } from "./statedRule.js";

/** A model whose rules can be read. */
export type ReadableModel = TreeModel | RuleModel;

/** The rules of a model: those of a tree's leaves, or its own with the default last. */
export function statedRules(model: ReadableModel): readonly StatedRule[] {
  return isTree(model) ? rulesOf(model) : ownRules(model);
}

function ownRules(model: RuleModel): StatedRule[] {
  const { rules, otherwise } = model;
  const all =
    model.order === "first" ? combinedIfReached([...rules.map(({ then }) => then), otherwise]) : undefined;
  return [...rules, { if: [], then: otherwise }].map((rule: Pick<ModelRule, "if" | "then" | "locked">) => ({
    if: rule.if,
    ...statedFacts(rule.then, all, model),
    ...(rule.locked && { locked: rule.locked }),
  }));
}

/**
 * The combined conclusion; of all conclusions of ordered rules, it covers all rows. The label is that of the first.
 */
export function combinedConclusion(conclusions: readonly Conclusion[]): Conclusion | undefined {
  const reached = conclusions.filter(({ weight }) => weight > 0);
  const weight = reached.reduce((sum, one) => sum + one.weight, 0);
  const first = reached[0] ?? conclusions[0];
  if (first === undefined || weight === 0) return first;
  if ("value" in first) {
    const error =
      reached.reduce((sum, one) => sum + one.weight * ("error" in one ? one.error : 0), 0) / weight;
    return { weight, value: first.value, error };
  }
  const counts = first.counts.map((_, k) =>
    reached.reduce((sum, one) => sum + ("counts" in one ? one.counts[k] : 0), 0),
  );
  return { weight, counts, label: first.label };
}

function combinedIfReached(conclusions: readonly Conclusion[]): Conclusion | undefined {
  return conclusions.some(({ weight }) => weight > 0) ? combinedConclusion(conclusions) : undefined;
}

/** Whether the last rule is the default. */
export function hasDefault(model: Model): boolean {
  return model.format === "coppice-rules";
}
