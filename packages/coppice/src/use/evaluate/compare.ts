import { CoppiceError } from "../../base/errors.js";
import { plainFolds, stratifiedFolds } from "../../table/folds.js";
import { type Assessment, assess, scoreAt, type WeightedTruth } from "./assess.js";
import { type MeanFigures, meanFigures } from "./intervals.js";
import type { Job, Outcome, Runner } from "./jobs.js";
import type { Score } from "./score.js";
import { correctedT, fiveByTwo, mcnemar, pairedT, type Significance } from "./significance.js";
import { foldSplits, jobsOf, type Split } from "./splits.js";

export const TESTS = ["5x2cv", "t", "corrected", "mcnemar"] as const;
export type TestName = (typeof TESTS)[number];

export interface CompareRequest extends WeightedTruth {
  /** The names of the trials, in the runner's order. */
  readonly names: readonly string[];
  /** The same for every learner. */
  readonly splits: readonly Split[];
  readonly tests: readonly TestName[];
  /**
   * The index of the learner that the others are tested against, or the one with the best mean. If it cannot run, the
   * first that can.
   */
  readonly against: number | "best";
  /** For the random halves of 5x2cv. */
  readonly seed: number;
  /** By row an integer of its own, by which chance goes; absent: its position. */
  readonly keys?: ArrayLike<number> | undefined;
  readonly confidence?: number;
  readonly onProgress?: (share: number) => void;
}

export interface Entry {
  readonly name: string;
  /** Its index in `names`. */
  readonly trial: number;
  readonly assessment: Assessment;
  /** The measure on each fold. */
  readonly figures: readonly number[];
  readonly mean: MeanFigures;
  /** Absent for the learner that the others are tested against. */
  readonly versus?: Versus;
}

/** One learner against another. */
export interface Versus {
  /** The mean difference of the measure. */
  readonly difference: number;
  /** Folds on which it was better, equal and worse. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  readonly tests: ReadonlyMap<TestName, Significance>;
}

/** A learner that could not be compared, and the reason. */
export interface FailedEntry {
  readonly name: string;
  readonly trial: number;
  readonly error: CoppiceError;
}

export interface Comparison {
  readonly measure: "accuracy" | "rmse";
  /** The index in `entries`. */
  readonly against: number;
  readonly entries: readonly Entry[];
  readonly failures: readonly FailedEntry[];
}

/** Accuracy (higher is better) or RMSE (lower is better). */
export function measureOf(score: Score): number {
  return score.kind === "classification" ? score.accuracy : score.rmse;
}

/**
 * Learners that fail on any fold are excluded and reported with their first failure; if none is left, that failure is
 * thrown.
 */
export async function compare(run: Runner, request: CompareRequest): Promise<Comparison> {
  const { names, splits, tests } = request;
  const halves = tests.includes("5x2cv") ? halvesOf(request) : [];
  const { parts, failures } = await runAll(run, request, [...splits, ...halves]);
  const ran = [...parts.keys()];
  if (ran.length === 0) throw firstError(failures);
  const plain = ran.map((trial) =>
    entryOf(names[trial], trial, request, parts.get(trial)!.slice(0, splits.length)),
  );
  const measure = request.truth.kind === "classification" ? "accuracy" : "rmse";
  const against =
    request.against === "best" ? bestOf(plain, measure) : Math.max(0, ran.indexOf(request.against));
  const halfFigures = ran.map((trial) => figuresOn(request, halves, parts.get(trial)!.slice(splits.length)));
  const entries = plain.map((entry, i) =>
    i === against ? entry : { ...entry, versus: versusOf(request, measure, plain, halfFigures, i, against) },
  );
  return { measure, against, entries, failures };
}

/** For each trial, the outcomes on the splits, or the reason why there are none. */
async function runAll(run: Runner, { names, onProgress }: CompareRequest, splits: readonly Split[]) {
  const jobs = names.flatMap((_, trial) => jobsOf(splits, trial));
  const failed = new Map<Job, CoppiceError>();
  const outcomes = await run(jobs, onProgress, (job, error) => failed.set(job, error));
  const errors = new Map<number, CoppiceError>();
  const parts = new Map(names.map((_, trial): [number, Outcome[]] => [trial, []]));
  let next = 0;
  for (const job of jobs) {
    const error = failed.get(job);
    if (error === undefined) parts.get(job.trial)!.push(outcomes[next++]);
    else if (!errors.has(job.trial)) errors.set(job.trial, error);
  }
  for (const trial of errors.keys()) parts.delete(trial);
  const failures = [...errors].map(([trial, error]) => ({ name: names[trial], trial, error }));
  return { parts, failures };
}

function firstError([{ name, error }]: readonly FailedEntry[]): CoppiceError {
  return new CoppiceError(error.code, `${name}: ${error.message}`, error.facts);
}

function halvesOf({ truth, seed, keys }: CompareRequest): Split[] {
  return Array.from({ length: 5 }, (_, repeat) => {
    const folds =
      truth.kind === "classification"
        ? stratifiedFolds(truth.codes, 2, seed + repeat, keys)
        : plainFolds(truth.values.length, 2, seed + repeat, keys);
    return foldSplits(folds, repeat, 5);
  }).flat();
}

function entryOf(name: string, trial: number, request: CompareRequest, outcomes: readonly Outcome[]): Entry {
  const assessment = assess(request, request.splits, outcomes);
  const figures = assessment.perFold.map(({ score }) => measureOf(score));
  return { name, trial, assessment, figures, mean: meanFigures(figures, request.confidence) };
}

function figuresOn(known: WeightedTruth, splits: readonly Split[], outcomes: readonly Outcome[]): number[] {
  return outcomes.map(({ prediction }, i) => measureOf(scoreAt(known, splits[i].test, prediction)));
}

/** Ties go to the learner named first. */
function bestOf(entries: readonly Entry[], measure: Comparison["measure"]): number {
  const means = entries.map(({ mean }) => (measure === "accuracy" ? mean.mean : -mean.mean));
  return means.indexOf(Math.max(...means));
}

function versusOf(
  request: CompareRequest,
  measure: Comparison["measure"],
  entries: readonly Entry[],
  halfFigures: readonly (readonly number[])[],
  one: number,
  other: number,
): Versus {
  const differences = entries[one].figures.map((x, i) => x - entries[other].figures[i]);
  const better = measure === "accuracy" ? 1 : -1;
  const halves = halfFigures[one].map((x, i) => x - halfFigures[other][i]);
  const tests = new Map<TestName, Significance>();
  for (const test of request.tests) {
    const result = testResult(test, request, differences, halves, entries[one], entries[other]);
    if (result !== undefined) tests.set(test, result);
  }
  return {
    difference: differences.reduce((sum, d) => sum + d, 0) / differences.length,
    wins: differences.filter((d) => d * better > 0).length,
    ties: differences.filter((d) => d === 0).length,
    losses: differences.filter((d) => d * better < 0).length,
    tests,
  };
}

/** Undefined if a test does not apply: McNemar's for regression, t for a single fold. */
function testResult(
  test: TestName,
  { truth, splits }: CompareRequest,
  differences: readonly number[],
  halves: readonly number[],
  one: Entry,
  other: Entry,
): Significance | undefined {
  const rows = truth.kind === "classification" ? truth.codes.length : truth.values.length;
  if (test === "5x2cv")
    return fiveByTwo(Array.from({ length: 5 }, (_, i) => [halves[2 * i], halves[2 * i + 1]] as const));
  if (test === "mcnemar") return mcnemarOf(one.assessment, other.assessment);
  if (differences.length < 2) return undefined;
  if (test === "t") return pairedT(differences);
  const judged = splits.reduce((sum, { test: part }) => sum + part.length, 0) / splits.length;
  return correctedT(differences, judged, rows - judged);
}

/** On the first pass only: each row counts once, regardless of its weight. */
function mcnemarOf({ pooled: one }: Assessment, { pooled: other }: Assessment): Significance | undefined {
  const { truth, passes, rows } = one;
  if (truth.kind !== "classification") return undefined;
  if (one.prediction.kind !== "classification" || other.prediction.kind !== "classification")
    return undefined;
  let onlyOne = 0;
  let onlyOther = 0;
  for (let i = 0; i < rows.length / passes; i++) {
    const isOneWrong = one.prediction.labels[i] !== truth.codes[i];
    const isOtherWrong = other.prediction.labels[i] !== truth.codes[i];
    if (isOneWrong && !isOtherWrong) onlyOne++;
    if (isOtherWrong && !isOneWrong) onlyOther++;
  }
  return mcnemar(onlyOne, onlyOther);
}
