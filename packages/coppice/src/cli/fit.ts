import type { Command } from "commander";
import { CoppiceError } from "../base/errors.js";
import { fitWarnings } from "../learn/fitWarnings.js";
import { isTreeLearner, learnerUnder } from "../learn/learner.js";
import { checkOptions } from "../learn/options.js";
import { learnerNamed } from "../learn/registry.js";
import { isEnsemble, type Model } from "../model/model.js";
import { word } from "../model/words.js";
import { truthOf } from "../predict/truth.js";
import type { ExpectedTable } from "../table/tableShape.js";
import type { SpilledCells } from "../targets/disk/spilledCells.js";
import { databaseEngine } from "../targets/engines.js";
import { treesExpected } from "../targets/fitInParallel.js";
import { kernelsExpected } from "../targets/kernelsExpected.js";
import type { NodeTeam } from "../targets/nodeTeam.js";
import { predictInParallel } from "../targets/predictInParallel.js";
import type { ExpectedTarget } from "../targets/shapeAhead.js";
import { teamAhead } from "../targets/teamAhead.js";
import { drawLearningCurves } from "../use/draw/ensembleReport.js";
import type { Estimate } from "../use/evaluate/estimate.js";
import { type Score, scoreOf } from "../use/evaluate/score.js";
import { addAssessFlag, assessFit } from "./assessment.js";
import { checkCheckpoint, checkpointsOf } from "./checkpoint.js";
import { continueFlags } from "./continueFlags.js";
import { addEngineFlags, cellsFor, checkEngineFlags, engineFor, inMemory, isSpilled } from "./engineFlags.js";
import { answerOf } from "./fitAnswer.js";
import type { FitFlags } from "./fitFlags.js";
import { fitFromDisk } from "./fitFromDisk.js";
import { fitPushedDown } from "./fitPushedDown.js";
import { printFit } from "./fitText.js";
import { addLearnFlags, threadsOf, wholeNumber } from "./flags.js";
import { type Io, printJson, printWarnings, writeFileWhole } from "./io.js";
import { fitSpecOf, learnAsync } from "./learn.js";
import { progressOf } from "./progress.js";
import { readModel, writeModel } from "./readJson.js";
import { readSchema, readTraining, type Training, weightsOf } from "./readTraining.js";
import { reportOf } from "./report.js";
import { addRulesFlag, readRulesFile } from "./rulesFile.js";
import { askedWay, outgrowsPull } from "./sparkWay.js";

export function addFit(program: Command, io: Io): void {
  addAssessFlag(
    addEngineFlags(
      addRulesFlag(
        addLearnFlags(
          program
            .command("fit")
            .summary("learn a model from a table")
            .description("Learns a model from a table and prints it; --out saves it.")
            .argument(
              "<table>",
              ".csv, .csv.gz, .arff, .json, .parquet, .arrow or C4.5 .data file, - for standard input, or an address such as duckdb:file.db#table",
            ),
        ),
      ),
    ),
  )
    .option("--out <file>", "write the model: JSON, gzipped (.gz) or compact (.coppice)")
    .option("--report <file>", "write an HTML report of the model")
    .option("--plot <file>", "for ensembles: plot the error against the number of trees (SVG)")
    .option(
      "--push-down",
      "for duckdb: and spark: addresses: compute all sums there, for rows that must not leave it; the same as --engine duckdb or --engine spark",
    )
    .option(
      "--way <name>",
      "for spark: addresses: pull the rows, or leave them and sum by a function on the workers (batch) or by SQL (sql) (default: pull what fits --memory; else batch, or sql where the workers have no numpy)",
    )
    .option("--checkpoint <file>", "for ensembles: save progress to this file periodically")
    .option("--every <n>", "number of trees between checkpoints", wholeNumber("--every", 1), 10)
    .option("--resume", "continue from the checkpoint, if there is one")
    .option(
      "--continue <model>",
      "add trees to this model of a forest or of gradientBoost; --set trees or rounds is the number it will have",
    )
    .action(async (path: string, flags: FitFlags, command: Command) => {
      const continueFrom = flags.continue === undefined ? undefined : await readModel(io, flags.continue);
      const isGiven = (name: string) => command.getOptionValueSource(name) !== "default";
      const way = askedWay(path, flags);
      const stays = way === undefined ? await outgrowsPull(io, path, flags) : way !== "pull";
      const database = stays ? "spark" : databaseEngine(path, flags);
      if (database !== undefined) return fitPushedDown(io, path, flags, database, isGiven);
      await runFit(
        io,
        path,
        continueFrom ? continueFlags(flags, continueFrom, isGiven) : flags,
        continueFrom,
      );
    });
}

async function runFit(io: Io, path: string, flags: FitFlags, continueFrom: Model | undefined): Promise<void> {
  checkEngineFlags(flags);
  const learner = learnerNamed(flags.learner);
  const given = Object.fromEntries(flags.set);
  const options = checkOptions(learner, given);
  checkCheckpoint(flags);
  const rules = await readRulesFile(io, flags);
  const under = learnerUnder(learner, given);
  const learning = {
    target: await expectedTarget(io, flags),
    isTree: isTreeLearner(under),
    kernels: (shape: ExpectedTable) => kernelsExpected(under, options, shape),
  };
  // Memory is not made ready for a table that will not be there.
  const isHere = !isSpilled(path, { learner: flags.learner, options: given }, flags);
  const team = teamAhead(path, {
    ...{ threads: flags.threads, trees: treesExpected(learner) },
    ...(isHere && { learning }),
  });
  try {
    await fitAndReport(io, path, flags, { rules, team, continueFrom });
  } finally {
    await team?.close();
  }
}

async function expectedTarget(
  io: Io,
  { target: named, schema: path, type }: FitFlags,
): Promise<ExpectedTarget> {
  const schema = await readSchema(io, path);
  const target = named ?? schema?.target;
  const declared = schema?.columns.find(({ name }) => name === target)?.type;
  const known = (target === undefined ? undefined : type.get(target)) ?? declared;
  return { target, isNominal: known !== undefined && known !== "numeric" };
}

interface FitWith {
  readonly rules: string | undefined;
  readonly team: NodeTeam | undefined;
  readonly continueFrom: Model | undefined;
}

async function fitAndReport(
  io: Io,
  path: string,
  flags: FitFlags,
  { rules, team, continueFrom }: FitWith,
): Promise<void> {
  const options = Object.fromEntries(flags.set);
  const cells = cellsFor(path, { learner: flags.learner, options }, flags);
  try {
    await fitCells(io, path, flags, { rules, team, continueFrom, cells });
  } finally {
    cells?.close();
  }
}

interface Judged {
  readonly model: Model;
  readonly score: Score;
  /** Of rows on disk, where an ensemble brings one. */
  readonly estimate?: Estimate | undefined;
  /** Seconds to learn it, and to predict what it was learned from. */
  readonly fitted: number;
  readonly predicted: number;
  /** Seconds to code the rows first, if they are on disk. */
  readonly coded?: number;
}

async function fitCells(
  io: Io,
  path: string,
  flags: FitFlags,
  { rules, team, continueFrom, cells }: FitWith & { readonly cells: SpilledCells | undefined },
): Promise<void> {
  const { training, isOnDisk } = await trainingFor(io, path, flags, team, cells);
  const progress = progressOf(io, "learning", training.table.rows);
  const begun = io.clock();
  const judged = await (isOnDisk ? fromDisk() : fromMemory());
  const { model, score, coded, fitted, predicted } = judged;
  const assessing = io.clock();
  const { estimate, warnings: more } = isOnDisk
    ? { estimate: judged.estimate, warnings: [] }
    : await assessFit(io, training, flags, { model, rules });
  const assessed = io.clock() - assessing;
  printWarnings(io, more);
  const warnings = [...training.warnings, ...more];
  if (flags.out !== undefined) await writeModel(io, flags.out, model);
  if (flags.plot !== undefined) await writeFileWhole(io, flags.plot, plotOf(model));
  if (flags.report !== undefined) {
    await writeFileWhole(io, flags.report, reportOf({ model, score, estimate, training, warnings }));
  }
  const times = {
    read: training.seconds,
    ...(coded !== undefined && { code: coded }),
    fit: fitted,
    predict: predicted,
    ...(estimate?.score && { assess: assessed }),
  };
  const all = { path, model, score, estimate, warnings, rows: training.table.rows, times, flags };
  if (flags.json) printJson(io, answerOf(all));
  else printFit(io, all);

  async function fromMemory(): Promise<Judged> {
    const checkpoint = await checkpointsOf(io, flags);
    const model = await progress.whileRunning((update) =>
      learnAsync(io, training, flags, update, { checkpoint, rules, team, continueFrom }),
    );
    const started = io.clock();
    const prediction = await predictInParallel(model, training.table, { ...threadsOf(flags), team });
    const score = scoreOf(truthOf(model.target, training.table), prediction, weightsOf(training));
    return { model, score, fitted: started - begun, predicted: io.clock() - started };
  }

  async function fromDisk(): Promise<Judged> {
    const found = await progress.whileRunning((update) =>
      fitFromDisk(io, training, flags, update, { team, rules, cells }),
    );
    return { ...found, fitted: io.clock() - begun - found.coded - found.predicted };
  }
}

/** What is learned from, and whether its rows are on disk while it is. */
async function trainingFor(
  io: Io,
  path: string,
  flags: FitFlags,
  team: NodeTeam | undefined,
  cells: SpilledCells | undefined,
): Promise<{ readonly training: Training; readonly isOnDisk: boolean }> {
  const read = await readTraining(io, path, flags, team, cells);
  const spec = fitSpecOf(read, flags);
  const told = fitWarnings(read.table, spec);
  printWarnings(io, told);
  const isOnDisk = engineFor(io, read.table, spec, flags) === "disk";
  const training = { ...read, warnings: [...read.warnings, ...told] };
  // Nobody asks which rows these are of the table that was read, and numbers of rows take as much memory as codes.
  if (isOnDisk) return { training: { ...training, rows: new Int32Array(0) }, isOnDisk };
  return { training: { ...training, table: inMemory(read.table) }, isOnDisk };
}

function plotOf(model: Model): string {
  const title = `${model.learner} for ${word(model.target.name)}: error as trees are added`;
  const drawn = isEnsemble(model) ? drawLearningCurves(model, title) : undefined;
  if (drawn !== undefined) return drawn;
  const message = `--plot draws the error of many trees as they are added, and ${model.learner} has no such figures`;
  throw new CoppiceError("OPTION_CONFLICT", message, { name: "--plot" });
}
