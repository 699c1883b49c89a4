/** `coppice-sql`: training where the data is, and trees as SQL. */
export type { Batch, BatchColumn, Connection } from "./connection/connection.js";
export type { Dialect } from "./dialect/dialect.js";
export { duckdb } from "./dialect/duckdb.js";
export type { Relation } from "./dialect/relation.js";
export { spark } from "./dialect/spark.js";
export { DuckDbConnection, type DuckDbOptions } from "./duckdb/connection.js";
export { sqlData } from "./engine/data.js";
export { SqlEngine } from "./engine/engine.js";
export { type OpenDataOptions, type OpenedData, openData, sizeOf } from "./engine/openData.js";
export type { RowsRequest } from "./engine/request.js";
export {
  type PredictedInto,
  type PredictedRows,
  type PredictIntoOptions,
  type PredictRowsOptions,
  predictInto,
  predictRows,
} from "./predict/predictRows.js";
export type { Feed } from "./source/feed.js";
export { openFeed } from "./source/openFeed.js";
export { SparkConnection, type SparkOptions } from "./spark/connection.js";
export { type ModelQueryRequest, modelQuery } from "./tree/modelQuery.js";
export { type ModelSqlOptions, modelSql } from "./tree/modelSql.js";
export { type TreeSqlOptions, treeSql } from "./tree/treeSql.js";
