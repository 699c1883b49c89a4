import { CoppiceError } from "../../base/errors.js";
import type { Condition } from "../../model/condition.js";
import { isTree } from "../../model/model.js";
import type { Conclusion, RuleModel } from "../../model/ruleSet.js";
import { isSplit, type LeafNode } from "../../model/tree.js";
import { normal } from "./conjunction.js";
import { rulesOf } from "./rulesOf.js";
import { type ReadableModel, together } from "./rulesOfModel.js";
import { conditionsIn, type Description, describe } from "./simplify/describe.js";
import type { Effort } from "./simplify/smallest.js";
import { type StatedRule, statedFacts } from "./statedRule.js";

/** All rules of one conclusion as one: any of its conjunctions leads to it. Its figures are those of all their rows. */
export interface JoinedRule extends Omit<StatedRule, "if">, Partial<Omit<Description, "label" | "anyOf">> {
  readonly anyOf: readonly (readonly Condition[])[];
  readonly facts: Conclusion;
}

/** A rule and all that its conclusion knows. */
interface FullRule {
  readonly if: readonly Condition[];
  readonly then: Conclusion;
}

/** The rules of a model in the order in which they are asked; a tree's in any. */
export function fullRules(model: ReadableModel): readonly FullRule[] {
  if (!isTree(model)) return [...model.rules, { if: [], then: model.otherwise }];
  return rulesOf(model).map((rule) => ({ if: rule.if, then: leafFacts(model.nodes[rule.leaf] as LeafNode) }));
}

function leafFacts(leaf: LeafNode): Conclusion {
  if ("value" in leaf) return { weight: leaf.weight, value: leaf.value, error: leaf.error };
  return { weight: leaf.weight, counts: leaf.counts, label: leaf.label };
}

const keyOf = (then: Conclusion) => ("value" in then ? then.value : then.label);

export interface JoinOptions {
  /** Pass over rules that no training row reached; simplified, their rows may have any conclusion. */
  readonly skipEmpty?: boolean;
}

export interface SimplifyOptions extends JoinOptions {
  readonly effort?: Effort;
}

/** The rules of a tree joined to a disjunction for each class or value (A 9.4, R 1.4), in the order of the classes. */
export function joinedRules(model: ReadableModel, { skipEmpty = false }: JoinOptions = {}): JoinedRule[] {
  if (!isTree(model)) {
    const message =
      "rules that are asked in order cannot be joined as they are: simplify takes the order into account";
    throw new CoppiceError("MODEL_KIND", message, { name: model.learner, rule: "a model of one tree" });
  }
  const rules = fullRules(model).filter(({ then }) => !skipEmpty || then.weight > 0);
  return keysOf(rules).map((key) => {
    const mine = rules.filter(({ then }) => keyOf(then) === key);
    const anyOf = mine.map((rule) => rule.if.map((one) => normal(one, model.attributes[one.attribute])));
    return joined(model, rules, mine, { anyOf });
  });
}

/** The same in as few conditions as are found, proven to lead to the same conclusions. */
export function simplifiedRules(
  model: ReadableModel,
  { effort, skipEmpty = false }: SimplifyOptions = {},
): JoinedRule[] {
  if (model.format === "coppice-rules" && model.order === "vote") {
    const message = "rules that vote cannot be simplified: more than one of them answers for a row";
    throw new CoppiceError("MODEL_KIND", message, {
      name: model.learner,
      rule: "rules of which one answers",
    });
  }
  const rules = fullRules(model);
  const keys = keysOf(rules);
  const premises = rules.map((rule) => ({
    if: rule.if,
    label: keys.indexOf(keyOf(rule.then)),
    isFree: skipEmpty && rule.then.weight === 0,
  }));
  return describe(premises, model.attributes, effort).map(({ label, ...description }) => {
    const mine = rules.filter(({ then }) => keyOf(then) === keys[label]);
    return joined(model, rules, mine, description);
  });
}

function keysOf(rules: readonly FullRule[]): number[] {
  return [...new Set(rules.map(({ then }) => keyOf(then)))].sort((a, b) => a - b);
}

function joined(
  model: ReadableModel,
  all: readonly FullRule[],
  mine: readonly FullRule[],
  description: Pick<JoinedRule, "anyOf"> & Partial<JoinedRule>,
): JoinedRule {
  const facts = together(mine.map(({ then }) => then))!;
  const everything = isTree(model) ? model.nodes[0] : together(all.map(({ then }) => then));
  return { ...description, facts, ...statedFacts(facts, everything, model) };
}

/**
 * Joined rules as a model: a rule for each conjunction, all of which have the figures of their class. No two of different
 * conclusions hold for one row, so the order does not matter; where none holds (a cell is missing), the answer is the
 * tree's for all rows, or the default of a set of rules.
 */
export function ruleModelOf(
  model: ReadableModel,
  rules: readonly Pick<JoinedRule, "anyOf" | "facts">[],
): RuleModel {
  const { learner, options, task, target, attributes, training, costs } = model;
  return {
    format: "coppice-rules",
    version: 1,
    learner,
    options,
    task,
    target,
    attributes,
    training,
    ...(costs && { costs }),
    order: "first",
    rules: rules.flatMap(({ anyOf, facts }) => anyOf.map((all) => ({ if: all, then: facts }))),
    otherwise: otherwiseOf(model),
  };
}

function otherwiseOf(model: ReadableModel): Conclusion {
  if (!isTree(model)) return model.otherwise;
  const [root] = model.nodes;
  if (!isSplit(root)) return leafFacts(root);
  return leafFacts({ ...root, test: undefined } as LeafNode);
}

export function joinedSize(rules: readonly Pick<JoinedRule, "anyOf">[]): {
  rules: number;
  conditions: number;
} {
  return {
    rules: rules.reduce((sum, { anyOf }) => sum + anyOf.length, 0),
    conditions: rules.reduce((sum, { anyOf }) => sum + conditionsIn(anyOf), 0),
  };
}
