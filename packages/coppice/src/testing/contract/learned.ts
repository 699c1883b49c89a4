import { isEnsemble, isTree, type Model, modelSize } from "../../model/model.js";
import type { NumericColumn } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";

/** What was learned, without the head: that may depend on rows which did not matter. */
export function learnedBy(model: Model): unknown {
  if (isEnsemble(model)) return model.members;
  return isTree(model) ? model.nodes : { ...model, training: undefined };
}

/** Tests and leaves with answers of their own, or conditions and the terms of formulas. */
export function questionsOf(model: Model): number {
  const size = modelSize(model);
  const answered = isTree(model) ? model.nodes.filter(({ answer }) => answer).length : 0;
  if ("nodes" in size) return size.nodes - size.leaves + answered;
  const predicted =
    model.format === "coppice-rules" ? [...model.rules.map(({ then }) => then), model.otherwise] : [];
  return predicted.reduce(
    (sum, then) => sum + ("formula" in then ? then.formula!.terms.length : 0),
    size.conditions,
  );
}

/** The table's column of weights. */
export function weightIn(table: Table): NumericColumn {
  const weight = table.columns.find(({ name }) => name === "weight");
  if (weight?.type !== "numeric") throw new Error("the table has no weights");
  return weight;
}

export function withoutWeight(table: Table): Table {
  return makeTable(table.columns.filter(({ name }) => name !== "weight"));
}
