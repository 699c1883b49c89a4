import { type Problem, problemRows } from "../../engine/problem.js";
import { holds } from "../../model/condition.js";
import { formulaValue, termValue } from "../../model/formula.js";
import type { Conclusion, ModelRule, ValueConclusion } from "../../model/ruleSet.js";
import type { Column } from "../../table/column.js";

/** Locked rules with the figures of the rows they cover, and the rows that are left to learn from. */
export interface LockedRules {
  readonly rules: readonly ModelRule[];
  readonly left: Problem;
}

/** Counts the rows of locked rules: each row belongs to the first that matches. */
export function lockedRules(problem: Problem, locked: readonly ModelRule[]): LockedRules {
  if (locked.length === 0) return { rules: [], left: problem };
  let left = Array.from({ length: problem.rows }, (_, row) => row);
  const rules = locked.map((rule) => {
    const mine = left.filter((row) => covers(rule, problem, row));
    const taken = new Set(mine);
    left = left.filter((row) => !taken.has(row));
    return { ...rule, then: factsOf(rule.then, problem, mine) };
  });
  return { rules, left: problemRows(problem, left) };
}

function covers({ if: conditions }: ModelRule, { attributes }: Problem, row: number): boolean {
  return conditions.every((condition) => {
    const column = attributes[condition.attribute];
    return holds(condition, cellsOfColumn(column)[row], column.type !== "numeric");
  });
}

/** The cells that conditions compare: values, or codes of levels. */
export function cellsOfColumn(column: Column): Float64Array | Int32Array {
  return column.type === "numeric" ? column.values : column.codes;
}

/** Keeps the prediction and counts its figures. A rule that no row reached has the counts of all rows. */
export function factsOf(then: Conclusion, problem: Problem, rows: readonly number[]): Conclusion {
  const { target, weights } = problem;
  const weightOf = (row: number) => weights?.[row] ?? 1;
  const weight = rows.reduce((sum, row) => sum + weightOf(row), 0);
  if (target.kind === "classes" && "label" in then) {
    const { codes, levels } = target.column;
    const counts = new Array<number>(levels.length).fill(0);
    const counted = weight > 0 ? rows : Array.from({ length: problem.rows }, (_, row) => row);
    for (const row of counted) counts[codes[row]] += weightOf(row);
    return { weight, counts, label: then.label };
  }
  if (target.kind === "values" && "value" in then)
    return valueFacts(then, target.column.values, problem, rows);
  throw new Error("a rule concludes what the target has");
}

function valueFacts(
  then: ValueConclusion,
  values: Float64Array,
  { attributes, weights }: Problem,
  rows: readonly number[],
): ValueConclusion {
  const weightOf = (row: number) => weights?.[row] ?? 1;
  const mean = (numbers: readonly number[], of: readonly number[]) => {
    const weight = of.reduce((sum, row) => sum + weightOf(row), 0);
    return weight > 0 ? of.reduce((sum, row, i) => sum + weightOf(row) * numbers[i], 0) / weight : 0;
  };
  const cells = attributes.map(cellsOfColumn);
  const weight = rows.reduce((sum, row) => sum + weightOf(row), 0);
  const apart = (said: (row: number) => number) =>
    mean(
      rows.map((row) => (values[row] - said(row)) ** 2),
      rows,
    );
  if (then.formula === undefined) return { weight, value: then.value, error: apart(() => then.value) };
  const terms = then.formula.terms.map((term) => {
    const column = cells[term.attribute];
    const known = rows.filter((row) =>
      column instanceof Int32Array ? column[row] >= 0 : !Number.isNaN(column[row]),
    );
    return {
      ...term,
      missing: mean(
        known.map((row) => termValue(term, column[row])),
        known,
      ),
    };
  });
  const formula = { ...then.formula, terms };
  const error = apart((row) => formulaValue(formula, (a) => cells[a][row]));
  return {
    weight,
    value:
      weight > 0
        ? mean(
            rows.map((row) => values[row]),
            rows,
          )
        : then.value,
    error,
    formula,
  };
}
