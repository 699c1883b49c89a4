import type { Column, NominalColumn, NumericColumn } from "../../table/column.js";
import type { TimeNotation } from "../../table/schema.js";
import { countLevels, distinctOf, mostFrequentFirst } from "./describeColumn.js";

/** How dates or times are shown. */
type Shows = TimeNotation["shows"];

/** The values that one bar represents. */
export type Group =
  /** The least and the greatest value in the group. */
  | { readonly kind: "range"; readonly from: number; readonly to: number; readonly shows?: Shows }
  | { readonly kind: "level"; readonly level: string }
  /** This many rarer levels, grouped. */
  | { readonly kind: "others"; readonly levels: number }
  | { readonly kind: "missing" };

/** Every row is in exactly one group, and every group has a row. */
export interface Grouping {
  readonly groups: readonly Group[];
  /** By row. */
  readonly codes: Int32Array;
}

export interface GroupLimits {
  /**
   * Maximum number of ranges of a numeric column, and of levels of another (rarer ones are grouped); missing values
   * are an extra group.
   */
  readonly ranges: number;
  readonly levels: number;
}

export function groupsOf(column: Column, limits: GroupLimits): Grouping {
  return column.type === "numeric" ? rangesOf(column, limits.ranges) : levelsOf(column, limits.levels);
}

/**
 * One range per value if there are few, else ranges with about equally many rows. Equal values are never separated.
 */
function rangesOf({ values, notation }: NumericColumn, most: number): Grouping {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const ranges: { kind: "range"; from: number; to: number; shows?: Shows }[] = [];
  const shown = notation?.kind === "time" && { shows: notation.shows };
  const isFew = distinctOf(sorted) <= most;
  for (let start = 0; start < sorted.length; ) {
    const end = isFew ? runEnd(sorted, start) : rangeEnd(sorted, start, most - ranges.length);
    ranges.push({ kind: "range", from: sorted[start], to: sorted[end - 1], ...shown });
    start = end;
  }
  const codes = new Int32Array(values.length).fill(ranges.length);
  for (let row = 0; row < values.length; row++) {
    if (!Number.isNaN(values[row])) codes[row] = rangeAt(ranges, values[row]);
  }
  return withMissing(ranges, codes, sorted.length < values.length);
}

/** The end of the range that begins at `start`, with `left` ranges remaining, this one included. */
function rangeEnd(sorted: Float64Array, start: number, left: number): number {
  if (left <= 1) return sorted.length;
  const wanted = Math.max(start + 1, Math.round(start + (sorted.length - start) / left));
  let below = wanted;
  while (below > start && sorted[below - 1] === sorted[wanted]) below--;
  const above = runEnd(sorted, wanted - 1);
  // The nearer end of a run of equal values; a run that fills the range is kept whole.
  return below > start && wanted - below < above - wanted ? below : above;
}

/** The end of the run of values equal to that at `at`. */
function runEnd(sorted: Float64Array, at: number): number {
  let end = at + 1;
  while (end < sorted.length && sorted[end] === sorted[at]) end++;
  return end;
}

/** The first range that does not end below `value`. */
function rangeAt(ranges: readonly { readonly to: number }[], value: number): number {
  let low = 0;
  let high = ranges.length - 1;
  while (low < high) {
    const half = (low + high) >> 1;
    if (value <= ranges[half].to) high = half;
    else low = half + 1;
  }
  return low;
}

/**
 * Levels that occur: those of an ordered column in their order, others most frequent first; the rarest are grouped.
 */
function levelsOf({ type, codes, levels }: NominalColumn, most: number): Grouping {
  const counts = countLevels(codes, levels.length);
  const used = mostFrequentFirst(counts);
  const kept = used.length > most ? used.slice(0, most - 1) : used;
  if (type === "ordered") kept.sort((a, b) => a - b);
  const groups: Group[] = kept.map((code) => ({ kind: "level", level: levels[code] }));
  const groupOf = new Int32Array(levels.length).fill(kept.length);
  kept.forEach((code, group) => {
    groupOf[code] = group;
  });
  if (used.length > kept.length) groups.push({ kind: "others", levels: used.length - kept.length });
  const grouped = codes.map((code) => (code < 0 ? groups.length : groupOf[code]));
  return withMissing(groups, grouped, codes.includes(-1));
}

function withMissing(groups: readonly Group[], codes: Int32Array, some: boolean): Grouping {
  return { groups: some ? [...groups, { kind: "missing" }] : groups, codes };
}
