import type { TreeModel } from "coppice";
import type { Dialect } from "../dialect/dialect.js";
import { type ModelSqlOptions, modelSql } from "./modelSql.js";

export type TreeSqlOptions = ModelSqlOptions;

/** `modelSql` for a tree. */
export function treeSql(model: TreeModel, dialect: Dialect, options: TreeSqlOptions): string {
  return modelSql(model, dialect, options);
}
