import { answerShares, answerValue } from "../../model/answer.js";
import { isTree, type Model } from "../../model/model.js";
import { modelJson } from "../../model/modelJson.js";
import { parseModel } from "../../model/parse.js";
import { branchOf } from "../../model/test.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { type Cells, cellsOf } from "../../predict/cells.js";
import { likeliest } from "../../predict/combine.js";
import { type Prediction, predictTable } from "../../predict/predictTable.js";
import type { Table } from "../../table/table.js";
import { ensure, ensureSame } from "./check.js";

/** The model survives JSON, and what it predicts for these rows are shares or finite numbers. */
export function ensureSound(model: Model, table: Table): void {
  const read = parseModel(JSON.parse(JSON.stringify(modelJson(model))));
  ensureSame(read, model, "the model that was read from its JSON: it");
  const answer = predictTable(model, table);
  if (answer.kind === "regression") {
    const row = answer.values.findIndex((value) => !Number.isFinite(value));
    ensure(row < 0, `row ${row} is predicted as ${answer.values[row]}`);
    return;
  }
  const classes = model.target.levels!.length;
  for (let row = 0; row < table.rows; row++) {
    const shares = answer.probabilities.subarray(row * classes, (row + 1) * classes);
    const sum = shares.reduce((a, b) => a + b, 0);
    ensure(
      Math.abs(sum - 1) < 5e-10 && shares.every((p) => p >= 0),
      `the probabilities of row ${row} must not be negative and must add up to 1; they are ${shares}`,
    );
  }
}

/** The labels, or the values. */
export function predictionsOf(prediction: Prediction): number[] {
  return Array.from(prediction.kind === "regression" ? prediction.values : prediction.labels);
}

/** The tree predicts for every row, of which no cell is missing, what the leaf does to which branchOf leads. */
export function ensureWalked(model: Model, table: Table): void {
  ensure(isTree(model), "the model of a tree learner must be a tree");
  const { cells } = cellsOf(model, table);
  const walked = Array.from({ length: table.rows }, (_, row) => walkedTo(model, cells, row));
  // Gates send every row down both branches.
  if (model.nodes.some((node) => isSplit(node) && node.test.kind === "gate")) return;
  ensureSame(predictionsOf(predictTable(model, table)), walked, "the prediction");
}

function walkedTo(model: TreeModel, cells: readonly Cells[], row: number): number {
  let node = model.nodes[0];
  while (isSplit(node)) {
    const branch: number = branchOf(node.test, cells[node.test.attribute][row]);
    ensure(branch >= 0, `row ${row} has no branch at a test of attribute ${node.test.attribute}`);
    node = model.nodes[node.branches[branch]];
  }
  const { answer } = node;
  const cellOf = (a: number) => cells[a][row];
  if (answer?.kind === "linear") return answerValue(answer, cellOf);
  if (answer?.kind === "classifier")
    return likeliest(answerShares(answer, cellOf), 0, answer.formulas.length);
  return "counts" in node ? node.label : node.value;
}
