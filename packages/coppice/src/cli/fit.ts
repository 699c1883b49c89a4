import type { Command } from "commander";
import pc from "picocolors";
import { checkOptions } from "../learn/options.js";
import { learnerNamed } from "../learn/registry.js";
import { isSplit, type PruningRow, sizeOf, type TreeModel } from "../model/tree.js";
import { printable } from "../model/words.js";
import { drawReport } from "../use/draw/html.js";
import { pruningText } from "../use/draw/pruningPlotText.js";
import { drawText } from "../use/draw/text.js";
import { type Score, scoreOf, truthOf } from "../use/evaluate/score.js";
import { predict } from "../use/predict/predict.js";
import { addLearnFlags, type LearnFlags, warnOfThreads } from "./flags.js";
import { type Io, printJson, printLine, writeFileWhole } from "./io.js";
import { figure, secondsText, sizeText } from "./layout.js";
import { learn } from "./learn.js";
import { textOptionsFor } from "./paint.js";
import { progressOf } from "./progress.js";
import { readTraining, type Training, weightsOf } from "./readTraining.js";
import { shellWord } from "./shellWord.js";
import { costOf, figuresOf } from "./summary.js";

interface FitFlags extends LearnFlags {
  readonly out?: string;
  readonly report?: string;
}

export function addFit(program: Command, io: Io): void {
  addLearnFlags(
    program
      .command("fit")
      .summary("learn a model from a table")
      .description("Learns a model from a table, shows it, and writes it with --out.")
      .argument(
        "<table>",
        "a .csv, .csv.gz, .arff, .json, .parquet, .arrow or C4.5 .data file, or - for standard input",
      ),
  )
    .option("--out <file>", "write the model as JSON")
    .option("--report <file>", "write a page (HTML) that shows the model to people")
    .action((path: string, flags: FitFlags) => runFit(io, path, flags));
}

async function runFit(io: Io, path: string, flags: FitFlags): Promise<void> {
  const learner = learnerNamed(flags.learner);
  const given = Object.fromEntries(flags.set);
  checkOptions(learner, given);
  warnOfThreads(io, flags.threads);
  const training = await readTraining(io, path, flags);
  const progress = progressOf(io, "learning");
  const begun = io.clock();
  const model = progress.during((update) => learn(training.table, training, flags, update));
  const started = io.clock();
  const prediction = predict(model, training.table);
  const score = scoreOf(truthOf(model.target, training.table), prediction, weightsOf(training));
  const predicted = io.clock() - started;
  if (flags.out !== undefined) await writeFileWhole(io, flags.out, `${JSON.stringify(model)}\n`);
  if (flags.report !== undefined) await writeFileWhole(io, flags.report, reportOf(model, score, training));
  const times = { read: training.seconds, fit: started - begun, predict: predicted };
  if (flags.json) printJson(io, answerOf(model, score, training, times, flags));
  else printFit(io, { path, model, score, training, times, flags });
}

interface Times {
  readonly read: number;
  readonly fit: number;
  readonly predict: number;
}

function answerOf(
  model: TreeModel,
  score: Score,
  training: Training,
  seconds: Times,
  flags: FitFlags,
): object {
  const { pruning } = model;
  return {
    learner: model.learner,
    options: model.options,
    task: model.task,
    target: model.target.name,
    rows: training.table.rows,
    attributes: model.attributes.length,
    size: sizeOf(model),
    train: figuresOf(score, model.options),
    ...(pruning !== undefined && { pruning }),
    seconds,
    ...(flags.out !== undefined && { out: flags.out }),
    ...(flags.report !== undefined && { report: flags.report }),
    warnings: training.warnings,
  };
}

function reportOf(model: TreeModel, score: Score, { table, attributes, warnings }: Training): string {
  return drawReport({
    model,
    train: figuresOf(score, model.options),
    warnings,
    rows: table.rows,
    columns: attributes.length,
  });
}

interface Fitted {
  readonly path: string;
  readonly model: TreeModel;
  readonly score: Score;
  readonly training: Training;
  readonly times: Times;
  readonly flags: FitFlags;
}

function printFit(io: Io, { path, model, score, training, times, flags }: Fitted): void {
  const colors = pc.createColors(io.stdout.color);
  const say = (text = "") => printLine(io.stdout, text);
  say(cut(drawText(model, textOptionsFor(io.stdout)), io, flags.out));
  say();
  if (model.pruning) say(`${pruningOf(model, model.pruning)}\n`);
  say(`  ${colors.bold("size")}      ${sizeText({ ...sizeOf(model) })}`);
  say(
    `  ${colors.bold("training")}  ${trainingText(score, model)} on ${training.table.rows} rows${grownFrom(model, training)}`,
  );
  say(`  ${colors.bold("time")}      read ${secondsText(times.read)}, learn ${secondsText(times.fit)}`);
  if (flags.out !== undefined) say(`  ${colors.bold("model")}     written to ${flags.out}`);
  if (flags.report !== undefined) say(`  ${colors.bold("report")}    written to ${flags.report}`);
  say();
  say(colors.dim(nextSteps(path, training, flags)));
}

/** The pruning table, indented; the tree's own row has a star. */
export function pruningOf({ nodes }: TreeModel, rows: readonly PruningRow[]): string {
  return pruningText(rows, nodes.filter(isSplit).length).replace(/^/gm, "  ");
}

/** Rows without weight, or held back to stop growth, were not learned from. */
function grownFrom({ training: { rows } }: TreeModel, { table }: Training): string {
  return rows === table.rows ? "" : `, grown from ${rows} of them`;
}

function trainingText(score: Score, { options }: TreeModel): string {
  if (score.kind === "regression") return `rmse ${figure(score.rmse)}, r2 ${figure(score.r2)}`;
  const cost = costOf(score, options);
  return `accuracy ${figure(score.accuracy)}${cost === undefined ? "" : `, expected cost ${figure(cost)}`}`;
}

/** What people do next, ready to be typed. */
function nextSteps(path: string, training: Training, flags: FitFlags): string {
  const table = path === "-" ? "<table>" : shellWord(path);
  const evaluate = `npx coppice evaluate ${table} ${sameFlags(training, flags)}`;
  const steps =
    flags.out === undefined
      ? [["keep the model:", "add --out model.json"]]
      : [
          ["look at it:", `npx coppice show ${shellWord(flags.out)}`],
          ["use it:", `npx coppice predict ${shellWord(flags.out)} ${table}`],
        ];
  return [...steps, ["judge it on unseen rows:", evaluate]]
    .map(([what, how]) => printable(`  ${what.padEnd(25)}${how}`))
    .join("\n");
}

/** The flags that make `evaluate` learn as `fit` just did. */
function sameFlags({ target }: Training, flags: FitFlags): string {
  const { schema, type, set, weight, ignore, use, learner } = flags;
  return [
    ...(schema === undefined || flags.target !== undefined ? ["--target", target.name] : []),
    ...(schema === undefined ? [] : ["--schema", schema]),
    ...[...type].flatMap(([name, its]) => ["--type", `${name}=${its}`]),
    "--learner",
    learner,
    ...[...set].flatMap(([name, value]) => [
      "--set",
      `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]),
    ...(weight === undefined ? [] : ["--weight", weight]),
    ...ignore.flatMap((name) => ["--ignore", name]),
    ...use.flatMap((name) => ["--use", name]),
  ]
    .map(shellWord)
    .join(" ");
}

const SCREEN = 40;

/** A tree longer than a screen hides what stands below it. */
function cut(text: string, io: Io, out: string | undefined): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const fits = Math.max(12, (io.stdout.lines ?? SCREEN) - 12);
  if (lines.length <= fits) return lines.join("\n");
  const how =
    out === undefined ? "keep the model with --out to see them" : `see: coppice show ${shellWord(out)}`;
  return [...lines.slice(0, fits - 1), `… ${lines.length - fits + 1} more lines; ${how}`].join("\n");
}
