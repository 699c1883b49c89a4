import { cellPieces } from "../cellPieces.js";
import type { NominalColumn } from "../column.js";
import { isMissingWord } from "../missingWords.js";
import { splitNumber } from "../numberNotation.js";
import { splitTime } from "../time.js";

/** The interpretation of a column's distinct cells. */
export interface LevelsRead {
  /** Per level: NaN if it is not a number. */
  readonly values: Float64Array;
  /** Levels that mark missing values. */
  readonly missing: readonly number[];
  /** Levels that are neither numbers nor missing. */
  readonly strays: readonly number[];
}

/** With fewer numbers than this, a word among them may be a level. */
const FEW = 10;
/** The maximum share of cells, and of distinct ones, that may be strays. */
const MOST_STRAYS = 0.05;

/** The number of rows per level. */
export function levelCounts(column: NominalColumn): Int32Array {
  const counts = new Int32Array(column.levels.length);
  for (const codes of cellPieces(column)) addCounts(counts, codes);
  return counts;
}

function addCounts(counts: Int32Array, codes: ArrayLike<number>): void {
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) counts[codes[row]]++;
}

/** Divides the levels without a value into words for "missing", if these are accepted, and strays. */
export function splitLevels(
  levels: readonly string[],
  values: Float64Array,
  acceptWords: boolean,
): LevelsRead {
  const distinct = values.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  const missing: number[] = [];
  const strays: number[] = [];
  levels.forEach((level, code) => {
    if (!Number.isNaN(values[code])) return;
    const isMissing = acceptWords && isMissingWord(level, distinct < FEW);
    (isMissing ? missing : strays).push(code);
  });
  return { values, missing, strays };
}

/** Whether the column is numeric, apart from a few strays. */
export function isConsistent({ values, strays, missing }: LevelsRead, counts: Int32Array): boolean {
  const distinct = values.length - strays.length - missing.length;
  if (strays.length === 0) return distinct > 0;
  const strayRows = rowsOf(strays, counts);
  const rows = counts.reduce((sum, count) => sum + count, 0) - rowsOf(missing, counts);
  return (
    distinct >= FEW && strays.length <= Math.max(1, MOST_STRAYS * distinct) && strayRows <= MOST_STRAYS * rows
  );
}

/** Whether most cells are numbers, but too few to treat the others as strays. */
export function isMostly({ values, strays, missing }: LevelsRead, counts: Int32Array): boolean {
  const distinct = values.length - strays.length - missing.length;
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return distinct >= FEW && strays.length < distinct / 4 && rowsOf(strays, counts) <= rows / 4;
}

export function rowsOf(codes: readonly number[], counts: Int32Array): number {
  return codes.reduce((sum, code) => sum + counts[code], 0);
}

/** Levels examined first. */
const SAMPLE = 400;

/** Whether about half of the levels could be numbers, dates or words for missing values: a fast check that most text columns fail. */
export function mayBeNumbers(levels: readonly string[]): boolean {
  const step = Math.max(1, Math.floor(levels.length / SAMPLE));
  let examined = 0;
  let found = 0;
  for (let code = 0; code < levels.length; code += step) {
    const level = levels[code];
    examined++;
    const isFound = /\d/.test(level) && (splitNumber(level) !== undefined || splitTime(level) !== undefined);
    if (isFound || isMissingWord(level)) found++;
  }
  return found > 0 && found * 2 >= examined;
}
