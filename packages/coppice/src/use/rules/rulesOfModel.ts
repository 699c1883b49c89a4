import { isTree, type Model } from "../../model/model.js";
import type { Conclusion, RuleModel } from "../../model/ruleSet.js";
import type { TreeModel } from "../../model/tree.js";
import { rulesOf } from "./rulesOf.js";
import { type StatedRule, statedFacts } from "./statedRule.js";

/** What is asked of a model whose rules are to be read. */
export type ReadableModel = TreeModel | RuleModel;

/** The rules that a model says: those of a tree's leaves, or its own, the default last. */
export function statedRules(model: ReadableModel): readonly StatedRule[] {
  return isTree(model) ? rulesOf(model) : ownRules(model);
}

function ownRules(model: RuleModel): StatedRule[] {
  const { rules, otherwise } = model;
  const all = model.order === "first" ? together([...rules.map(({ then }) => then), otherwise]) : undefined;
  return [...rules, { if: [], then: otherwise }].map((rule) => ({
    if: rule.if,
    ...statedFacts(rule.then, all, model),
  }));
}

/** Where the first rule that holds answers, each row is in one conclusion: together they are all rows. */
function together(conclusions: readonly Conclusion[]): Conclusion | undefined {
  const reached = conclusions.filter(({ weight }) => weight > 0);
  const weight = reached.reduce((sum, one) => sum + one.weight, 0);
  const [first] = reached;
  if (first === undefined || "value" in first) return first && { ...first, weight };
  const counts = first.counts.map((_, k) =>
    reached.reduce((sum, one) => sum + ("counts" in one ? one.counts[k] : 0), 0),
  );
  return { weight, counts, label: first.label };
}

/** Whether the last rule is what is said where no other holds. */
export function hasDefault(model: Model): boolean {
  return model.format === "coppice-rules";
}
