import { type FitRequest, fitTable } from "../src/learn/fit.js";
import { isTree } from "../src/model/model.js";
import type { TreeModel } from "../src/model/tree.js";
import type { Table } from "../src/table/table.js";

/** For learners that are only known by a string: the model of one tree. */
export function fitTree(table: Table, request: FitRequest): TreeModel {
  const model = fitTable(table, request);
  if (!isTree(model)) throw new Error(`${model.learner} learned no tree`);
  return model;
}
