import { unreachable } from "../../base/errors.js";
import { ASCII, outcomeText, percent, textOf, valueText, word } from "../../model/words.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { MissingStep } from "./explanation.js";

/** `age is missing: 60% follows age <= 38.5`, `age is 38: 55% follows <= 38.5`, `x1 is missing: x3 <= 3.5 stands in for x1 <= 5.5 (agrees on 80%)`. */
export function missingText(step: MissingStep, attributes: readonly ColumnSchema[]): string {
  const { attribute, level } = step;
  const { name, levels } = attributes[attribute];
  if (step.how === "gate") {
    const cell = valueText(Number(step.cell.toPrecision(4)), attributes[attribute]);
    return `${word(name)} is ${cell}: ${handlingText(step, attributes)}`;
  }
  const what =
    level === undefined
      ? `${word(name)} is missing`
      : `${word(name)} = ${word(levels![level])} was not seen at this node`;
  return `${what}: ${handlingText(step, attributes)}`;
}

function handlingText(step: MissingStep, attributes: readonly ColumnSchema[]): string {
  switch (step.how) {
    case "branch":
      return `follows ${textOf(step.as, attributes)}`;
    case "gate":
      return `${percent(step.share)} follows ${outcomeText(step.as, attributes, ASCII)}`;
    case "share":
      return `${percent(step.share)} follows ${textOf(step.as, attributes)}`;
    case "eachValue":
      return `${percent(step.share)} of its possible values follow ${textOf(step.as, attributes)}`;
    case "surrogate":
      return `${textOf(step.by, attributes)} stands in for ${textOf(step.as, attributes)} (agrees on ${percent(step.agreement)})`;
    case "fill": {
      const filled = attributes[step.attribute];
      return `imputed as ${filled.type === "numeric" ? valueText(step.cell, filled) : word(filled.levels![step.cell])}`;
    }
    default:
      return unreachable(step);
  }
}
