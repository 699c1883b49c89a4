import type { Dialect } from "../dialect/dialect.js";

/** Which rows of the base table count: those with a target and a weight above 0. */
export const USABLE = "y IS NOT NULL AND w <> 0";

/** The library's default markers of missing values in text. */
const MARKERS = ["", "?", "NA", "NaN", "null"];

/** NaN is missing, and -0 is 0, as in the library. */
export function cleanNumber(column: string, dialect: Dialect): string {
  const number = dialect.asDouble(column);
  return `CASE WHEN ${dialect.isNaN(number)} THEN NULL WHEN ${number} = 0 THEN ${dialect.double(0)} ELSE ${number} END`;
}

export function cleanText(column: string, dialect: Dialect): string {
  const text = dialect.asText(column);
  return `CASE WHEN ${text} IN (${MARKERS.map(dialect.text).join(", ")}) THEN NULL ELSE ${text} END`;
}
