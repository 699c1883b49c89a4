import { type Command, Option } from "commander";
import { CoppiceError } from "../base/errors.js";
import { outOfBagAnswers } from "../learn/ensemble/outOfBagAnswers.js";
import { learnerUnder } from "../learn/learner.js";
import { learnerNamed } from "../learn/registry.js";
import { memberCount } from "../model/ensemble.js";
import { isEnsemble, type Model } from "../model/model.js";
import { truthOf } from "../predict/truth.js";
import type { Warning } from "../table/table.js";
import { assess, type WeightedTruth } from "../use/evaluate/assess.js";
import {
  type Estimate,
  type EstimateMethod,
  estimateOf,
  outOfBagEstimate,
  type TrainingRows,
  trainingRows,
  validationEstimate,
  withAnswers,
} from "../use/evaluate/estimate.js";
import { jobsOf } from "../use/evaluate/splits.js";
import { ASSESS, type FitFlags } from "./fitFlags.js";
import type { Io } from "./io.js";
import { fitSpecOf } from "./learn.js";
import { type Training, weightsOf } from "./readTraining.js";
import { runnerOf } from "./runner.js";
import { chooseFolds, chooseHoldOut, DEFAULT_FOLDS } from "./splitFlags.js";

export function addAssessFlag(command: Command): Command {
  return command.addOption(
    new Option(
      "--assess <how>",
      "how to estimate the error on new rows: 10-fold cross-validation, a hold-out set or out-of-bag; auto is " +
        "out-of-bag if available, otherwise folds or a hold-out set if there is a report",
    )
      .choices(ASSESS)
      .default("auto"),
  );
}

/** The share of the rows that a hold-out keeps back. */
const SHARE = 0.2;

/**
 * Cells × learner's cost up to which ten folds are affordable: about ten seconds on two threads. Measured on 20,000 rows
 * of six attributes with much noise, where a cell takes cart, pruned by its own ten folds, 15 microseconds.
 */
const AFFORDABLE = 200_000;

export interface Assessed {
  /** Absent where nobody asked, or nothing can be measured. */
  readonly estimate?: Estimate;
  readonly warnings: readonly Warning[];
}

/** How well the model is expected to do on new rows. */
export async function assessFit(
  io: Io,
  training: Training,
  flags: FitFlags,
  { model, rules }: { readonly model: Model; readonly rules: string | undefined },
): Promise<Assessed> {
  const { assess: how } = flags;
  const known = { truth: truthOf(model.target, training.table), weights: weightsOf(training) };
  const own =
    how === "oob" || how === "auto" ? ownEstimate(model, how, () => trainingRows(known)) : undefined;
  if (own?.method.kind === "oob")
    return only(flags.report === undefined ? own : inFull(own, model, training, flags, known));
  if (how === "folds" || how === "holdout") return onUnseen(io, training, flags, known, rules, how);
  if (how === "none" || training.table.rows < 2) return only(undefined);
  // A model that was continued is not learned again to assess it.
  if (flags.report === undefined || flags.continue !== undefined) return only(own);
  const affordable = isAffordable(training, model) ? "folds" : "holdout";
  return onUnseen(io, training, flags, known, rules, affordable).catch(notAssessed);
}

/** The estimate that an ensemble brings with it: of rows out of the bag, or of those that stopped its growth. */
export function ownEstimate(
  model: Model,
  how: "auto" | "oob",
  rows: () => TrainingRows,
): Estimate | undefined {
  if (!isEnsemble(model) || !model.report?.curves) {
    if (how === "oob") throw noOutOfBag(model);
    return undefined;
  }
  const known = rows();
  const outOfBag = outOfBagEstimate(model, known);
  if (how === "oob" && outOfBag === undefined) throw noOutOfBag(model);
  return outOfBag ?? validationEstimate(model, known);
}

const only = (estimate: Estimate | undefined): Assessed => ({ ...(estimate && { estimate }), warnings: [] });

/** Rows × trees up to which answers are worth having again: some seconds. */
const MOST_ANSWERS = 50_000_000;

/** A report shows what rows were taken for; to know that, the trees are asked again. */
function inFull(
  estimate: Estimate,
  model: Model,
  training: Training,
  flags: FitFlags,
  known: WeightedTruth,
): Estimate {
  if (!isEnsemble(model) || training.table.rows * memberCount(model) > MOST_ANSWERS) return estimate;
  const answers = outOfBagAnswers(model, training.table, fitSpecOf(training, flags));
  return answers ? withAnswers(estimate, known, answers) : estimate;
}

async function onUnseen(
  io: Io,
  training: Training,
  flags: FitFlags,
  known: WeightedTruth,
  rules: string | undefined,
  how: "folds" | "holdout",
): Promise<Assessed> {
  const { seed, threads } = flags;
  const folds = Math.min(DEFAULT_FOLDS, training.table.rows);
  const { splits, warnings } =
    how === "folds"
      ? await chooseFolds(io, training, known.truth, { folds, seed })
      : chooseHoldOut(training, known.truth, { holdout: SHARE, seed });
  const run = runnerOf(io, "assessing", training, [fitSpecOf(training, flags, rules)], threads);
  const assessment = assess(known, splits, await run(jobsOf(splits)));
  const method: EstimateMethod =
    how === "folds" ? { kind: "folds", folds } : { kind: "holdOut", share: SHARE };
  return {
    estimate: estimateOf(assessment, method),
    warnings: [...warnings, ...assessment.warnings],
  };
}

/** Nobody asked for the figure by name: the model is there, and its report is written without one. */
function notAssessed(error: unknown): Assessed {
  if (!(error instanceof CoppiceError) || error.code === "ABORTED") throw error;
  const message = `the model was not measured on rows it has not seen: ${error.message}`;
  return { warnings: [{ code: "NOT_ASSESSED", message }] };
}

/** Known before anything is measured, so that the same command gives the same report on any machine. */
function isAffordable({ table, attributes }: Training, { learner, options }: Model): boolean {
  return table.rows * attributes.length * costOf(learner, options) <= AFFORDABLE;
}

/** Time per cell, in terms of cart with its pruning; measured on the same rows. */
function costOf(name: string, options: Readonly<Record<string, unknown>>): number {
  const { trees, rounds, members } = options;
  const { kind } = learnerUnder(learnerNamed(name), options);
  if (kind !== "ensemble") return 1;
  // Boosting counts bins; members of the other ensembles are whole trees that are not pruned.
  if (typeof rounds === "number") return rounds / 300;
  const count = trees ?? members;
  return typeof count === "number" ? count / 15 : 1;
}

function noOutOfBag({ learner }: Model): CoppiceError {
  const message = `--assess oob needs trees that each leave rows out, as forests and bagging have; ${learner} has no out-of-bag figure`;
  return new CoppiceError("OPTION_CONFLICT", message, { name: "--assess", value: "oob" });
}

/** For the JSON answer. */
export function assessmentJson(estimate: Estimate): object {
  const { method, rows, figures, interval, confidence, baseline, score } = estimate;
  const { kind, ...facts } = method;
  const { kind: _, ...always } = baseline;
  return {
    method: kind,
    ...facts,
    ...(rows !== undefined && { rows }),
    ...figures,
    ...(interval && { interval: { confidence, ...interval } }),
    baseline: always,
    ...(score?.kind === "classification" &&
      score.classes.length <= MOST_CLASSES && { classes: score.classes, confusion: score.confusion }),
  };
}

/** A JSON answer stays small: a matrix of more classes is left out. */
const MOST_CLASSES = 300;
