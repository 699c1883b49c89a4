import { holds } from "../../model/condition.js";
import { labelOf, posterior } from "../../model/costs.js";
import type { Conclusion, RuleModel } from "../../model/ruleSet.js";
import type { ClassFacts, ValueFacts } from "../../model/tree.js";
import type { Table } from "../../table/table.js";
import { bind, type Cells } from "./bind.js";
import type { Prediction } from "./prediction.js";

export function predictRules(model: RuleModel, table: Table): Prediction {
  const { cells, warnings } = bind(model.attributes, table);
  const answering = answeringRules(model, cells, table.rows);
  return {
    ...(model.task === "classification" ? classes(model, answering) : values(model, answering)),
    warnings,
  };
}

/** By row, the conclusions that answer for it: one where the first rule decides, else of all rules that hold. */
export function answeringRules(
  model: RuleModel,
  cells: readonly Cells[],
  rows: number,
): readonly (readonly Conclusion[])[] {
  const { attributes, rules, order, otherwise } = model;
  const isNominal = attributes.map(({ type }) => type === "nominal");
  const holding = (row: number) => (rule: RuleModel["rules"][number]) =>
    rule.if.every((one) => holds(one, cells[one.attribute][row], isNominal[one.attribute]));
  return Array.from({ length: rows }, (_, row) => {
    if (order === "first") return [(rules.find(holding(row)) ?? { then: otherwise }).then];
    const found = rules.filter(holding(row)).map(({ then }) => then);
    return found.length > 0 ? found : [otherwise];
  });
}

function classes({ target, costs }: RuleModel, answering: readonly (readonly Conclusion[])[]) {
  const count = target.levels!.length;
  const labels = new Int32Array(answering.length);
  const probabilities = new Float64Array(answering.length * count);
  answering.forEach((conclusions, row) => {
    const facts = conclusions as readonly ClassFacts[];
    const mixed = probabilities.subarray(row * count, (row + 1) * count);
    for (const { counts } of facts) {
      posterior(counts, costs).forEach((p, k) => {
        mixed[k] += p / facts.length;
      });
    }
    labels[row] = facts.length === 1 ? facts[0].label : labelOf(mixed, costs?.loss && { loss: costs.loss });
  });
  return { kind: "classification" as const, labels, probabilities };
}

function values(_: RuleModel, answering: readonly (readonly Conclusion[])[]) {
  const mean = (facts: readonly ValueFacts[]) =>
    facts.reduce((sum, { value }) => sum + value, 0) / facts.length;
  return {
    kind: "regression" as const,
    values: Float64Array.from(answering, (facts) => mean(facts as readonly ValueFacts[])),
  };
}
