import type { Column } from "coppice";
import { shown } from "../base/text.js";
import type { Bars } from "./protocol.js";

const MOST_LEVELS = 12;

/** In which group of a bar a row is counted; -1: in none. */
export interface Grouped {
  readonly groups: number;
  groupOf(row: number): number;
}

/** One group for all rows. */
export const UNGROUPED: Grouped = { groups: 1, groupOf: () => 0 };

/** The distribution of a column over some rows, as few bars. */
export function barsOf(column: Column, rows: ArrayLike<number>, by: Grouped, ranges = 24): Bars {
  return column.type === "numeric" ? rangeBars(column.values, rows, by, ranges) : levelBars(column, rows, by);
}

function rangeBars(values: Float64Array, rows: ArrayLike<number>, by: Grouped, ranges: number): Bars {
  let from = Infinity;
  let to = -Infinity;
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]];
    if (value < from) from = value;
    if (value > to) to = value;
  }
  if (from > to) return { from: 0, to: 1, counts: new Float64Array(by.groups), bars: 1, groups: by.groups };
  const bars = from === to ? 1 : ranges;
  const counts = new Float64Array(bars * by.groups);
  const scale = bars / (to - from || 1);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const group = by.groupOf(row);
    if (group < 0 || Number.isNaN(values[row])) continue;
    counts[Math.min(bars - 1, Math.floor((values[row] - from) * scale)) * by.groups + group]++;
  }
  return { from, to, counts, bars, groups: by.groups };
}

type Levels = Exclude<Column, { type: "numeric" }>;

function levelBars({ codes, levels, type }: Levels, rows: ArrayLike<number>, by: Grouped): Bars {
  const totals = new Float64Array(levels.length);
  for (let i = 0; i < rows.length; i++) if (codes[rows[i]] >= 0) totals[codes[rows[i]]]++;
  const order = Array.from(totals, (_, code) => code).filter((code) => totals[code] > 0);
  if (type !== "ordered") order.sort((a, b) => totals[b] - totals[a] || a - b);
  const kept = order.length > MOST_LEVELS ? order.slice(0, MOST_LEVELS - 1) : order;
  const others = order.length - kept.length;
  const bars = kept.length + (others > 0 ? 1 : 0);
  const place = new Int32Array(levels.length).fill(bars - 1);
  kept.forEach((code, at) => {
    place[code] = at;
  });
  const counts = new Float64Array(Math.max(1, bars) * by.groups);
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]];
    const group = code < 0 ? -1 : by.groupOf(rows[i]);
    if (group >= 0) counts[place[code] * by.groups + group]++;
  }
  const names = kept.map((code) => levels[code]);
  return {
    levels: names.map((name) => shown(name, 60)),
    names,
    ...(others > 0 && { others }),
    counts,
    bars: Math.max(1, bars),
    groups: by.groups,
  };
}

/** How rows are grouped by a target: by its groups of classes, or by the quarter of the rows that a number is in. */
export function groupedBy(column: Column, group: readonly number[], groups: number): Grouped {
  if (column.type !== "numeric") {
    const { codes } = column;
    return { groups, groupOf: (row) => (codes[row] < 0 ? -1 : group[codes[row]]) };
  }
  const { values } = column;
  const quarters = quartersOf(values);
  const placeOf = (value: number) => {
    const at = quarters.findIndex((quarter) => value <= quarter);
    return at < 0 ? quarters.length : at;
  };
  return { groups: 4, groupOf: (row) => (Number.isNaN(values[row]) ? -1 : placeOf(values[row])) };
}

const MOST_SORTED = 50_000;

/** The three values that divide a column into quarters, from at most 50,000 rows. */
export function quartersOf(values: Float64Array): readonly number[] {
  const step = Math.max(1, Math.floor(values.length / MOST_SORTED));
  const some: number[] = [];
  for (let i = 0; i < values.length; i += step) if (!Number.isNaN(values[i])) some.push(values[i]);
  const sorted = Float64Array.from(some).sort();
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
}
