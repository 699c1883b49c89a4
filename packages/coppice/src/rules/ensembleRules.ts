import type { Condition } from "../model/condition.js";
import { type EnsembleModel, memberCount, memberWeight } from "../model/ensemble.js";
import { memberTree } from "../model/memberTree.js";
import type { TreeModel } from "../model/tree.js";
import { normal } from "./conjunction.js";
import { isPrepared } from "./expandedRules.js";
import { asRules } from "./joinedRules.js";
import { rulesOf } from "./rulesOf.js";
import { type StatedRule, statedFacts } from "./statedRule.js";

/** A rule of one or more trees of an ensemble. Its figures are means over those trees. */
export interface EnsembleRule extends StatedRule {
  /** How many trees have it, and the first of them. */
  readonly trees: number;
  readonly tree: number;
  /** For score trees: the class whose score it changes; absent if there is one score. */
  readonly of?: string;
  /**
   * Its influence, summed over its trees: the share of rows it covers, times the difference between its prediction
   * and the tree's prediction for all rows (in confidence of its class, or in value), times the weight of the tree's
   * vote. The share is left out if the tree does not record its rows.
   */
  readonly carries: number;
}

/** The rules of all members, most influential first; rules with the same conditions and conclusion are merged. */
export function ensembleRules(model: EnsembleModel): EnsembleRule[] {
  const found = new Map<string, Collected>();
  for (let tree = 0; tree < memberCount(model); tree++) {
    const member = memberTree(model, tree);
    const of = scoredClass(model, tree);
    const vote = memberWeight(model.combine, tree);
    const [root] = member.nodes;
    for (const rule of memberRules(member)) {
      const conditions = inAttributeOrder(rule.if, model);
      const key = JSON.stringify([of, rule.confidence === undefined ? "" : rule.then, conditions]);
      const apart = "value" in root ? Math.abs(Number(rule.then) - root.value) : liftOver(rule);
      const before = found.get(key) ?? { rules: [], tree, conditions, of, carries: 0 };
      before.rules.push(rule);
      // Boosted trees do not record how many rows reached their leaves.
      before.carries += vote * (root.weight > 0 ? rule.coverage : 1) * apart;
      found.set(key, before);
    }
  }
  return [...found.values()]
    .map(summed)
    .sort((a, b) => b.carries - a.carries || b.trees - a.trees || a.tree - b.tree);
}

/** Rules over the attributes of the ensemble; members may test additional attributes of their own. */
function memberRules(member: TreeModel): readonly StatedRule[] {
  if (!isPrepared(member)) return rulesOf(member);
  const { rules } = asRules(member, "exclusive");
  return rules.map((rule) => ({ if: rule.if, ...statedFacts(rule.then, member.nodes[0], member) }));
}

interface Collected {
  readonly rules: StatedRule[];
  readonly tree: number;
  readonly conditions: readonly Condition[];
  readonly of: string | undefined;
  carries: number;
}

/** The confidence minus the class's share among all rows of the tree. */
function liftOver({ confidence = 0, lift }: StatedRule): number {
  return lift === undefined ? confidence : Math.max(0, confidence - confidence / lift);
}

function summed({ rules, tree, conditions, of, carries }: Collected): EnsembleRule {
  const mean = (figure: (rule: StatedRule) => number | undefined) =>
    rules.reduce((sum, rule) => sum + (figure(rule) ?? 0), 0) / rules.length;
  const [{ then, confidence, lift, error }] = rules;
  return {
    if: conditions,
    then: typeof then === "number" ? mean((rule) => Number(rule.then)) : then,
    support: mean((rule) => rule.support),
    coverage: mean((rule) => rule.coverage),
    ...(confidence !== undefined && { confidence: mean((rule) => rule.confidence) }),
    ...(lift !== undefined && { lift: mean((rule) => rule.lift) }),
    ...(error !== undefined && { error: mean((rule) => rule.error) }),
    trees: rules.length,
    tree,
    ...(of !== undefined && { of }),
    carries,
  };
}

/** Sorted by attribute, so that trees which test in another order give the same rule. */
function inAttributeOrder(conditions: readonly Condition[], { attributes }: EnsembleModel): Condition[] {
  return conditions
    .map((one) => normal(one, attributes[one.attribute]))
    .sort((a, b) => a.attribute - b.attribute);
}

/** With several classes the trees take turns, one per class; with two classes there is one score, for the second. */
function scoredClass({ combine, target }: EnsembleModel, tree: number): string | undefined {
  if (combine.kind !== "sum" || target.levels === undefined) return undefined;
  return combine.outputs === 1 ? target.levels[1] : target.levels[tree % combine.outputs];
}
