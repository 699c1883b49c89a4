import { CoppiceError } from "../base/errors.js";
import type { Condition } from "../model/condition.js";
import { isMeasure, type MeasureStep } from "../model/measure.js";
import { attributesRead } from "../model/measureAttributes.js";
import { isTree } from "../model/model.js";
import type { Conclusion, RuleModel } from "../model/ruleSet.js";
import { tableAttributes } from "../model/tableAttributes.js";
import type { TreeModel, TreeNode } from "../model/tree.js";
import type { ColumnSchema } from "../table/schema.js";
import { normal } from "./conjunction.js";
import { type Expansion, expandedRules, isPrepared } from "./expandedRules.js";
import { overCells } from "./measureOverCells.js";
import { withPlacedLevels } from "./placedLevels.js";
import { rulesOf } from "./rulesOf.js";
import { combinedConclusion, type ReadableModel } from "./rulesOfModel.js";
import { overlap } from "./simplify/boxes.js";
import { conditionsIn, type Description, describe } from "./simplify/describe.js";
import type { Effort } from "./simplify/smallest.js";
import { Space } from "./simplify/space.js";
import { type StatedRule, statedFacts } from "./statedRule.js";

/** All rules of one conclusion as one disjunction. Its figures are those of all their rows. */
export interface JoinedRule extends Omit<StatedRule, "if">, Partial<Omit<Description, "label" | "anyOf">> {
  readonly anyOf: readonly (readonly Condition[])[];
  readonly facts: Conclusion;
  /**
   * The figures of each conjunction. A leaf that several conjunctions share counts for the first of them, so that
   * together they have the rows of the class.
   */
  readonly parts: readonly JoinedPart[];
}

export interface JoinedPart extends Omit<StatedRule, "if"> {
  readonly facts: Conclusion;
}

/** A rule with its full conclusion. */
interface FullRule {
  readonly if: readonly Condition[];
  readonly then: Conclusion;
  /** An earlier rule belongs to the same leaf, and has its figures. */
  readonly again?: boolean;
}

/**
 * The rules of a model in the order in which they are tried; those of a tree are exclusive unless expanded as
 * `ordered`.
 */
export function fullRules(model: ReadableModel, expansion: Expansion = "exclusive"): readonly FullRule[] {
  if (!isTree(model)) return [...model.rules, { if: [], then: model.otherwise }];
  if (isPrepared(model) && model.nodes.some(({ answer }) => answer))
    throw formulasUnsupported(model.learner, "stated on the table's own columns");
  const placed = withPlacedLevels(model);
  const rules = isPrepared(model) ? expandedRules(placed, expansion) : rulesOf(placed);
  const seen = new Set<number>();
  return rules.map((rule) => {
    const again = seen.has(rule.leaf);
    seen.add(rule.leaf);
    return { if: rule.if, then: factsAt(model.nodes[rule.leaf]), ...(again && { again }) };
  });
}

export function factsAt(node: TreeNode): Conclusion {
  const { weight, answer } = node;
  const own = answer && { answer };
  if ("value" in node) return { weight, value: node.value, error: node.error, ...own };
  return { weight, counts: node.counts, label: node.label, ...own };
}

const keyOf = (then: Conclusion) => ("value" in then ? then.value : then.label);

export interface JoinOptions {
  /** Skip rules that no training row reached; when simplifying, their rows may have any conclusion. */
  readonly skipEmpty?: boolean;
}

export interface SimplifyOptions extends JoinOptions {
  readonly effort?: Effort;
}

/** The rules of a tree merged into one disjunction per class or value (A 9.4, R 1.4), in the order of the classes. */
export function joinedRules(model: ReadableModel, { skipEmpty = false }: JoinOptions = {}): JoinedRule[] {
  if (!isTree(model)) {
    const message =
      "ordered rules cannot be merged per class as they are: simplify takes the order into account";
    throw new CoppiceError("MODEL_KIND", message, { name: model.learner, rule: "a model of one tree" });
  }
  const rules = fullRules(model).filter(({ then }) => !skipEmpty || then.weight > 0);
  if (rules.some(({ then }) => hasFormula(then))) throw formulasUnsupported(model.learner, "merged");
  return keysOf(rules).map((key) => {
    const mine = rules.filter(({ then }) => keyOf(then) === key);
    const anyOf = mine.map((rule) => rule.if.map((one) => normal(one, model.attributes[one.attribute])));
    return joined(model, rules, mine, { anyOf });
  });
}

/** The same with as few conditions as were found, proven to give the same conclusions. */
export function simplifiedRules(
  model: ReadableModel,
  { effort, skipEmpty = false }: SimplifyOptions = {},
): JoinedRule[] {
  if (model.format === "coppice-rules" && model.order === "vote") {
    const message = "rules that vote cannot be simplified: several of them may match one row";
    throw new CoppiceError("MODEL_KIND", message, {
      name: model.learner,
      rule: "rules of which one decides",
    });
  }
  const rules = fullRules(model);
  if (rules.some(({ then }) => hasFormula(then))) throw formulasUnsupported(model.learner, "simplified");
  const keys = keysOf(rules);
  const premises = rules.map((rule) => ({
    if: rule.if,
    label: keys.indexOf(keyOf(rule.then)),
    isFree: skipEmpty && rule.then.weight === 0,
  }));
  return describe(premises, model.attributes, effort, isTree(model)).map(({ label, ...description }) => {
    const mine = rules.filter(({ then }) => keyOf(then) === keys[label]);
    return joined(model, rules, mine, description);
  });
}

export function hasFormula(then: Conclusion): boolean {
  return "formula" in then || then.answer !== undefined;
}

/** Rules with the same value may be merged; no two formulas are the same. */
export function formulasUnsupported(name: string, what: string): CoppiceError {
  const remedy = name === "regressionRules" ? ": fit with then=mean or then=median" : "";
  const message = `rules with formulas cannot be ${what}${remedy}`;
  return new CoppiceError("MODEL_KIND", message, { name, rule: "rules with values" });
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
  const counted = mine.filter(({ again }) => !again);
  const facts = combinedConclusion(counted.map(({ then }) => then))!;
  const everything = isTree(model) ? model.nodes[0] : combinedConclusion(all.map(({ then }) => then));
  const stated = (some: Conclusion) => ({ facts: some, ...statedFacts(some, everything, model) });
  const parts = partsOf(description.anyOf, counted, model.attributes).map((some) =>
    stated(combinedConclusion(some.map(({ then }) => then)) ?? { ...facts, weight: 0 }),
  );
  return { ...description, ...stated(facts), parts };
}

/** Assigns each rule to the first conjunction that some of its rows satisfy. */
function partsOf(
  anyOf: JoinedRule["anyOf"],
  rules: readonly FullRule[],
  attributes: readonly ColumnSchema[],
): FullRule[][] {
  const space = new Space([...anyOf, ...rules.map((rule) => rule.if)], attributes);
  const boxes = anyOf.map((all) => space.boxOf(all));
  const parts = anyOf.map((): FullRule[] => []);
  for (const rule of rules.filter(({ then }) => then.weight > 0)) {
    const mine = space.boxOf(rule.if);
    parts[boxes.findIndex((box) => overlap(box, mine, space))]?.push(rule);
  }
  return parts;
}

/**
 * Merged rules as a model: one rule per conjunction. No two with different conclusions match one row, so the order
 * does not matter; if none matches (a value is missing), the prediction is the tree's for all rows, or the default of
 * a rule set.
 */
export function ruleModelOf(
  model: ReadableModel,
  rules: readonly Pick<JoinedRule, "anyOf" | "parts">[],
): RuleModel {
  const each = rules.flatMap(({ anyOf, parts }) =>
    anyOf.map((all, i) => ({ if: all, then: parts[i].facts })),
  );
  return modelWith(model, each);
}

function modelWith(model: ReadableModel, given: readonly FullRule[]): RuleModel {
  const { learner, options, task, target, training, costs, leafError } = model;
  const { attributes, derived, rules } = overTable(model, given);
  return {
    format: "coppice-rules",
    version: 2,
    learner,
    options,
    task,
    target,
    attributes,
    ...(leafError && { leafError }),
    training,
    ...(costs && { costs }),
    ...(derived && { derived }),
    order: "first",
    rules,
    otherwise: otherwiseOf(model),
  };
}

/**
 * A tree as a rule set: one rule per leaf or, if the tree imputes values or adds attributes, several; a rule set is
 * returned unchanged.
 */
export function asRules(model: ReadableModel, expansion: Expansion = "ordered"): RuleModel {
  if (!isTree(model)) return model;
  const rules = modelWith(model, fullRules(model, expansion));
  return expansion === "ordered" ? untilDefault(rules) : rules;
}

/** A rule without conditions matches all remaining rows: it becomes the default, and later rules are never tried. */
function untilDefault(model: RuleModel): RuleModel {
  const end = model.rules.findIndex((rule) => rule.if.length === 0);
  if (end < 0) return model;
  return { ...model, rules: model.rules.slice(0, end), otherwise: model.rules[end].then };
}

/** A rule's measure reads the table's cells, or what one number replaces; other values that a tree makes are not in rules. */
function checkReads(measures: readonly MeasureStep[], model: TreeModel): void {
  const made = new Set(
    (model.derived ?? []).flatMap((step) =>
      isMeasure(step) || step.kind === "fill" ? [] : [step.attribute],
    ),
  );
  if (!measures.some((step) => attributesRead(step).some((attribute) => made.has(attribute)))) return;
  const message =
    "rules cannot be written on the table's own columns: measures of this tree read values that it predicts or adds where cells are missing; fit with another missing, such as likely";
  throw new CoppiceError("MODEL_KIND", message, {
    name: model.learner,
    rule: "measures of the table's cells",
  });
}

/** Rules refer to the table's own columns and to measures of them, not to other attributes that a tree derives. */
function overTable(
  model: ReadableModel,
  given: readonly FullRule[],
): Pick<RuleModel, "attributes" | "derived"> & { readonly rules: readonly FullRule[] } {
  const rules = given.map(({ again, ...rule }) =>
    again ? { ...rule, then: { ...rule.then, weight: 0 } } : rule,
  );
  const { attributes } = model;
  if (!isTree(model)) return { attributes, rules, ...(model.derived && { derived: model.derived }) };
  const { derived } = model;
  if (derived === undefined) return { attributes, rules };
  const measures = derived.filter(isMeasure);
  checkReads(measures, model);
  const kept = [...tableAttributes(model), ...measures.map(({ attribute }) => attributes[attribute])];
  const placeOf = (attribute: number) => kept.indexOf(attributes[attribute]);
  const moved = (one: Condition) => ({ ...one, attribute: placeOf(one.attribute) });
  return {
    attributes: kept,
    rules: rules.map((rule) => ({ ...rule, if: rule.if.map(moved) })),
    ...(measures.length > 0 && { derived: measures.map((step) => overCells(step, derived, placeOf)) }),
  };
}

/** Every row of a tree reaches a leaf: none is left for the default. */
function otherwiseOf(model: ReadableModel): Conclusion {
  return isTree(model) ? { ...factsAt(model.nodes[0]), weight: 0 } : { ...model.otherwise, weight: 0 };
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
