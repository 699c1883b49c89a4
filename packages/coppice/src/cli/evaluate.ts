import type { Command } from "commander";
import { CoppiceError } from "../base/errors.js";
import { checkOptions } from "../learn/options.js";
import { learnerNamed } from "../learn/registry.js";
import { sizeOf, type TreeModel } from "../model/tree.js";
import { readTable } from "../targets/files.js";
import { type Assessment, crossValidate, holdOut, type Trial } from "../use/evaluate/crossValidate.js";
import { type Folds, foldCount, foldsFromFile, plainFolds, stratifiedFolds } from "../use/evaluate/folds.js";
import { knownTarget } from "../use/evaluate/knownTarget.js";
import { type Truth, truthOf } from "../use/evaluate/score.js";
import { predict } from "../use/predict/predict.js";
import { type Evaluation, evaluationJson, printEvaluation } from "./evaluation.js";
import { addLearnFlags, type LearnFlags, warnOfThreads, wholeNumber } from "./flags.js";
import { type Io, printJson, printWarnings } from "./io.js";
import { learn } from "./learn.js";
import { progressOf } from "./progress.js";
import { readLike, readTraining, type Training, weightsOf } from "./readTraining.js";

interface EvaluateFlags extends LearnFlags {
  readonly folds?: number;
  readonly foldsFile?: string;
  readonly test?: string;
  readonly predictions?: boolean;
}

const DEFAULT_FOLDS = 10;

export function addEvaluate(program: Command, io: Io): void {
  addLearnFlags(
    program
      .command("evaluate")
      .summary("say how good a learner is on rows it has not seen")
      .description("Learns from a part of the table and judges the model on the rest, fold by fold.")
      .argument("<table>", "a table file, or - for standard input"),
  )
    .option(
      "--folds <n>",
      `parts to divide the table into (default: ${DEFAULT_FOLDS})`,
      wholeNumber("--folds", 2),
    )
    .option("--folds-file <file>", "a CSV with the columns row and fold, both from 0")
    .option("--test <table>", "judge on this table instead")
    .option("--predictions", "add each row's prediction to the JSON answer")
    .action((path: string, flags: EvaluateFlags) => runEvaluate(io, path, flags));
}

async function runEvaluate(io: Io, path: string, flags: EvaluateFlags): Promise<void> {
  checkFlags(flags);
  const options = checkOptions(learnerNamed(flags.learner), Object.fromEntries(flags.set));
  warnOfThreads(io, flags.threads);
  const training = await readTraining(io, path, flags);
  const run =
    flags.test === undefined ? await overFolds(io, training, flags) : await onTest(io, training, flags);
  printWarnings(io, run.warnings);
  const evaluation: Evaluation = {
    path,
    learner: flags.learner,
    options,
    training,
    seed: flags.seed,
    ...run,
  };
  if (flags.json) printJson(io, evaluationJson(evaluation, flags.predictions === true));
  else printEvaluation(io, evaluation);
}

type Run = Pick<Evaluation, "assessment" | "truth" | "rows" | "how" | "warnings" | "readSeconds">;

async function overFolds(io: Io, training: Training, flags: EvaluateFlags): Promise<Run> {
  const { table, target } = training;
  const truth = truthOf(target, table);
  const folds = await chooseFolds(io, training, truth, flags);
  const progress = progressOf(io, "evaluating");
  const assessment = progress.during((onProgress) =>
    crossValidate(trialOf(io, training, flags), {
      table,
      truth,
      folds,
      weights: weightsOf(training),
      onProgress,
    }),
  );
  const fromFile = flags.foldsFile === undefined ? {} : { file: flags.foldsFile };
  const how = { kind: "folds", folds, count: foldCount(folds), ...fromFile } as const;
  return {
    assessment,
    truth,
    rows: training.rows,
    how,
    warnings: assessment.warnings,
    readSeconds: training.seconds,
  };
}

async function onTest(io: Io, training: Training, flags: EvaluateFlags): Promise<Run> {
  const path = flags.test!;
  const started = io.clock();
  const columns = training.table.columns.map(({ name, type }) => ({ name, type }));
  const read = await readLike(io, path, columns, flags);
  const known = knownTarget(read, training.target.name);
  const truth = truthOf(training.target, known.table);
  const readSeconds = training.seconds + (io.clock() - started);
  const weights = weightsOf({ ...training, table: known.table });
  const request = { table: known.table, truth, weights };
  const progress = progressOf(io, "learning");
  const assessment: Assessment = progress.during((onProgress) =>
    holdOut(trialOf(io, training, flags), training.table, { ...request, onProgress }),
  );
  const warnings = [...known.warnings, ...assessment.warnings];
  return { assessment, truth, rows: known.rows, how: { kind: "test", path }, warnings, readSeconds };
}

function trialOf(io: Io, training: Training, flags: LearnFlags): Trial<TreeModel> {
  return {
    fit: (train, onProgress) => learn(train, training, flags, onProgress ?? (() => {})),
    predict,
    sizeOf: (model) => ({ ...sizeOf(model) }),
    clock: io.clock,
  };
}

async function chooseFolds(io: Io, training: Training, truth: Truth, flags: EvaluateFlags): Promise<Folds> {
  const { foldsFile, folds = DEFAULT_FOLDS, seed } = flags;
  if (foldsFile !== undefined) {
    const file = await io.interruptible((signal) => readTable(foldsFile, { format: "csv", signal }));
    return foldsFromFile(file.table, training.rows, training.fileRows);
  }
  return truth.kind === "classification"
    ? stratifiedFolds(truth.codes, folds, seed)
    : plainFolds(training.table.rows, folds, seed);
}

function checkFlags(flags: EvaluateFlags): void {
  const ways = [
    flags.folds !== undefined && "--folds",
    flags.foldsFile !== undefined && "--folds-file",
    flags.test !== undefined && "--test",
  ].filter((way) => way !== false);
  if (ways.length > 1) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      `${ways.join(" and ")} cannot both say which rows to judge on`,
      {
        name: ways[0],
      },
    );
  }
  if (flags.predictions && !flags.json) {
    throw new CoppiceError("OPTION_CONFLICT", "--predictions adds to the JSON answer: it needs --json", {
      name: "--predictions",
    });
  }
}
