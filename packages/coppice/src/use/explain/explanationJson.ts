import { unreachable } from "../../base/errors.js";
import type { Condition } from "../../model/condition.js";
import { textOf } from "../../model/words.js";
import { formulaText } from "../../rules/formulaText.js";
import { scoreTexts } from "../../rules/rulesJson.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Because, Explained, MeasuredValue } from "./explanation.js";
import { missingText } from "./missingText.js";

/** What `coppice explain --json` prints: the explanations with their conditions and steps as text. */
export function explanationJson({ attributes, explanations, warnings }: Explained): object {
  return {
    rows: explanations.map(({ row, prediction, probability, because, strings }) => ({
      row,
      prediction,
      ...(probability !== undefined && { probability }),
      because: becauseJson(because, attributes),
      ...(strings && { strings }),
    })),
    warnings,
  };
}

function namedMeasure({ attribute, ...one }: MeasuredValue, attributes: readonly ColumnSchema[]): object {
  return { name: attributes[attribute].name, ...one };
}

function becauseJson(because: Because, attributes: readonly ColumnSchema[]): object {
  const withText = <T extends { readonly if: readonly Condition[] }>(rule: T) => ({
    ...rule,
    if: rule.if.map((condition) => textOf(condition, attributes)),
  });
  switch (because.kind) {
    case "tree":
      return {
        kind: because.kind,
        paths: because.paths.map(({ formula, scores, measures, ...path }) => ({
          ...withText(path),
          ...(measures && { measures: measures.map((one) => namedMeasure(one, attributes)) }),
          ...(formula && { formula: formulaText(formula, attributes) }),
          ...(scores && { scores: scoreTexts(scores, attributes) }),
          missing: path.missing.map((step) => missingText(step, attributes)),
        })),
      };
    case "rules":
      return {
        ...because,
        rules: because.rules.map(({ formula, scores, ...rule }) => ({
          ...withText(rule),
          ...(formula && { formula: formulaText(formula, attributes) }),
          ...(scores && { scores: scoreTexts(scores, attributes) }),
        })),
      };
    case "trees":
      return {
        ...because,
        rules: because.rules.map(withText),
        common: because.common.map(({ condition, trees }) => ({ if: textOf(condition, attributes), trees })),
      };
    default:
      return unreachable(because);
  }
}
