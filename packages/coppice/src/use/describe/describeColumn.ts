import { tokensOf, UNIT_OF } from "../../model/tokens.js";
import type { Column, NominalColumn, NumericColumn } from "../../table/column.js";
import { isStringType, type StringType, type TimeNotation } from "../../table/schema.js";
import { type Histogram, histogramOf } from "./histogram.js";
import { momentsOf, quantile } from "./moments.js";

interface Facts {
  readonly name: string;
  /** Number of missing values, and their share of all rows. */
  readonly missing: number;
  readonly missingShare: number;
  /** Number of distinct values. */
  readonly distinct: number;
}

/** Figures that are undefined, for lack of values, are absent. */
export interface NumericDescription extends Facts {
  readonly type: "numeric";
  /** How values are shown if the column holds dates or times (milliseconds). */
  readonly shows?: TimeNotation["shows"];
  readonly min?: number;
  readonly q1?: number;
  readonly median?: number;
  readonly q3?: number;
  readonly max?: number;
  readonly mean?: number;
  /** Sample standard deviation: divided by n − 1. */
  readonly sd?: number;
  readonly histogram?: Histogram;
}

export interface LevelCount {
  readonly level: string;
  readonly count: number;
  /** Share of the rows that have a value. */
  readonly share: number;
}

export interface NominalDescription extends Facts {
  readonly type: "nominal" | "ordered" | "string" | "text";
  /** Number of levels, declared or found. */
  readonly levels: number;
  /** Strings and text: the fewest, the middle and the most letters or words of a cell; absent without a cell. */
  readonly lengths?: { readonly min: number; readonly median: number; readonly max: number };
  /** The most frequent levels, at most `MOST_LEVELS`; ties in the column's order. */
  readonly mostFrequent: readonly LevelCount[];
}

export type ColumnDescription = NumericDescription | NominalDescription;

export const MOST_LEVELS = 10;

export function describeColumn(column: Column): ColumnDescription {
  return column.type === "numeric" ? describeNumbers(column) : describeLevels(column);
}

function describeNumbers({ name, type, values, notation }: NumericColumn): NumericDescription {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const facts = {
    name,
    type,
    ...(notation?.kind === "time" && { shows: notation.shows }),
    ...missingOf(values.length, sorted.length),
    distinct: distinctOf(sorted),
  };
  const histogram = histogramOf(sorted);
  if (histogram === undefined) return facts;
  return {
    ...facts,
    min: sorted[0],
    q1: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    q3: quantile(sorted, 0.75),
    max: sorted[sorted.length - 1],
    ...momentsOf(sorted),
    histogram,
  };
}

export function distinctOf(sorted: Float64Array): number {
  let distinct = 0;
  // 0 and -0 are one value: `!==` does not distinguish them.
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) distinct++;
  return distinct;
}

function describeLevels({ name, type, codes, levels }: NominalColumn): NominalDescription {
  const counts = countLevels(codes, levels.length);
  const used = mostFrequentFirst(counts);
  const present = counts.reduce((sum, count) => sum + count, 0);
  return {
    name,
    type,
    ...missingOf(codes.length, present),
    distinct: used.length,
    levels: levels.length,
    ...(isStringType(type) && lengthsOf(type, codes, levels)),
    mostFrequent: used.slice(0, MOST_LEVELS).map((code) => ({
      level: levels[code],
      count: counts[code],
      share: counts[code] / present,
    })),
  };
}

function lengthsOf(
  type: StringType,
  codes: Int32Array,
  levels: readonly string[],
): Pick<NominalDescription, "lengths"> {
  const byLevel = levels.map((text) => tokensOf(text, UNIT_OF[type], false).length);
  const sorted = Float64Array.from(
    codes.filter((code) => code >= 0),
    (code) => byLevel[code],
  ).sort();
  if (sorted.length === 0) return {};
  return { lengths: { min: sorted[0], median: quantile(sorted, 0.5), max: sorted[sorted.length - 1] } };
}

export function countLevels(codes: Int32Array, levels: number): Float64Array {
  const counts = new Float64Array(levels);
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) counts[codes[row]]++;
  return counts;
}

/** The codes that occur, most frequent first; ties go to the lower code. */
export function mostFrequentFirst(counts: Float64Array): number[] {
  const used: number[] = [];
  for (let code = 0; code < counts.length; code++) if (counts[code] > 0) used.push(code);
  return used.sort((a, b) => counts[b] - counts[a] || a - b);
}

function missingOf(rows: number, present: number) {
  const missing = rows - present;
  return { missing, missingShare: rows === 0 ? 0 : missing / rows };
}
