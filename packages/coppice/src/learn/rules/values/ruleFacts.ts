import type { Condition } from "../../../model/condition.js";
import { formulaValue } from "../../../model/formula.js";
import type { ValueConclusion } from "../../../model/ruleSet.js";
import { rowsWhere } from "../../../predict/predictRules.js";
import { columnSchema } from "../../../table/column.js";
import { folded, formulaInUnits, formulaOf, inUnits } from "../../linear/formulaOf.js";
import { type LinearFit, weightedMean } from "../../linear/linearFit.js";
import type { ValueRows } from "../../linear/terms.js";
import { cellsOfColumn } from "../lockedRules.js";

/** A rule, its prediction, and the rows that it is the first to cover. */
export interface ValueRule {
  readonly if: readonly Condition[];
  readonly fit: LinearFit;
  readonly rows: Int32Array;
}

export type Consequent = "linear" | "mean" | "median";

/** The rows for which all conditions hold. */
export function coveredRows({ problem }: ValueRows, all: readonly Condition[], rows: Int32Array): Int32Array {
  return rowsWhere(all, problem.attributes.map(columnSchema), problem.attributes.map(cellsOfColumn), rows);
}

/** The prediction for the rows of a rule, and its error. */
export function conclusionOf(data: ValueRows, rule: ValueRule, then: Consequent): ValueConclusion {
  const said = then === "median" ? medianOf(data, rule.rows) : squaredOf(data, rule, then);
  const { unit } = data;
  if (unit === 1) return said;
  const { weight, value, error, formula } = said;
  return {
    weight,
    value: inUnits(value, unit),
    error: then === "median" ? inUnits(error, unit) : inUnits(inUnits(error, unit), unit),
    ...(formula && { formula: formulaInUnits(formula, unit) }),
  };
}

function medianOf({ targets, weights }: ValueRows, rows: Int32Array): ValueConclusion {
  const { weight } = weightedMean(targets, weights, rows);
  const value = median(targets, weights, rows);
  const apart = rows.reduce((sum, row) => sum + weights[row] * Math.abs(targets[row] - value), 0);
  return { weight, value, error: apart / weight };
}

function squaredOf(data: ValueRows, { if: all, fit, rows }: ValueRule, then: Consequent): ValueConclusion {
  const { targets, weights, problem } = data;
  const { weight, mean } = weightedMean(targets, weights, rows);
  const squared = (said: (row: number) => number) =>
    rows.reduce((sum, row) => sum + weights[row] * (targets[row] - said(row)) ** 2, 0) / weight;
  const formula = folded(formulaOf(data, fit), all, problem.attributes.map(columnSchema));
  if (formula.terms.length === 0) {
    const value = then === "mean" ? mean : formula.intercept;
    return { weight, value, error: squared(() => value) };
  }
  const cells = problem.attributes.map(cellsOfColumn);
  const error = squared((row) => formulaValue(formula, (a) => cells[a][row]));
  return { weight, value: mean, error, formula };
}

/** The least target at which half of the weight is reached; half-way to the next where it is met exactly. */
function median(targets: Float64Array, weights: Float64Array, rows: Int32Array): number {
  const sorted = Array.from(rows).sort((a, b) => targets[a] - targets[b]);
  const half = rows.reduce((sum, row) => sum + weights[row], 0) / 2;
  let so = 0;
  for (const [i, row] of sorted.entries()) {
    so += weights[row];
    if (so > half) return targets[row];
    if (so === half && i + 1 < sorted.length) return (targets[row] + targets[sorted[i + 1]]) / 2;
  }
  return targets[sorted[sorted.length - 1]];
}
