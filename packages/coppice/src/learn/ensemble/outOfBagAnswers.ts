import type { EnsembleModel } from "../../model/ensemble.js";
import { splitPacked } from "../../model/splitPacked.js";
import { labelsOf, lossOfAnswer } from "../../predict/combine.js";
import type { Prediction } from "../../predict/prediction.js";
import { predictTree } from "../../predict/predictTree.js";
import { takeRows } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";
import { keyColumn, orderOfKeys } from "../../table/training/keyColumn.js";
import { learnerNamed } from "../registry.js";
import { leavesOut, membersOf, type Sampling } from "./members.js";
import { OutOfBag } from "./outOfBag.js";
import { treeRows, unseen } from "./rowsOf.js";
import { type EnsembleRequest, ensembleJob } from "./run.js";

/** What rows were told by the trees that did not see them. */
export interface OutOfBagAnswers {
  /** The rows that some tree did not see. */
  readonly rows: Int32Array;
  readonly prediction: Prediction;
}

/**
 * A model keeps its error out of the bag, but not what it said of each row. Which rows a tree saw depends on the seed
 * alone, so the answers can be had again from the table and the request it was learned with. Nothing for other models,
 * and where rows of the table were not learned from.
 */
export function outOfBagAnswers(
  model: EnsembleModel,
  table: Table,
  request: EnsembleRequest,
): OutOfBagAnswers | undefined {
  const learner = learnerNamed(model.learner);
  const { combine } = model;
  if (learner.kind !== "ensemble" || combine.kind === "sum" || !isSampled(model.options)) return undefined;
  const { problem, seed } = ensembleJob(table, request, learner);
  if (problem.rows !== table.rows) return undefined;
  const bag = new OutOfBag(treeRows(problem), combine.kind);
  const trees = model.members.kind === "packed" ? splitPacked(model.members.trees) : model.members.models;
  const members = membersOf(problem, model.options, seed, 0, trees.length);
  trees.forEach((tree, i) => {
    const rows = unseen(members[i].counts!);
    if ("starts" in tree) bag.add(tree, rows);
    else
      bag.hearAll(
        rows,
        predictTree(tree, makeTable(problem.attributes.map((column) => takeRows(column, rows)))),
      );
  });
  const keys = request.rowKey === undefined ? undefined : keyColumn(table, request.rowKey);
  return answersOf(bag, (keys && orderOfKeys(keys)) ?? problem.rows, model);
}

function isSampled(options: object): options is Sampling {
  return "bootstrap" in options && leavesOut(options as Sampling);
}

function inverse(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) places[order[i]] = i;
  return places;
}

/** `all`: how many rows there are, or by row its place in the table. */
function answersOf(bag: OutOfBag, all: number | Int32Array, model: EnsembleModel): OutOfBagAnswers {
  const { task, target } = model;
  const width = task === "classification" ? (target.levels?.length ?? 1) : 1;
  const rows: number[] = [];
  const said: number[] = [];
  const places = typeof all === "number" ? undefined : inverse(all);
  const count = typeof all === "number" ? all : all.length;
  for (let row = 0; row < count; row++) {
    const answer = bag.answer(places ? places[row] : row);
    if (answer === undefined) continue;
    rows.push(row);
    for (const share of answer) said.push(share);
  }
  const values = Float64Array.from(said);
  const prediction: Prediction =
    task === "regression"
      ? { kind: "regression", values, warnings: [] }
      : {
          kind: "classification",
          labels: labelsOf(values, width, lossOfAnswer(model)),
          probabilities: values,
          warnings: [],
        };
  return { rows: Int32Array.from(rows), prediction };
}
