import type { NominalColumn } from "../column.js";
import { isMissingWord } from "../missingWords.js";
import { splitNumber } from "../numberNotation.js";
import { splitTime } from "../time.js";

/** What a column's distinct cells were found to stand for. */
export interface LevelsRead {
  /** By level: NaN where it stands for no number. */
  readonly values: Float64Array;
  /** Levels that say that the number is missing. */
  readonly missing: readonly number[];
  /** Levels that are neither. */
  readonly strays: readonly number[];
}

/** With fewer numbers than this a word among them may well be a level. */
const FEW = 10;
/** The share of cells, and of distinct ones, that may be something else. */
const MOST_STRAYS = 0.05;

/** How many rows have each level. */
export function levelCounts({ codes, levels }: NominalColumn): Int32Array {
  const counts = new Int32Array(levels.length);
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) counts[codes[row]]++;
  return counts;
}

/** Divides the levels that have no value into words for "missing", where these count, and strays. */
export function settle(levels: readonly string[], values: Float64Array, wordsCount: boolean): LevelsRead {
  const distinct = values.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  const missing: number[] = [];
  const strays: number[] = [];
  levels.forEach((level, code) => {
    if (!Number.isNaN(values[code])) return;
    const isMissing = wordsCount && isMissingWord(level, distinct < FEW);
    (isMissing ? missing : strays).push(code);
  });
  return { values, missing, strays };
}

/** Whether the column is what its values say, strays being slips. */
export function isSettled({ values, strays, missing }: LevelsRead, counts: Int32Array): boolean {
  const distinct = values.length - strays.length - missing.length;
  if (strays.length === 0) return distinct > 0;
  const strayRows = rowsOf(strays, counts);
  const rows = counts.reduce((sum, count) => sum + count, 0) - rowsOf(missing, counts);
  return (
    distinct >= FEW && strays.length <= Math.max(1, MOST_STRAYS * distinct) && strayRows <= MOST_STRAYS * rows
  );
}

/** Most cells are numbers, though not enough of them to take the rest for slips. */
export function isMostly({ values, strays, missing }: LevelsRead, counts: Int32Array): boolean {
  const distinct = values.length - strays.length - missing.length;
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return distinct >= FEW && strays.length < distinct / 4 && rowsOf(strays, counts) <= rows / 4;
}

export function rowsOf(codes: readonly number[], counts: Int32Array): number {
  return codes.reduce((sum, code) => sum + counts[code], 0);
}

/** Levels that are looked at first. */
const SAMPLE = 400;

/** Whether about half of the levels could be numbers, dates or words for missing ones: most columns of texts need no closer look. */
export function mayBeNumbers(levels: readonly string[]): boolean {
  const step = Math.max(1, Math.floor(levels.length / SAMPLE));
  let looked = 0;
  let found = 0;
  for (let code = 0; code < levels.length; code += step) {
    const level = levels[code];
    looked++;
    const isFound = /\d/.test(level) && (splitNumber(level) !== undefined || splitTime(level) !== undefined);
    if (isFound || isMissingWord(level)) found++;
  }
  return found > 0 && found * 2 >= looked;
}
