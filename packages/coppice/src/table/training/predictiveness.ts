import type { Column } from "../column.js";
import { sampleClasses, sampleRows } from "./sampleRows.js";

/** The target values of the rows examined. */
export type Outcome =
  | { readonly kind: "classes"; readonly codes: Int32Array; readonly classes: number }
  | { readonly kind: "values"; readonly values: Float64Array };

/** With fewer rows per level on average nothing is concluded: with one row each, any column predicts everything. */
const ROWS_PER_LEVEL = 5;
/** A numeric column with at most this many distinct values is treated as levels. */
const FEW_VALUES = 20;
/** With more classes, numeric attributes are not examined. */
const MOST_CLASSES = 20;

/**
 * How much of the uncertainty about the outcome a column removes by itself, from 0 (none) to 1 (all): for classification,
 * the share of the errors of always predicting the majority class; for regression, the share of the variance. Nominal
 * columns predict per level, numeric ones by one threshold between each two classes, or by a monotone trend. A result
 * below one half may be approximate.
 */
export function predictiveness(column: Column, outcome: Outcome): number {
  const groups = groupsOf(column);
  if (groups !== undefined) return ofGroups(groups, outcome);
  if (column.type !== "numeric") return 0;
  const rough = approximate(column.values, outcome);
  return rough < LOW ? rough : byOrder(column.values, outcome);
}

/** Most numeric columns predict so little that one row in ten shows it; sorting all rows would take most of the time. */
const ONE_IN = 10;
const LOW = 0.5;

function approximate(values: Float64Array, outcome: Outcome): number {
  const most = Math.floor(values.length / ONE_IN);
  if (most < FEW_VALUES) return 1;
  const cellsAt = (rows: Int32Array, of: Float64Array) => Float64Array.from(rows, (row) => of[row]);
  if (outcome.kind === "values") {
    const rows = sampleRows(values.length, most);
    return byOrder(cellsAt(rows, values), { ...outcome, values: cellsAt(rows, outcome.values) });
  }
  const rows = sampleClasses(outcome.codes, outcome.classes, most);
  const codes = Int32Array.from(rows, (row) => outcome.codes[row]);
  return byOrder(cellsAt(rows, values), { ...outcome, codes });
}

function byOrder(values: Float64Array, outcome: Outcome): number {
  return outcome.kind === "classes" ? byThresholds(values, outcome) : byTrend(values, outcome);
}

/**
 * The same for whether the column's value is missing; for classification, how well that separates one class from all
 * others: three or more classes cannot all be separated by it.
 */
export function missingPredictiveness(column: Column, outcome: Outcome): number {
  const rows = cellsOf(column).length;
  const codes = Int32Array.from({ length: rows }, (_, i) => (isMissing(column, i) ? 1 : 0));
  if (outcome.kind === "values") return varianceBetween({ codes, count: 2 }, outcome.values);
  const missing = new Int32Array(outcome.classes);
  const known = new Int32Array(outcome.classes);
  for (let i = 0; i < rows; i++) (codes[i] === 1 ? missing : known)[outcome.codes[i]]++;
  const missingRows = sumOf(missing);
  let best = 0;
  for (let code = 0; code < outcome.classes; code++) {
    const ofClass = missing[code] + known[code];
    // Rows on the wrong side, if exactly this class were missing, or exactly this class known.
    const wrong = missingRows - missing[code] + known[code];
    const baseline = Math.min(ofClass, rows - ofClass);
    if (baseline > 0) best = Math.max(best, 1 - Math.min(wrong, rows - wrong) / baseline);
  }
  return best;
}

function sumOf(counts: Int32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

interface Groups {
  readonly codes: Int32Array;
  readonly count: number;
}

function cellsOf(column: Column): ArrayLike<number> {
  return column.type === "numeric" ? column.values : column.codes;
}

export function isMissing(column: Column, row: number): boolean {
  return column.type === "numeric" ? Number.isNaN(column.values[row]) : column.codes[row] < 0;
}

/** Rows grouped by value; missing values are a group. Undefined if there are too few rows per group. */
function groupsOf(column: Column): Groups | undefined {
  const cells = cellsOf(column);
  const most = Math.min(cells.length / ROWS_PER_LEVEL, column.type === "numeric" ? FEW_VALUES : cells.length);
  const places = new Map<number, number>();
  const codes = new Int32Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    const known = places.get(cells[i]);
    if (known === undefined) {
      if (places.size + 1 > most) return undefined;
      places.set(cells[i], places.size);
    }
    codes[i] = known ?? places.size - 1;
  }
  return { codes, count: places.size };
}

function ofGroups({ codes, count }: Groups, outcome: Outcome): number {
  if (outcome.kind === "values") return varianceBetween({ codes, count }, outcome.values);
  const { classes } = outcome;
  const counts = new Int32Array(count * classes);
  for (let i = 0; i < codes.length; i++) counts[codes[i] * classes + outcome.codes[i]]++;
  let right = 0;
  for (let group = 0; group < count; group++) {
    right += Math.max(...counts.subarray(group * classes, (group + 1) * classes));
  }
  return errorsRemoved(codes.length - right, outcome);
}

function errorsRemoved(
  errors: number,
  { codes, classes }: { readonly codes: Int32Array; readonly classes: number },
): number {
  const counts = new Int32Array(classes);
  for (const code of codes) counts[code]++;
  const baseline = codes.length - Math.max(...counts);
  return baseline === 0 ? 0 : Math.max(0, 1 - errors / baseline);
}

function varianceBetween({ codes, count }: Groups, values: Float64Array): number {
  const sums = new Float64Array(count);
  const rows = new Float64Array(count);
  const mean = meanOf(values);
  let total = 0;
  for (let i = 0; i < codes.length; i++) {
    sums[codes[i]] += values[i] - mean;
    rows[codes[i]]++;
    total += (values[i] - mean) ** 2;
  }
  const between = sums.reduce((sum, s, group) => sum + s ** 2 / Math.max(1, rows[group]), 0);
  return total === 0 ? 0 : between / total;
}

/** Classes are ordered by their mean value; the errors of the best threshold between each two are added up. */
function byThresholds(
  values: Float64Array,
  outcome: { readonly codes: Int32Array; readonly classes: number },
): number {
  const { codes, classes } = outcome;
  if (classes > MOST_CLASSES) return 0;
  const order = orderOf(values);
  const ranks = classRanks(values, outcome);
  let errors = majorityErrors(values, outcome);
  for (let boundary = 1; boundary < classes; boundary++) {
    errors += bestCut(order, values, (row) => ranks[codes[row]] < boundary);
  }
  return errorsRemoved(errors, outcome);
}

/** The rows that are not missing, by ascending value. */
function orderOf(values: Float64Array): Int32Array {
  const rows = Int32Array.from(values.keys()).filter((row) => !Number.isNaN(values[row]));
  return rows.sort((a, b) => values[a] - values[b]);
}

function classRanks(
  values: Float64Array,
  { codes, classes }: { readonly codes: Int32Array; readonly classes: number },
): Int32Array {
  const sums = new Float64Array(classes);
  const rows = new Float64Array(classes);
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    sums[codes[row]] += value;
    rows[codes[row]]++;
  });
  const ranks = new Int32Array(classes);
  Array.from({ length: classes }, (_, code) => code)
    .sort((a, b) => sums[a] / Math.max(1, rows[a]) - sums[b] / Math.max(1, rows[b]))
    .forEach((code, rank) => {
      ranks[code] = rank;
    });
  return ranks;
}

/** Errors among the rows whose value is missing: all but their majority class. */
function majorityErrors(
  values: Float64Array,
  { codes, classes }: { readonly codes: Int32Array; readonly classes: number },
): number {
  const counts = new Int32Array(classes);
  let missing = 0;
  values.forEach((value, row) => {
    if (!Number.isNaN(value)) return;
    missing++;
    counts[codes[row]]++;
  });
  return missing - Math.max(...counts);
}

/** The fewest rows on the wrong side of any threshold, with low rows on either side. */
function bestCut(order: Int32Array, values: Float64Array, isLow: (row: number) => boolean): number {
  const low = order.reduce((count, row) => count + (isLow(row) ? 1 : 0), 0);
  let best = Math.min(low, order.length - low);
  let lowBefore = 0;
  for (let i = 0; i < order.length; i++) {
    if (i > 0 && values[order[i]] !== values[order[i - 1]]) {
      const wrong = i - lowBefore + (low - lowBefore);
      best = Math.min(best, wrong, order.length - wrong);
    }
    if (isLow(order[i])) lowBefore++;
  }
  return best;
}

/** The squared correlation, of the values or of their ranks, times the share of rows that are not missing. */
function byTrend(cells: Float64Array, { values }: { readonly values: Float64Array }): number {
  const known = Int32Array.from(cells.keys()).filter((row) => !Number.isNaN(cells[row]));
  const x = Float64Array.from(known, (row) => cells[row]);
  const y = Float64Array.from(known, (row) => values[row]);
  const best = Math.max(correlation2(x, y), correlation2(ranksOf(x), ranksOf(y)));
  return (best * known.length) / Math.max(1, cells.length);
}

function correlation2(x: Float64Array, y: Float64Array): number {
  const [mx, my] = [meanOf(x), meanOf(y)];
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let i = 0; i < x.length; i++) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) ** 2;
    yy += (y[i] - my) ** 2;
  }
  return xx === 0 || yy === 0 ? 0 : xy ** 2 / (xx * yy);
}

/** Equal numbers share the mean of their ranks. */
function ranksOf(values: Float64Array): Float64Array {
  const order = orderOf(values);
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let i = from; i < to; i++) ranks[order[i]] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
