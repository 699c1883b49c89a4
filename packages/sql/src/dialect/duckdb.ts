import type { Dialect } from "./dialect.js";
import { digitsOf, quotedName } from "./names.js";

export const duckdb: Dialect = {
  name: "duckdb",
  identifier: (name) => quotedName(name, '"'),
  // Backslashes mean nothing between single quotes; a NUL would end the statement.
  text: (value) =>
    value
      .split("\0")
      .map((part) => `'${part.replaceAll("'", "''")}'`)
      .join(" || chr(0) || "),
  // A bare 0.1 would be a DECIMAL.
  double: (value) => `CAST('${digitsOf(value)}' AS DOUBLE)`,
  asDouble: (expression) => `CAST(${expression} AS DOUBLE)`,
  asText: (expression) => `CAST(${expression} AS VARCHAR)`,
  isNaN: (expression) => `isnan(${expression})`,
  milliseconds: (expression) => `(CAST(epoch_us(CAST(${expression} AS TIMESTAMP)) AS DOUBLE) / 1000)`,
  trimmed: (expression, characters) => `trim(${expression}, ${duckdb.text(characters)})`,
};
