import { keyFor } from "../../base/chance.js";
import { mustBe } from "../../base/errors.js";
import { orderByKey } from "../../base/randomOrder.js";
import { meanSize, scoreAt, type WeightedTruth } from "./assess.js";
import { measureOf } from "./compare.js";
import { type MeanFigures, meanFigures } from "./intervals.js";
import { type Job, type Outcome, type Runner, trainRows } from "./jobs.js";
import { jobsOf, type Split } from "./splits.js";

/** The measure on training rows and on held-out rows, at one size of the tree or of the training set. */
export interface CurvePoint {
  /** The maximum number of leaves, or the mean number of training rows over the folds. */
  readonly x: number;
  readonly train: MeanFigures;
  readonly heldOut: MeanFigures;
  /** The mean size of the models. */
  readonly size: Readonly<Record<string, number>>;
}

export interface Curve {
  readonly kind: "size" | "rows";
  readonly measure: "accuracy" | "rmse";
  readonly points: readonly CurvePoint[];
  /** The point with the best mean on held-out rows; ties go to the first. */
  readonly best: number;
}

interface CurveRequest extends WeightedTruth {
  readonly splits: readonly Split[];
  readonly confidence?: number;
  readonly onProgress?: (share: number) => void;
}

/** 1, 2, 3, 5, 8 … leaves (Fibonacci numbers), up to those of the full tree. */
export function leafCounts(full: number): number[] {
  const counts: number[] = [];
  for (let [a, b] = [1, 2]; a < full; [a, b] = [b, a + b]) counts.push(a);
  return [...counts, full];
}

/**
 * The overfitting curve: the runner's trial i grows a tree with at most `leaves[i]` leaves. The training figure keeps
 * improving; the held-out figure does not.
 */
export async function sizeCurve(
  run: Runner,
  request: CurveRequest & { readonly leaves: readonly number[] },
): Promise<Curve> {
  const { leaves, splits } = request;
  const jobs = leaves.flatMap((most, trial) =>
    jobsOf(splits, trial).map((job) => ({ ...job, name: `${most} leaves, ${job.name}`, alsoTrain: true })),
  );
  const outcomes = await run(jobs, request.onProgress);
  return curveOf("size", leaves, request, jobs, outcomes);
}

/**
 * The learning curve: the runner's first trial on growing shares of each training set; smaller shares are subsets of
 * larger ones.
 */
export async function learningCurve(
  run: Runner,
  request: CurveRequest & {
    readonly shares: readonly number[];
    readonly seed: number;
    /** By row an integer of its own, by which chance goes; absent: its position. */
    readonly keys?: ArrayLike<number> | undefined;
  },
): Promise<Curve> {
  const { shares, splits, seed, truth, keys } = request;
  for (const share of shares) {
    if (!(share > 0 && share <= 1)) throw mustBe("OPTION_RANGE", "shares", "between 0 and 1", share);
  }
  const rows = truth.kind === "classification" ? truth.codes.length : truth.values.length;
  const orders = splits.map((split, i) => {
    const train = trainRows(split, rows);
    return orderByKey(train.length, keyFor("evaluation", seed, i + 1), keysAt(train, keys)).map(
      (place) => train[place],
    );
  });
  const jobs = shares.flatMap((share) =>
    splits.map(({ test, name }, i) => {
      const train = orders[i].slice(0, Math.max(1, Math.round(orders[i].length * share))).sort();
      return { trial: 0, train, test, name: `${share} of the rows, ${name}`, alsoTrain: true };
    }),
  );
  const outcomes = await run(jobs, request.onProgress);
  const sizes = shares.map((_, s) => mean(splits.map((_, i) => jobs[s * splits.length + i].train.length)));
  return curveOf("rows", sizes, request, jobs, outcomes);
}

/** The keys of some rows. */
function keysAt(rows: Int32Array, keys: ArrayLike<number> | undefined): ArrayLike<number> {
  return keys ? Float64Array.from(rows, (row) => keys[row]) : rows;
}

function curveOf(
  kind: Curve["kind"],
  xs: readonly number[],
  request: CurveRequest,
  jobs: readonly Job[],
  outcomes: readonly Outcome[],
): Curve {
  const { splits, truth, confidence } = request;
  const rows = truth.kind === "classification" ? truth.codes.length : truth.values.length;
  const points = xs.map((x, i): CurvePoint => {
    const places = splits.map((_, s) => i * splits.length + s);
    const heldOut = places.map((at) => measureOf(scoreAt(request, jobs[at].test, outcomes[at].prediction)));
    const train = places.map((at) =>
      measureOf(scoreAt(request, trainRows(jobs[at], rows), outcomes[at].onTrain!)),
    );
    return {
      x,
      train: meanFigures(train, confidence),
      heldOut: meanFigures(heldOut, confidence),
      size: meanSize(places.map((at) => outcomes[at].size)),
    };
  });
  const measure = truth.kind === "classification" ? "accuracy" : "rmse";
  const goodness = points.map(({ heldOut }) => (measure === "accuracy" ? heldOut.mean : -heldOut.mean));
  return { kind, measure, points, best: goodness.indexOf(Math.max(...goodness)) };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}
