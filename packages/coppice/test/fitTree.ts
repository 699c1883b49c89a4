import { type FitTableRequest, fitTable } from "../src/learn/fit.js";
import { isTree } from "../src/model/model.js";
import type { TreeModel } from "../src/model/tree.js";
import type { Table } from "../src/table/table.js";

/** `fitTable` for a learner's name of type `string` that must give a tree. */
export function fitTree(table: Table, request: FitTableRequest): TreeModel {
  const model = fitTable(table, request);
  if (!isTree(model)) throw new Error(`${model.learner} learned no tree`);
  return model;
}
