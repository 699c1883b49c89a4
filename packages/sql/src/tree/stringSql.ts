import type { Derived } from "coppice";
import type { Dialect } from "../dialect/dialect.js";

type Pattern = Extract<Derived, { kind: "pattern" }>;

/** The columns of strings are read as text; an empty one is missing. */
export function stringSql(column: string, dialect: Dialect): string {
  return `NULLIF(${dialect.asText(column)}, '')`;
}

/**
 * A measure of a string as an expression: 1 or 0, or the number of letters; NULL where the string is missing. Undefined for
 * what SQL has no equal of: words, counts with overlaps, and letters in any case beyond ASCII.
 */
export function stringMeasureSql(step: Derived, text: string, dialect: Dialect): string | undefined {
  if (step.kind === "length" && step.unit === "letters") return dialect.asDouble(`length(${text})`);
  if (step.kind !== "pattern" || step.unit !== "letters" || step.fold || step.result !== "has")
    return undefined;
  const has = `${windowSql(step, text)} LIKE ${dialect.text(likePattern(step))} ESCAPE '!'`;
  return `CASE WHEN ${text} IS NULL THEN NULL WHEN ${has} THEN 1 ELSE 0 END`;
}

/** Anything before and after the pattern; a point of the pattern is any letter. */
function likePattern({ pattern }: Pattern): string {
  const letters = pattern.map((letter) => (letter === null ? "_" : letter.replace(/[%_!]/g, "!$&")));
  return `%${letters.join("")}%`;
}

/** The letters among which the pattern must be, wherever it starts (or, from the end, ends) within its range. */
function windowSql({ place, pattern }: Pattern, text: string): string {
  if (place === undefined) return text;
  const { side, from, to } = place;
  const size = to - from + pattern.length;
  if (side === "start") return `substr(${text}, ${from}, ${size})`;
  const last = `(length(${text}) - ${from - 1})`;
  const first = `greatest(1, ${last} - ${size - 1})`;
  return `CASE WHEN ${last} >= ${pattern.length} THEN substr(${text}, ${first}, ${last} - ${first} + 1) ELSE '' END`;
}
