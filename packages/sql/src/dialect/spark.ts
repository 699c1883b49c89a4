import type { Dialect, Storage } from "./dialect.js";
import { placeOf } from "./letterAt.js";
import { digitsOf, quotedName } from "./names.js";

const STORAGE: readonly (readonly [RegExp, Storage])[] = [
  [/^(tinyint|smallint|int|float|double|decimal\(.*\))$/, "number"],
  [/^bigint$/, "integer"],
  [/^(string|boolean|(var)?char\(.*\))$/, "text"],
  [/^date$/, "date"],
  [/^timestamp(_ntz|_ltz)?$/, "date-time"],
];

/** A schema of our own, which is dropped once it is empty: other fits may use it at the same time. */
export const SCRATCH_SCHEMA = "coppice_scratch";

/** Whether megabytes repeat is not worth looking for. */
const OF_BLOCKS = "OPTIONS ('parquet.enable.dictionary' 'false', 'compression' 'none')";

export const spark: Dialect = {
  name: "spark",
  storageOf: (type) => STORAGE.find(([pattern]) => pattern.test(type))?.[1],
  isNarrow: (type) => /^(tinyint|smallint|int|float|double)$/.test(type),
  identifier: (name) => quotedName(name, "`"),
  // Whether a backslash escapes is a setting of the session: texts with one, or with a quote, are written as bytes.
  text: (value) =>
    /^[^\\'"\p{Cc}]*$/u.test(value)
      ? `'${value}'`
      : `CAST(X'${Buffer.from(value, "utf8").toString("hex").toUpperCase()}' AS STRING)`,
  double: (value) => `${digitsOf(value)}D`,
  xor: (a, b) => `(${a} ^ ${b})`,
  shifted: (expression, bits) => `shiftright(${expression}, ${bits})`,
  bits: (expression) => `CAST(reflect('java.lang.Double', 'doubleToLongBits', ${expression}) AS BIGINT)`,
  // Of element_at Spark believes that it has a value although its place has none, and then makes one up.
  itemOf: (list, place, type = "DOUBLE") => {
    const item = `try_element_at(array(${list.map(spark.double).join(", ")}), ${placeOf(place)})`;
    return type === "DOUBLE" ? item : `CAST(${item} AS ${type})`;
  },
  asDouble: (expression) => `CAST(${expression} AS DOUBLE)`,
  rowHash: (expressions) => `CAST(xxhash64(${expressions.join(", ")}) AS DECIMAL(38, 0))`,
  asText: (expression) => `CAST(${expression} AS STRING)`,
  isNaN: (expression) => `isnan(${expression})`,
  milliseconds: (expression) => `(CAST(unix_micros(CAST(${expression} AS TIMESTAMP)) AS DOUBLE) / 1000D)`,
  trimmed: (expression, characters) => `trim(BOTH ${spark.text(characters)} FROM ${expression})`,
  // Tables, not cached views: a view's plan contains those of all views before it, and doubles with every level of a tree.
  beforeScratch: [`CREATE SCHEMA IF NOT EXISTS ${SCRATCH_SCHEMA}`],
  afterScratch: [`DROP SCHEMA IF EXISTS ${SCRATCH_SCHEMA}`],
  createScratch: (name, query, blocks = false) =>
    `CREATE TABLE ${SCRATCH_SCHEMA}.${name} USING parquet ${blocks ? OF_BLOCKS : ""} AS ${query}`,
  dropScratch: (name) => [`DROP TABLE IF EXISTS ${SCRATCH_SCHEMA}.${name}`],
  scratchName: (name) => `${SCRATCH_SCHEMA}.${name}`,
  codeType: (most) => (most < 128 ? "TINYINT" : most < 32768 ? "SMALLINT" : "INT"),
  stacked: (pairs, [number, value]) => {
    const all = pairs.map(([label, expression]) => `${label}, CAST(${expression} AS INT)`).join(", ");
    return `stack(${pairs.length}, ${all}) AS (${number}, ${value})`;
  },
};
