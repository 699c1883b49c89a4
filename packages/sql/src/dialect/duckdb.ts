import type { Dialect, Storage } from "./dialect.js";
import { placeOf } from "./letterAt.js";
import { digitsOf, quotedName } from "./names.js";

const STORAGE: readonly (readonly [RegExp, Storage])[] = [
  [/^(U?(TINYINT|SMALLINT|INTEGER)|FLOAT|DOUBLE|DECIMAL\(.*\))$/, "number"],
  [/^U?(BIGINT|HUGEINT)$/, "integer"],
  [/^(VARCHAR|BOOLEAN|UUID|ENUM\(.*\))$/s, "text"],
  [/^DATE$/, "date"],
  [/^TIME$/, "time"],
  [/^TIMESTAMP(_S|_MS|_NS| WITH TIME ZONE)?$/, "date-time"],
];

export const duckdb: Dialect = {
  name: "duckdb",
  storageOf: (type) => STORAGE.find(([pattern]) => pattern.test(type))?.[1],
  isNarrow: (type) => /^(FLOAT|DOUBLE|INTEGER)$/.test(type),
  identifier: (name) => quotedName(name, '"'),
  // Backslashes mean nothing between single quotes; a NUL would end the statement.
  text: (value) =>
    value
      .split("\0")
      .map((part) => `'${part.replaceAll("'", "''")}'`)
      .join(" || chr(0) || "),
  // A bare 0.1 would be a DECIMAL.
  double: (value) => `CAST('${digitsOf(value)}' AS DOUBLE)`,
  xor: (a, b) => `xor(${a}, ${b})`,
  shifted: (expression, bits) => `(${expression} >> ${bits})`,
  bits: (expression) => `CAST(CAST(${expression} AS BIT) AS BIGINT)`,
  position: "rowid",
  itemOf: (list, place, type = "DOUBLE") =>
    `list_extract(CAST('[${list.map(digitsOf).join(", ")}]' AS ${type}[]), ${placeOf(place)})`,
  looksUp: true,
  asDouble: (expression) => `CAST(${expression} AS DOUBLE)`,
  rowHash: (expressions) => `CAST(hash(${expressions.join(", ")}) AS HUGEINT)`,
  asText: (expression) => `CAST(${expression} AS VARCHAR)`,
  isNaN: (expression) => `isnan(${expression})`,
  milliseconds: (expression) => `(CAST(epoch_us(CAST(${expression} AS TIMESTAMP)) AS DOUBLE) / 1000)`,
  trimmed: (expression, characters) => `trim(${expression}, ${duckdb.text(characters)})`,
  createScratch: (name, query) => `CREATE TEMP TABLE ${name} AS ${query}`,
  dropScratch: (name) => [`DROP TABLE IF EXISTS temp.main.${name}`],
  scratchName: (name) => `temp.main.${name}`,
  // Both sides keep the order in which they were inserted: the session sets preserve_insertion_order.
  byPosition: (left, right) => `${left} POSITIONAL JOIN ${right}`,
  codeType: (most) => (most < 256 ? "UTINYINT" : most < 65536 ? "USMALLINT" : "INTEGER"),
};
