import { CoppiceError, unreachable } from "../base/errors.js";
import type { Condition } from "../model/condition.js";
import type { Conclusion, RuleModel } from "../model/ruleSet.js";
import { EXACT, printable, textOf } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";
import { formulasUnsupported, hasFormula } from "./joinedRules.js";
import { quoted } from "./literal.js";
import { MeasureModule } from "./measureModule.js";
import { codesOf } from "./merge.js";

/**
 * Rules as a TypeScript module without dependencies: `rules`, each with a predicate `holds`, and `predict`. It
 * predicts as the model does: a missing value is null, undefined, NaN, or a string that is not a level, and satisfies
 * no condition but `is missing`.
 */
export function rulesModule(model: RuleModel): string {
  if (model.order !== "first") {
    const message = "rules that vote cannot be written as a list of predicates of which the first decides";
    throw new CoppiceError("MODEL_KIND", message, { name: model.learner, rule: "rules in order" });
  }
  if ([...model.rules.map(({ then }) => then), model.otherwise].some(hasFormula)) {
    throw formulasUnsupported(model.learner, "written as predicates");
  }
  const thenType = model.target.levels === undefined ? "number" : "string";
  const tested = model.rules.flatMap((rule) => rule.if.map((one) => one.attribute));
  const measures = new MeasureModule(model, tested);
  const entries = model.rules.flatMap((rule) => ruleEntry(rule.if, rule.then, model, measures));
  const asked = measures.asked.map((a) => model.attributes[a]);
  return `${[
    `// Rules for ${printable(model.target.name)}, learned by ${printable(model.learner)}. The first rule that matches decides.`,
    "",
    "/** A row: values by attribute name. Missing: null, undefined or NaN. */",
    "export interface Row {",
    ...asked.map(({ name, type }) => {
      return `  readonly ${quoted(name)}?: ${type === "numeric" ? "number" : "string"} | null;`;
    }),
    "}",
    "",
    "export interface Rule {",
    "  readonly holds: (row: Row) => boolean;",
    `  readonly then: ${thenType};`,
    "}",
    "",
    ...helpers(),
    ...measures.lines(entries),
    "",
    "export const rules: readonly Rule[] = [",
    ...entries,
    "];",
    "",
    "/** The default, if no rule matches. */",
    `export const otherwise: ${thenType} = ${conclusion(model.otherwise, model)};`,
    "",
    `export function predict(row: Row): ${thenType} {`,
    "  for (const rule of rules) if (rule.holds(row)) return rule.then;",
    "  return otherwise;",
    "}",
  ].join("\n")}\n`;
}

/** Only the row's own properties are read, so that no name reaches what every object inherits. */
function helpers(): string[] {
  return [
    "function cell(row: Row, name: string): unknown {",
    "  return Object.prototype.hasOwnProperty.call(row, name) ? (row as Record<string, unknown>)[name] : undefined;",
    "}",
    "",
    "function between(row: Row, name: string, above: number, atMost: number): boolean {",
    "  const value = cell(row, name);",
    '  return typeof value === "number" && value > above && value <= atMost;',
    "}",
    "",
    "function among(row: Row, name: string, levels: readonly string[]): boolean {",
    "  const value = cell(row, name);",
    '  return typeof value === "string" && levels.includes(value);',
    "}",
    "",
    "function isNumber(row: Row, name: string): boolean {",
    "  const value = cell(row, name);",
    '  return typeof value === "number" && !Number.isNaN(value);',
    "}",
  ];
}

function ruleEntry(
  conditions: readonly Condition[],
  then: Conclusion,
  model: RuleModel,
  measures: MeasureModule,
): string[] {
  const { attributes } = model;
  const words = conditions.map((one) => textOf(one, attributes, EXACT)).join(" AND ");
  const test = conditions
    .map((one) => {
      const call = measures.call(one.attribute);
      const attribute = attributes[one.attribute];
      return call === undefined ? predicate(one, attribute) : measured(one, attribute, call);
    })
    .join(" && ");
  return [
    `  // ${printable(words === "" ? "always" : words)}`,
    `  { holds: (row) => ${test === "" ? "true" : test}, then: ${conclusion(then, model)} },`,
  ];
}

function predicate(condition: Condition, attribute: ColumnSchema): string {
  const name = quoted(attribute.name);
  const isNumeric = attribute.type === "numeric";
  const among = (codes: readonly number[]) => {
    const levels = codes.map((code) => quoted(attribute.levels?.[code] ?? ""));
    return `among(row, ${name}, [${levels.join(", ")}])`;
  };
  const all = (attribute.levels ?? []).map((_, code) => code);
  switch (condition.kind) {
    case "range": {
      if (!isNumeric) return among(codesOf(condition, attribute));
      const { above = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = condition;
      return `between(row, ${name}, ${above}, ${atMost})`;
    }
    case "levels":
      return among(condition.levels);
    case "known":
      return isNumeric ? `isNumber(row, ${name})` : among(all);
    case "missing":
      return isNumeric ? `!isNumber(row, ${name})` : `!${among(all)}`;
    default:
      return unreachable(condition);
  }
}

/** The same on what a call returns: a number, or the place of a level. */
function measured(condition: Condition, attribute: ColumnSchema, call: string): string {
  const isNumeric = attribute.type === "numeric";
  const among = (codes: readonly number[]) => `[${codes.join(", ")}].includes(${call})`;
  switch (condition.kind) {
    case "range": {
      if (!isNumeric) return among(codesOf(condition, attribute));
      const { above = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = condition;
      return `within(${call}, ${above}, ${atMost})`;
    }
    case "levels":
      return among(condition.levels);
    case "known":
      return isNumeric ? `!Number.isNaN(${call})` : `${call} >= 0`;
    case "missing":
      return isNumeric ? `Number.isNaN(${call})` : `${call} < 0`;
    default:
      return unreachable(condition);
  }
}

function conclusion(then: Conclusion, { target }: RuleModel): string {
  return "value" in then ? String(then.value) : quoted(target.levels![then.label]);
}
