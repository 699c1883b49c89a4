import type { Condition } from "../../model/condition.js";
import type { Formula } from "../../model/formula.js";
import { codesOf } from "../../rules/merge.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { LinearFit } from "./linearFit.js";
import type { ValueRows } from "./terms.js";

/** A fitted model as a formula on the attributes' cells. */
export function formulaOf({ terms }: Pick<ValueRows, "terms">, fit: LinearFit): Formula {
  return {
    intercept: fit.intercept,
    terms: fit.terms.map((term, i) => {
      const { attribute, levels } = terms[term];
      const coefficient = fit.coefficients[i];
      return { attribute, coefficient, ...(levels && { levels }), missing: fit.means[i] };
    }),
  };
}

/** Terms that are the same wherever the conditions hold become part of the intercept. */
export function folded(
  { intercept, terms }: Formula,
  all: readonly Condition[],
  attributes: readonly ColumnSchema[],
): Formula {
  let sum = intercept;
  const left = terms.filter(({ attribute, levels, coefficient }) => {
    const condition = all.find((one) => one.attribute === attribute);
    if (levels === undefined || (condition?.kind !== "levels" && condition?.kind !== "range")) return true;
    const codes = codesOf(condition, attributes[attribute]);
    const inside = codes.filter((code) => levels.includes(code)).length;
    if (inside > 0 && inside < codes.length) return true;
    if (inside > 0) sum += coefficient;
    return false;
  });
  return { intercept: sum, terms: left };
}

/** The number in the target's own units, within the range of numbers. */
export function inUnits(x: number, unit: number): number {
  return unit === 1 ? x : Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, x * unit));
}

export function formulaInUnits({ intercept, terms }: Formula, unit: number): Formula {
  if (unit === 1) return { intercept, terms };
  return {
    intercept: inUnits(intercept, unit),
    terms: terms.map((term) => ({ ...term, coefficient: inUnits(term.coefficient, unit) })),
  };
}
