import type { Edit } from "../model/edit.js";
import { isMeasure } from "../model/measure.js";
import { isTree } from "../model/model.js";
import type { Derived } from "../model/tree.js";
import { textOf } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";
import { formulaText } from "./formulaText.js";
import { measureText } from "./measureText.js";
import { type ReadableModel, statedRules } from "./rulesOfModel.js";
import type { ClassScore, StatedRule } from "./statedRule.js";

/** What `coppice rules --json` prints for each rule. */
export interface RuleJson extends Omit<StatedRule, "if" | "formula" | "scores"> {
  readonly if: readonly string[];
  readonly formula?: string;
  /** By class: its formula; the probabilities are proportional to e to the power of their values. */
  readonly scores?: Readonly<Record<string, string>>;
}

export interface RulesJson {
  readonly rules: readonly RuleJson[];
  /** The total number of conditions of all rules. */
  readonly conditions: number;
  /** What the names of measures stand for. */
  readonly measures?: Readonly<Record<string, string>>;
  /** What people changed in the tree that the rules are read from. */
  readonly edits?: readonly Edit[];
}

/** The formulas of a model's measures by name; undefined if it has none. */
export function measureTexts({
  attributes,
  derived = [],
}: {
  readonly attributes: readonly ColumnSchema[];
  readonly derived?: readonly Derived[];
}): Readonly<Record<string, string>> | undefined {
  const steps = derived.filter(isMeasure);
  if (steps.length === 0) return undefined;
  return Object.fromEntries(
    steps.map((step) => [attributes[step.attribute].name, measureText(step, attributes)]),
  );
}

/** Formulas as text, by class. */
export function scoreTexts(
  scores: readonly ClassScore[],
  attributes: readonly ColumnSchema[],
): Record<string, string> {
  return Object.fromEntries(scores.map(({ of, formula }) => [of, formulaText(formula, attributes)]));
}

/** The rules of a model as data for JSON: conditions as text, with support, confidence and lift. */
export function rulesJson(model: ReadableModel): RulesJson {
  let conditions = 0;
  const rules = statedRules(model).map((rule) => {
    const { if: all, then, support, coverage, confidence, lift, error, locked, formula, scores } = rule;
    conditions += all.length;
    return {
      if: all.map((condition) => textOf(condition, model.attributes)),
      then,
      ...(formula && { formula: formulaText(formula, model.attributes) }),
      ...(scores && { scores: scoreTexts(scores, model.attributes) }),
      support,
      coverage,
      ...(confidence !== undefined && { confidence }),
      ...(lift !== undefined && { lift }),
      ...(error !== undefined && { error }),
      ...(locked && { locked }),
    };
  });
  const measures = measureTexts(model);
  const edits = isTree(model) ? model.edits : undefined;
  return { rules, conditions, ...(measures && { measures }), ...(edits?.length && { edits }) };
}
