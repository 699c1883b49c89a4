/** `coppice-sql`: training where the data is, and trees as SQL. */
export type { Dialect } from "./dialect/dialect.js";
export { duckdb } from "./dialect/duckdb.js";
export type { Relation } from "./dialect/relation.js";
export { spark } from "./dialect/spark.js";
export { type TreeSqlOptions, treeSql } from "./tree/treeSql.js";
