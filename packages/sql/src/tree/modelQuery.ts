import { CoppiceError, type Model } from "coppice";
import type { Dialect } from "../dialect/dialect.js";
import { duckdb } from "../dialect/duckdb.js";
import { spark } from "../dialect/spark.js";
import { eitherQueryOrTable, partsOf } from "../source/address.js";
import { modelSql } from "./modelSql.js";

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([duckdb, spark].map((each) => [each.name, each]));

/** What the command is given. */
export interface ModelQueryRequest {
  readonly dialect: string;
  /** The name of a table, its parts apart by points: main.orders, "my orders". */
  readonly table?: string | undefined;
  readonly query?: string | undefined;
  readonly key: string;
  readonly as?: string | undefined;
}

/** A model as a query over a table or over a query. */
export function modelQuery(model: Model, { dialect, table, query, key, as }: ModelQueryRequest): string {
  const spoken = DIALECTS.get(dialect);
  if (spoken === undefined) {
    const rule = `one of ${[...DIALECTS.keys()].join(", ")}`;
    throw new CoppiceError("USAGE", `--dialect must be ${rule}; got ${dialect}`, { name: "--dialect", rule });
  }
  const parts = table === undefined ? undefined : partsOf(table);
  eitherQueryOrTable(query, parts);
  const from = query === undefined ? parts && { table: parts } : { query };
  if (from === undefined) {
    const rule = 'a table\'s name, such as orders, main.orders or "my orders"';
    throw new CoppiceError("USAGE", `--table must be ${rule}`, { name: "--table", rule, value: table });
  }
  return modelSql(model, spoken, { from, key, ...(as !== undefined && { as }) });
}
