import { hash, keyFor } from "../../base/chance.js";
import { CoppiceError, mustBe } from "../../base/errors.js";
import { classByClass } from "../../base/hashOrder.js";
import { orderByKey, randomOrder } from "../../base/randomOrder.js";
import type { Truth } from "../../predict/truth.js";
import { type Folds, foldCount } from "../../table/folds.js";
import type { Warning } from "../../table/table.js";
import type { Job, TrainRows } from "./jobs.js";

/** Training rows and test rows. */
export interface Split {
  readonly train: TrainRows;
  readonly test: Int32Array;
  /** A row is tested at most once per pass; repeated cross-validation has several passes. */
  readonly pass: number;
  readonly name: string;
}

/** A split per fold: its rows to test on, all others to learn from. */
export function foldSplits(folds: Folds, pass = 0, passes = 1): Split[] {
  const suffix = passes > 1 ? ` of repeat ${pass}` : "";
  const parts = Array.from({ length: foldCount(folds) }, (): number[] => []);
  folds.forEach((fold, row) => {
    parts[fold].push(row);
  });
  return parts.map((part, fold) => ({
    train: "rest",
    test: Int32Array.from(part),
    pass,
    name: `fold ${fold}${suffix}`,
  }));
}

/** Trains and tests on all rows: the training error, which is optimistic. */
export function resubstitution(rows: number): Split[] {
  const all = Int32Array.from({ length: rows }, (_, row) => row);
  return [{ train: all, test: all, pass: 0, name: "all rows" }];
}

/** Each row is tested with a model trained on all others. */
export function leaveOneOut(rows: number): Split[] {
  if (rows < 2) throw mustBe("OPTION_RANGE", "the number of rows for leave-one-out", "≥ 2", rows);
  return foldSplits(Int32Array.from({ length: rows }, (_, row) => row)).map((split, row) => ({
    ...split,
    name: `row ${row}`,
  }));
}

/**
 * One split: `share` of the rows for testing, at least one and not all. With codes it is stratified: that share of
 * each class's rows.
 */
export function holdOutSplit(
  rows: number,
  share: number,
  seed: number,
  codes?: Int32Array,
  keys?: ArrayLike<number>,
): Split[] {
  if (!(share > 0 && share < 1)) throw mustBe("OPTION_RANGE", "holdout", "a share between 0 and 1", share);
  if (rows < 2) throw mustBe("OPTION_RANGE", "the number of rows for a hold-out", "≥ 2", rows);
  const wanted = Math.min(rows - 1, Math.max(1, Math.round(rows * share)));
  const random = randomOrder(rows, seed, keys);
  const order = codes === undefined ? random : classByClass(random, codes);
  const isTest = new Int32Array(rows);
  // Every 1/share-th row of the order, so that the same share is taken of every stretch of it, such as a class.
  order.forEach((row, i) => {
    isTest[row] = Math.floor(((i + 1) * wanted) / rows) > Math.floor((i * wanted) / rows) ? 1 : 0;
  });
  const test = rowsWhere(isTest, (is) => is === 1);
  return [{ train: "rest", test, pass: 0, name: "the hold-out" }];
}

/** Samples of all rows with replacement; each is tested on the rows left out. */
export function bootstrapSplits(
  rows: number,
  count: number,
  seed: number,
  keys?: ArrayLike<number>,
): Split[] {
  if (rows < 2) throw mustBe("OPTION_RANGE", "the number of rows for a bootstrap", "≥ 2", rows);
  let round = 0;
  return Array.from({ length: count }, (_, pass) => {
    let counts = resampled(rows, seed, round++, keys);
    // A sample that leaves no row out cannot be tested.
    while (counts.every((times) => times > 0)) counts = resampled(rows, seed, round++, keys);
    const test = rowsWhere(counts, (times) => times === 0);
    return { train: repeated(counts), test, pass, name: `bootstrap sample ${pass}` };
  });
}

/** How often each row is in sample number `round`: as many draws as there are rows, of rows in an order that depends on their keys. */
export function resampled(rows: number, seed: number, round: number, keys?: ArrayLike<number>): Int32Array {
  const key = keyFor("evaluation", seed, round + 1);
  const order = orderByKey(rows, key, keys);
  const own = hash(key, 1);
  const counts = new Int32Array(rows);
  // The product is exact up to 2^21 rows, and the same everywhere beyond.
  for (let i = 0; i < rows; i++) counts[order[Math.floor((hash(own, i) * rows) / 4294967296)]]++;
  return counts;
}

/** The rows, each as often as it counts. */
export function repeated(counts: Int32Array): Int32Array {
  const rows: number[] = [];
  for (let row = 0; row < counts.length; row++) for (let i = 0; i < counts[row]; i++) rows.push(row);
  return Int32Array.from(rows);
}

function rowsWhere(marks: ArrayLike<number>, wanted: (mark: number) => boolean): Int32Array {
  const rows: number[] = [];
  for (let row = 0; row < marks.length; row++) if (wanted(marks[row])) rows.push(row);
  return Int32Array.from(rows);
}

/** A job per split, for `runJobs` or a runner. */
export function jobsOf(splits: readonly Split[], trial = 0): Job[] {
  return splits.map(({ train, test, name }) => ({ trial, train, test, name }));
}

/** A class without training rows in a split cannot be predicted there; one warning per such class. */
export function classWarnings(truth: Truth, splits: readonly Split[]): Warning[] {
  if (truth.kind !== "classification") return [];
  const parts = new Map<number, number>();
  const lost = new Map<number, number>();
  const countLearned = counter(truth.codes, truth.classes.length);
  for (const split of splits) {
    const learned = countLearned(split);
    const missed = new Set<number>();
    for (const row of split.test) {
      const code = truth.codes[row];
      if (learned[code] > 0) continue;
      missed.add(code);
      lost.set(code, (lost.get(code) ?? 0) + 1);
    }
    for (const code of missed) parts.set(code, (parts.get(code) ?? 0) + 1);
  }
  return [...parts].map(([code, count]) => ({
    code: "CLASS_NOT_LEARNED",
    message:
      `class ${JSON.stringify(truth.classes[code])} has no training rows in ${count} of ${splits.length} splits: ` +
      `its ${lost.get(code) === 1 ? "1 test row" : `${lost.get(code)} test rows`} there cannot be classified correctly`,
  }));
}

/** Training rows of a single class out of several teach nothing: such splits are an error. */
export function checkClasses(truth: Truth, splits: readonly Split[]): void {
  if (truth.kind !== "classification" || new Set(truth.codes).size < 2) return;
  const countLearned = counter(truth.codes, truth.classes.length);
  for (const split of splits) {
    const learned = countLearned(split);
    const codes = [...learned.keys()].filter((code) => learned[code] > 0);
    if (codes.length > 1) continue;
    const { name } = split;
    const only = truth.classes[codes[0]];
    throw new CoppiceError(
      "FOLDS_INVALID",
      `${name} has training rows of class ${JSON.stringify(only)} only: each training set needs at least 2 classes`,
      { name, rule: "at least 2 classes in each training set", value: only },
    );
  }
}

/**
 * The number of training rows of each class in a split; if the training rows are all but the test rows, these are
 * subtracted from the total.
 */
function counter(codes: Int32Array, classes: number): (split: Split) => Int32Array {
  const whole = new Int32Array(classes);
  for (const code of codes) whole[code]++;
  return ({ train, test }) => {
    const counts = train === "rest" ? whole.slice() : new Int32Array(classes);
    if (train === "rest") for (const row of test) counts[codes[row]]--;
    else for (const row of train) counts[codes[row]]++;
    return counts;
  };
}
