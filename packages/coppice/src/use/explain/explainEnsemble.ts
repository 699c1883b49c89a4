import { type EnsembleModel, memberCount } from "../../model/ensemble.js";
import { areAnswers, nearestResidual } from "../../model/neighbours.js";
import { cellsOf } from "../../predict/cells.js";
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
  const hasFormulas = predictsByFormulas(model);
  const correctionOf = corrections(model, table);
  const reasons = Array.from({ length: table.rows }, (_, row): VoteReasons => {
    const answer: ExplainedRow =
      prediction.kind === "regression" ? { row } : { row, label: prediction.labels[row] };
    const more = { ...(hasFormulas && { formulas: true as const }), ...correctionOf?.(row) };
    return { kind: "trees", trees, sum, ...more, ...reasonsFrom(members.of(answer), members.attributes) };
  });
  return { attributes: members.attributes, reasons };
}

function predictsByFormulas({ members }: EnsembleModel): boolean {
  return members.kind === "models" && members.models.some(({ nodes }) => nodes.some(({ answer }) => answer));
}

/** What the nearest training rows add to a row's prediction, if the model has any. */
function corrections(model: EnsembleModel, table: Table) {
  const { neighbours } = model;
  if (neighbours === undefined) return undefined;
  if (areAnswers(neighbours)) return (): Pick<VoteReasons, "nearest"> => ({ nearest: neighbours.count });
  const { cells } = cellsOf(model, table);
  return (row: number): Pick<VoteReasons, "correction"> => ({
    correction: {
      by: neighbours.share * nearestResidual(neighbours, (a) => cells[a][row]),
      rows: neighbours.count,
    },
  });
}

function sumOf({ combine, task }: EnsembleModel): VoteReasons["sum"] {
  if (combine.kind === "sum") return "score";
  return task === "regression" ? "value" : "probability";
}
