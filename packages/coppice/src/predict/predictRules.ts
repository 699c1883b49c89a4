import { answerShares, answerValue } from "../model/answer.js";
import { type Condition, holds } from "../model/condition.js";
import { labelOf, posterior } from "../model/costs.js";
import { formulaValue } from "../model/formula.js";
import type { Conclusion, RuleModel, ValueConclusion } from "../model/ruleSet.js";
import type { ClassFacts } from "../model/tree.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Cells } from "./bind.js";
import type { Answers } from "./prediction.js";

/** The rules' predictions for rows whose cells are bound to the model's attributes. */
export function ruleAnswers(model: RuleModel, cells: readonly Cells[], rows: number): Answers {
  const answering = answeringRules(model, cells, rows);
  return model.task === "classification" ? classes(model, answering, cells) : values(answering, cells);
}

/**
 * For each row, the conclusions that apply: that of the first matching rule, or of all matching rules if they vote.
 */
function answeringRules(
  model: RuleModel,
  cells: readonly Cells[],
  rows: number,
): readonly (readonly Conclusion[])[] {
  const otherwise = [model.otherwise];
  return rulesByRow(model, cells, rows).map((rules) =>
    rules.length === 0 ? otherwise : rules.map((rule) => model.rules[rule].then),
  );
}

const NONE: readonly number[] = [];

/** For each row, the indexes of the rules that apply: at most one if the first decides. */
export function rulesByRow(
  { attributes, rules, order }: Pick<RuleModel, "attributes" | "rules" | "order">,
  cells: readonly Cells[],
  rows: number,
): (readonly number[])[] {
  const found = new Array<readonly number[]>(rows).fill(NONE);
  let left: Int32Array = Int32Array.from({ length: rows }, (_, row) => row);
  rules.forEach((rule, index) => {
    const mine = [index];
    const covered = rowsWhere(rule.if, attributes, cells, left);
    for (const row of covered) found[row] = found[row] === NONE ? mine : [...found[row], index];
    if (order === "first") left = left.filter((row) => found[row] === NONE);
  });
  return found;
}

/** The rows for which all conditions hold, in their order. */
export function rowsWhere(
  conditions: readonly Condition[],
  attributes: readonly ColumnSchema[],
  cells: readonly Cells[],
  rows: Int32Array,
): Int32Array {
  return conditions.reduce((left, condition) => {
    const column = cells[condition.attribute];
    const hasLevels = attributes[condition.attribute].type !== "numeric";
    const kept = new Int32Array(left.length);
    let n = 0;
    // A plain loop: models of thousands of rules compare every row with most of them.
    for (let i = 0; i < left.length; i++)
      if (holds(condition, column[left[i]], hasLevels)) kept[n++] = left[i];
    return kept.subarray(0, n);
  }, rows);
}

function classes(
  { target, costs }: RuleModel,
  answering: readonly (readonly Conclusion[])[],
  cells: readonly Cells[],
): Answers {
  const count = target.levels!.length;
  const labels = new Int32Array(answering.length);
  const probabilities = new Float64Array(answering.length * count);
  answering.forEach((conclusions, row) => {
    const facts = conclusions as readonly ClassFacts[];
    const mixed = probabilities.subarray(row * count, (row + 1) * count);
    for (const { counts, answer } of facts) {
      const shares =
        answer?.kind === "classifier" ? answerShares(answer, (a) => cells[a][row]) : posterior(counts, costs);
      shares.forEach((p, k) => {
        mixed[k] += p / facts.length;
      });
    }
    labels[row] =
      facts.length === 1 && !facts[0].answer
        ? facts[0].label
        : labelOf(mixed, costs?.loss && { loss: costs.loss });
  });
  return { kind: "classification", labels, probabilities };
}

function values(answering: readonly (readonly Conclusion[])[], cells: readonly Cells[]): Answers {
  return {
    kind: "regression",
    values: Float64Array.from(answering, (conclusions, row) => {
      const facts = conclusions as readonly ValueConclusion[];
      return facts.reduce((sum, one) => sum + conclusionValue(one, cells, row) / facts.length, 0);
    }),
  };
}

/** The value of a conclusion for a row: its constant, or its formula applied to the row's cells. */
export function conclusionValue(
  { value, formula, answer }: ValueConclusion,
  cells: readonly Cells[],
  row: number,
): number {
  const cellOf = (a: number) => cells[a][row];
  if (answer?.kind === "linear") return answerValue(answer, cellOf);
  return formula ? formulaValue(formula, cellOf) : value;
}
