import type { Command } from "commander";
import { CoppiceError } from "../base/errors.js";
import { fitWarnings } from "../learn/fitWarnings.js";
import { checkOptions } from "../learn/options.js";
import { learnerNamed } from "../learn/registry.js";
import { type Truth, truthOf } from "../predict/truth.js";
import { columnSchema } from "../table/column.js";
import { knownTarget } from "../table/training/knownTarget.js";
import { runInParallel } from "../targets/runInParallel.js";
import { assess } from "../use/evaluate/assess.js";
import { assessTest } from "../use/evaluate/assessFolds.js";
import { bootstrap632 } from "../use/evaluate/bootstrap632.js";
import {
  bootstrapSplits,
  classWarnings,
  jobsOf,
  leaveOneOut,
  resubstitution,
} from "../use/evaluate/splits.js";
import { type Evaluation, evaluationJson, type Way } from "./evaluation.js";
import { printEvaluation } from "./evaluationText.js";
import { addLearnFlags, type LearnFlags, wholeNumber } from "./flags.js";
import { type Io, printJson, printWarnings } from "./io.js";
import { fitSpecOf } from "./learn.js";
import { progressOf } from "./progress.js";
import { type CurveFlags, plotsOf, writePlots } from "./rankCurves.js";
import { readLike, readTraining, type Training, weightsOf } from "./readTraining.js";
import { addRulesFlag, type RulesFlags, readRulesFile } from "./rulesFile.js";
import { runnerOf } from "./runner.js";
import {
  addFoldFlags,
  checkFoldFlags,
  chooseFolds,
  chooseHoldOut,
  type FoldFlags,
  keysOf,
  refuse,
  shareBetween,
} from "./splitFlags.js";

interface EvaluateFlags extends LearnFlags, FoldFlags, CurveFlags, RulesFlags {
  readonly seed: number;
  readonly holdout?: number;
  readonly leaveOneOut?: boolean;
  readonly bootstrap?: number;
  readonly resubstitution?: boolean;
  readonly test?: string;
  readonly confidence: number;
  readonly predictions?: boolean;
}

export function addEvaluate(program: Command, io: Io): void {
  addFoldFlags(
    addRulesFlag(
      addLearnFlags(
        program
          .command("evaluate")
          .summary("estimate how well a learner generalises")
          .description(
            "Estimates how well a learner does on new rows: learns from some rows of the table and tests on the others.",
          )
          .argument("<table>", "table file, or - for standard input"),
        "number of threads (default: one per core, or 1 for small tables)",
      ),
    ),
  )
    .option(
      "--holdout <share>",
      "test once, on a hold-out set of this share of the rows",
      shareBetween("--holdout"),
    )
    .option("--leave-one-out", "leave-one-out: predict each row with a model of all others")
    .option("--bootstrap <n>", ".632+ bootstrap estimate from n samples", wholeNumber("--bootstrap", 2))
    .option("--resubstitution", "report training error (optimistic)")
    .option("--test <table>", "learn from all rows and test on this table")
    .option("--confidence <share>", "confidence level of the intervals", shareBetween("--confidence"), 0.95)
    .option("--roc <file>", "draw ROC curves in the terminal, and as SVG unless the file is -")
    .option("--pr <file>", "draw precision-recall curves in the terminal, and as SVG unless the file is -")
    .option("--predictions", "with --json: include the prediction of each row")
    .action((path: string, flags: EvaluateFlags) => runEvaluate(io, path, flags));
}

async function runEvaluate(io: Io, path: string, flags: EvaluateFlags): Promise<void> {
  checkFlags(flags);
  const options = checkOptions(learnerNamed(flags.learner), Object.fromEntries(flags.set));
  const rules = await readRulesFile(io, flags);
  const read = await readTraining(io, path, flags);
  const told = fitWarnings(read.table, fitSpecOf(read, flags));
  printWarnings(io, told);
  const training = { ...read, warnings: [...read.warnings, ...told] };
  const started = io.clock();
  const run =
    flags.test === undefined
      ? await onSplits(io, training, flags, rules)
      : await onTest(io, training, flags, rules);
  const { learner, seed, confidence } = flags;
  const wall = io.clock() - started;
  const evaluation: Evaluation = { path, learner, options, training, seed, confidence, wall, ...run };
  printWarnings(io, run.warnings);
  const plots = plotsOf(evaluation, flags);
  await writePlots(io, evaluation, plots);
  if (flags.json) printJson(io, evaluationJson(evaluation, flags.predictions === true));
  else printEvaluation(io, evaluation, plots);
}

type Ran = Pick<
  Evaluation,
  "assessment" | "truth" | "rows" | "way" | "warnings" | "readSeconds" | "bootstrap"
>;

async function onSplits(io: Io, training: Training, flags: EvaluateFlags, rules?: string): Promise<Ran> {
  const truth = truthOf(training.target, training.table);
  const { splits, way, warnings } = await chooseSplits(io, training, truth, flags);
  const known = { truth, weights: weightsOf(training) };
  const run = runnerOf(io, "evaluating", training, [fitSpecOf(training, flags, rules)], flags.threads);
  const whole = way.kind === "bootstrap" ? jobsOf(resubstitution(training.table.rows)) : [];
  const outcomes = await run([...whole, ...jobsOf(splits)]);
  const judged = outcomes.slice(whole.length);
  const assessment = assess(known, splits, judged);
  return {
    assessment,
    truth,
    rows: assessment.pooled.rows.map((row) => training.rows[row]),
    way,
    warnings: [...warnings, ...assessment.warnings],
    readSeconds: training.seconds,
    ...(whole.length > 0 && { bootstrap: bootstrap632(known, outcomes[0], splits, judged) }),
  };
}

async function chooseSplits(io: Io, training: Training, truth: Truth, flags: EvaluateFlags) {
  const { rows } = training.table;
  const given = <W extends Way>(way: W, splits: ReturnType<typeof resubstitution>) => ({
    splits,
    way,
    warnings: classWarnings(truth, splits),
  });
  if (flags.resubstitution) return given({ kind: "resubstitution" }, resubstitution(rows));
  if (flags.leaveOneOut) return given({ kind: "leaveOneOut" }, leaveOneOut(rows));
  if (flags.bootstrap !== undefined) {
    const samples = flags.bootstrap;
    return given(
      { kind: "bootstrap", samples },
      bootstrapSplits(rows, samples, flags.seed, keysOf(training)),
    );
  }
  const { holdout } = flags;
  if (holdout !== undefined) return chooseHoldOut(training, truth, { ...flags, holdout });
  return chooseFolds(io, training, truth, flags);
}

async function onTest(io: Io, training: Training, flags: EvaluateFlags, rules?: string): Promise<Ran> {
  const path = flags.test!;
  const started = io.clock();
  const columns = training.table.columns.map(columnSchema);
  const read = await readLike(io, path, columns, flags);
  const known = knownTarget(read, training.target.name);
  const truth = truthOf(training.target, known.table);
  const readSeconds = training.seconds + (io.clock() - started);
  const weights = weightsOf({ ...training, table: known.table });
  const request = { table: known.table, truth, weights };
  const { threads } = flags;
  const options = { clock: io.clock, ...(threads !== undefined && { threads }) };
  const outcome = await progressOf(io, "learning").whileRunning((onProgress) =>
    runInParallel(fitSpecOf(training, flags, rules), training.table, known.table, { ...options, onProgress }),
  );
  const assessment = assessTest(request, outcome);
  const unlisted = truth.kind === "classification" ? (truth.warnings ?? []) : [];
  const warnings = [...known.warnings, ...unlisted, ...assessment.warnings];
  return { assessment, truth, rows: known.rows, way: { kind: "test", path }, warnings, readSeconds };
}

function checkFlags(flags: EvaluateFlags): void {
  const ways = [
    flags.folds !== undefined && "--folds",
    flags.foldsFile !== undefined && "--folds-file",
    flags.holdout !== undefined && "--holdout",
    flags.leaveOneOut && "--leave-one-out",
    flags.bootstrap !== undefined && "--bootstrap",
    flags.resubstitution && "--resubstitution",
    flags.test !== undefined && "--test",
  ].filter((way) => typeof way === "string");
  if (ways.length > 1) {
    const message = `${ways.join(" and ")} cannot be combined`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: ways[0] });
  }
  checkFoldFlags(flags);
  const [way = "--folds"] = ways;
  const repeats: [string, boolean] = ["--repeats", flags.repeats !== undefined];
  const grouped: [string, boolean] = ["--group-duplicates", flags.groupDuplicates === true];
  const plain: [string, boolean] = ["--plain", flags.plain === true];
  const others = [repeats, grouped];
  if (way !== "--folds") refuse(new Map(way === "--holdout" ? others : [...others, plain]), way);
  if (flags.predictions && !flags.json) {
    throw new CoppiceError("OPTION_CONFLICT", "--predictions adds to the JSON answer: it needs --json", {
      name: "--predictions",
    });
  }
}
