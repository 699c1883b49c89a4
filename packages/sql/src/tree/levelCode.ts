import type { ColumnSchema } from "coppice";
import type { Dialect } from "../dialect/dialect.js";

/** How a column is stored, where it is known: levels that are numbers are compared as numbers with a column of numbers. */
export type StoredAs = "number" | "text" | "moment";

/** Everything that JavaScript trims. */
const BLANKS =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/**
 * The code of the level that a column has; NULL if there is none. Matches like the library's `levelCoder`: text by its
 * characters or, where spellings are joined, without regard to case and outer blanks; numbers by their value.
 */
export function levelCode(
  { levels = [], notation }: ColumnSchema,
  column: string,
  stored: StoredAs | undefined,
  dialect: Dialect,
): string {
  if (stored === "number") return numberCode(levels, column, dialect);
  const text = dialect.asText(column);
  const exact = caseOf(
    text,
    levels.map((level, code) => [dialect.text(level), code]),
  );
  const isJoined =
    notation !== undefined || /^(n,y|false,true)$/.test(levels.slice(0, 3).map(spelling).sort().join());
  if (!isJoined) return exact;
  const spelt = new Map(levels.map((level, code) => [spelling(level), code]));
  const lower = `lower(${dialect.trimmed(text, BLANKS)})`;
  const word = `CASE ${lower} WHEN 'yes' THEN 'y' WHEN 'no' THEN 'n' ELSE ${lower} END`;
  return `COALESCE(${exact}, ${caseOf(
    word,
    [...spelt].map(([level, code]) => [dialect.text(level), code]),
  )})`;
}

function spelling(level: string): string {
  return level
    .trim()
    .toLowerCase()
    .replace(/^(yes|no)$/, (word) => word[0]);
}

/** By value: the level that is written like the number, otherwise the only one with its value. */
function numberCode(levels: readonly string[], column: string, dialect: Dialect): string {
  const codes = new Map<number, number | undefined>();
  levels.forEach((level, code) => {
    const number = level.trim() === "" ? Number.NaN : Number(level);
    if (Number.isFinite(number)) codes.set(number, codes.has(number) ? undefined : code);
  });
  levels.forEach((level, code) => {
    if (Number.isFinite(Number(level)) && String(Number(level)) === level) codes.set(Number(level), code);
  });
  const known = [...codes].filter((entry): entry is [number, number] => entry[1] !== undefined);
  return caseOf(
    dialect.asDouble(column),
    known.map(([number, code]) => [dialect.double(number), code]),
  );
}

function caseOf(subject: string, cases: readonly (readonly [string, number])[]): string {
  if (cases.length === 0) return "CAST(NULL AS INTEGER)";
  return `CASE ${subject} ${cases.map(([literal, code]) => `WHEN ${literal} THEN ${code}`).join(" ")} END`;
}
