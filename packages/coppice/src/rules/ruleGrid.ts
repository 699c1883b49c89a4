import { errorName } from "../model/errorName.js";
import { isMeasure } from "../model/measure.js";
import type { Model } from "../model/model.js";
import type { Derived } from "../model/tree.js";
import { ASCII, brief, outcomeText, printable, type Signs } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";
import { measureText } from "./measureText.js";
import { conclusionText } from "./ruleLines.js";
import { hasDefault, type ReadableModel, statedRules } from "./rulesOfModel.js";
import type { StatedRule } from "./statedRule.js";

/** Rules as a table of text: a column for each attribute that a rule tests, then the conclusion and its figures. */
export interface RuleGrid {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One row per rule; a cell is empty if the rule does not test the attribute. */
export function ruleGrid(model: ReadableModel, signs: Signs = ASCII): RuleGrid {
  const rules = statedRules(model);
  const { head, rows } = gridOf(rules, model, signs);
  if (!hasDefault(model)) return { head, rows };
  const last = rows[rows.length - 1];
  return { head, rows: [...rows.slice(0, -1), ["otherwise", ...last.slice(1)]] };
}

type GridModel = Pick<Model, "attributes" | "target" | "leafError"> & {
  readonly derived?: readonly Derived[];
};

/** A column has no list of formulas beside it, so it is headed by the whole formula. */
function fullName(
  attribute: number,
  attributes: readonly ColumnSchema[],
  derived: readonly Derived[] = [],
): string {
  const step = derived.find((one) => one.attribute === attribute && isMeasure(one));
  return step && isMeasure(step) ? measureText(step, attributes) : attributes[attribute].name;
}

/** The same for any rules, numbered from 1. */
export function gridOf(
  rules: readonly StatedRule[],
  { attributes, target, leafError, derived }: GridModel,
  signs: Signs = ASCII,
): RuleGrid {
  const used = new Set(rules.flatMap((rule) => rule.if.map((one) => one.attribute)));
  const asked = [...used].sort((a, b) => a - b);
  const isClasses = rules.some(({ confidence }) => confidence !== undefined);
  const figures = isClasses
    ? ["support", "confidence", "lift"]
    : ["support", errorName(leafError ? { leafError } : {})];
  return {
    head: ["rule", ...asked.map((a) => fullName(a, attributes, derived)), target.name, ...figures],
    rows: rules.map((rule, i) => [
      String(i + 1),
      ...asked.map((a) => cellOf(rule, a, attributes, signs)),
      typeof rule.then === "string" ? rule.then : conclusionText(rule, attributes, signs),
      ...figuresOf(rule, isClasses),
    ]),
  };
}

function cellOf(
  rule: StatedRule,
  attribute: number,
  attributes: readonly ColumnSchema[],
  signs: Signs,
): string {
  const condition = rule.if.find((one) => one.attribute === attribute);
  return condition === undefined ? "" : outcomeText(condition, attributes, signs);
}

function figuresOf({ support, confidence, lift, error }: StatedRule, isClasses: boolean): string[] {
  const figure = (x: number | undefined) => (x === undefined ? "" : brief(x));
  return isClasses ? [brief(support), figure(confidence), figure(lift)] : [brief(support), figure(error)];
}

/** The table as Markdown. Names of the data can neither end a cell nor become markup. */
export function gridMarkdown({ head, rows }: RuleGrid): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

function markdownCell(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>|&~!#]/g, (c) => `\\${c}`);
}
