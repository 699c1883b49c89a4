import type { Dialect } from "./dialect.js";
import { digitsOf, quotedName } from "./names.js";

export const spark: Dialect = {
  name: "spark",
  identifier: (name) => quotedName(name, "`"),
  // Whether a backslash escapes is a setting of the session: texts with one, or with a quote, are written as bytes.
  text: (value) =>
    /^[^\\'"\p{Cc}]*$/u.test(value)
      ? `'${value}'`
      : `CAST(X'${Buffer.from(value, "utf8").toString("hex").toUpperCase()}' AS STRING)`,
  double: (value) => `${digitsOf(value)}D`,
  asDouble: (expression) => `CAST(${expression} AS DOUBLE)`,
  asText: (expression) => `CAST(${expression} AS STRING)`,
  isNaN: (expression) => `isnan(${expression})`,
  milliseconds: (expression) => `(CAST(unix_micros(CAST(${expression} AS TIMESTAMP)) AS DOUBLE) / 1000D)`,
  trimmed: (expression, characters) => `trim(BOTH ${spark.text(characters)} FROM ${expression})`,
};
