import type { Command } from "commander";
import { CoppiceError, unreachable } from "../base/errors.js";
import { checkOptions } from "../learn/options.js";
import { learnerNamed } from "../learn/registry.js";
import { isEnsemble, isTree, type Model, modelSize } from "../model/model.js";
import { word } from "../model/words.js";
import { predictTable } from "../predict/predictTable.js";
import { truthOf } from "../predict/truth.js";
import { drawEnsembleReport, drawLearningCurves } from "../use/draw/ensembleReport.js";
import { drawReport } from "../use/draw/html.js";
import { drawRuleReport } from "../use/draw/ruleReport.js";
import { type Score, scoreOf } from "../use/evaluate/score.js";
import { checkCheckpoint, checkpointsOf } from "./checkpoint.js";
import { ensembleFigures } from "./ensembleFigures.js";
import type { FitFlags } from "./fitFlags.js";
import { printFit, type Times } from "./fitText.js";
import { addLearnFlags, wholeNumber } from "./flags.js";
import { type Io, printJson, writeFileWhole } from "./io.js";
import { learnAsync } from "./learn.js";
import { progressOf } from "./progress.js";
import { writeModel } from "./readJson.js";
import { readTraining, type Training, weightsOf } from "./readTraining.js";
import { addRulesFlag, readRulesFile } from "./rulesFile.js";
import { figuresOf } from "./summary.js";

export function addFit(program: Command, io: Io): void {
  addRulesFlag(
    addLearnFlags(
      program
        .command("fit")
        .summary("learn a model from a table")
        .description("Learns a model from a table, shows it, and writes it with --out.")
        .argument(
          "<table>",
          "a .csv, .csv.gz, .arff, .json, .parquet, .arrow or C4.5 .data file, or - for standard input",
        ),
    ),
  )
    .option("--out <file>", "write the model: as JSON, gzipped for .gz, in few bytes for .coppice")
    .option("--report <file>", "write a page (HTML) that shows the model to people")
    .option("--plot <file>", "for learners of many trees: draw their error as trees are added (SVG)")
    .option("--checkpoint <file>", "for learners of many trees: keep the work here now and then")
    .option("--every <n>", "trees between two checkpoints", wholeNumber("--every", 1), 10)
    .option("--resume", "go on from the checkpoint, if it is there")
    .action((path: string, flags: FitFlags) => runFit(io, path, flags));
}

async function runFit(io: Io, path: string, flags: FitFlags): Promise<void> {
  const learner = learnerNamed(flags.learner);
  const given = Object.fromEntries(flags.set);
  checkOptions(learner, given);
  checkCheckpoint(flags);
  const rules = await readRulesFile(io, flags);
  const training = await readTraining(io, path, flags);
  const checkpoint = await checkpointsOf(io, flags);
  const progress = progressOf(io, "learning");
  const begun = io.clock();
  const model = await progress.whileRunning((update) =>
    learnAsync(io, training, flags, update, { checkpoint, rules }),
  );
  const started = io.clock();
  const prediction = predictTable(model, training.table);
  const score = scoreOf(truthOf(model.target, training.table), prediction, weightsOf(training));
  const predicted = io.clock() - started;
  if (flags.out !== undefined) await writeModel(io, flags.out, model);
  if (flags.plot !== undefined) await writeFileWhole(io, flags.plot, plotOf(model));
  if (flags.report !== undefined) await writeFileWhole(io, flags.report, reportOf(model, score, training));
  const times = { read: training.seconds, fit: started - begun, predict: predicted };
  if (flags.json) printJson(io, answerOf(model, score, training, times, flags));
  else printFit(io, { path, model, score, training, times, flags });
}

function plotOf(model: Model): string {
  const title = `${model.learner} for ${word(model.target.name)}: error as trees are added`;
  const drawn = isEnsemble(model) ? drawLearningCurves(model, title) : undefined;
  if (drawn !== undefined) return drawn;
  const message = `--plot draws the error of many trees as they are added, and ${model.learner} has no such figures`;
  throw new CoppiceError("OPTION_CONFLICT", message, { name: "--plot" });
}

function answerOf(model: Model, score: Score, training: Training, seconds: Times, flags: FitFlags): object {
  const { pruning } = isTree(model) ? model : {};
  return {
    learner: model.learner,
    options: model.options,
    task: model.task,
    target: model.target.name,
    rows: training.table.rows,
    attributes: model.attributes.length,
    size: modelSize(model),
    train: figuresOf(score, model.options),
    ...(pruning !== undefined && { pruning }),
    ...(isEnsemble(model) && ensembleFigures(model)),
    seconds,
    ...(flags.out !== undefined && { out: flags.out }),
    ...(flags.report !== undefined && { report: flags.report }),
    warnings: training.warnings,
  };
}

function reportOf(model: Model, score: Score, { table, attributes, warnings }: Training): string {
  const input = {
    train: figuresOf(score, model.options),
    warnings,
    rows: table.rows,
    columns: attributes.length,
  };
  switch (model.format) {
    case "coppice-tree":
      return drawReport({ model, ...input });
    case "coppice-ensemble":
      return drawEnsembleReport({ model, ...input });
    case "coppice-rules":
      return drawRuleReport({ model, ...input });
    default:
      return unreachable(model);
  }
}
