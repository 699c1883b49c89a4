import { type EnsembleModel, memberCount } from "../../model/ensemble.js";
import { predictTable } from "../../predict/predictTable.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Table } from "../../table/table.js";
import type { VoteReasons } from "./explanation.js";
import { type ExplainedRow, memberPaths } from "./memberPaths.js";
import { reasonsFrom } from "./voteReasons.js";

/** For each row, the rules that contributed to the prediction. */
export function explainEnsemble(
  model: EnsembleModel,
  table: Table,
): { attributes: readonly ColumnSchema[]; reasons: VoteReasons[] } {
  const members = memberPaths(model, table);
  const prediction = predictTable(model, table);
  const trees = memberCount(model);
  const sum = sumOf(model);
  const reasons = Array.from({ length: table.rows }, (_, row): VoteReasons => {
    const answer: ExplainedRow =
      prediction.kind === "regression" ? { row } : { row, label: prediction.labels[row] };
    return { kind: "trees", trees, sum, ...reasonsFrom(members.of(answer), members.attributes) };
  });
  return { attributes: members.attributes, reasons };
}

function sumOf({ combine, task }: EnsembleModel): VoteReasons["sum"] {
  if (combine.kind === "sum") return "score";
  return task === "regression" ? "value" : "probability";
}
