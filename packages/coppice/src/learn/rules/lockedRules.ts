import { type Problem, problemRows } from "../../engine/problem.js";
import { holds } from "../../model/condition.js";
import type { Conclusion, ModelRule } from "../../model/ruleSet.js";
import type { Column } from "../../table/column.js";

/** Rules that stand as they are, with what they answer for, and the rows that they leave to learning. */
export interface LockedRules {
  readonly rules: readonly ModelRule[];
  readonly left: Problem;
}

/** Counts what locked rules answer for, the first that holds for each row. */
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

/** What is said stays; how far it is right is counted. What no row reached has the counts of all rows. */
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
  if (target.kind === "values" && "value" in then) {
    const { values } = target.column;
    const squares = rows.reduce((sum, row) => sum + weightOf(row) * (values[row] - then.value) ** 2, 0);
    return { weight, value: then.value, error: weight > 0 ? squares / weight : 0 };
  }
  throw new Error("a rule concludes what the target has");
}
