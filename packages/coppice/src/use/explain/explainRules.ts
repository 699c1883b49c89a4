import type { RuleModel } from "../../model/ruleSet.js";
import { cellsOf } from "../../predict/cells.js";
import { rulesByRow } from "../../predict/predictRules.js";
import { statedRules } from "../../rules/rulesOfModel.js";
import type { Table } from "../../table/table.js";
import type { RuleReasons } from "./explanation.js";

/** For each row, the rules that match it, or the default. */
export function explainRules(model: RuleModel, table: Table): RuleReasons[] {
  const { cells } = cellsOf(model, table);
  const stated = statedRules(model);
  const of = model.rules.length;
  return rulesByRow(model, cells, table.rows).map((found) => ({
    kind: "rules",
    rules: found.length === 0 ? [stated[of]] : found.map((rule) => ({ rule, ...stated[rule] })),
    of,
  }));
}
