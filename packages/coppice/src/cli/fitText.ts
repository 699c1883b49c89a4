import pc from "picocolors";
import { unreachable } from "../base/errors.js";
import { shellWord } from "../base/shellWord.js";
import { type Model, modelSize } from "../model/model.js";
import { isSplit, type PruningRow, type TreeModel } from "../model/tree.js";
import { printable } from "../model/words.js";
import { rulesText } from "../rules/rulesText.js";
import { ensembleText } from "../use/draw/ensembleText.js";
import { pruningText } from "../use/draw/pruningPlotText.js";
import { drawText } from "../use/draw/text.js";
import type { Score } from "../use/evaluate/score.js";
import type { FitFlags } from "./fitFlags.js";
import { type Io, printLine } from "./io.js";
import { figure, secondsText, sizeText } from "./layout.js";
import { textOptionsFor } from "./paint.js";
import { plotOptionsFor } from "./plotOptions.js";
import type { Training } from "./readTraining.js";
import { costOf } from "./summary.js";

export interface Times {
  readonly read: number;
  readonly fit: number;
  readonly predict: number;
}

export interface Fitted {
  readonly path: string;
  readonly model: Model;
  readonly score: Score;
  readonly training: Training;
  readonly times: Times;
  readonly flags: FitFlags;
}

export function printFit(io: Io, { path, model, score, training, times, flags }: Fitted): void {
  const colors = pc.createColors(io.stdout.color);
  const say = (text = "") => printLine(io.stdout, text);
  say(modelText(io, model, flags));
  say();
  say(`  ${colors.bold("size")}      ${sizeText({ ...modelSize(model) })}`);
  say(
    `  ${colors.bold("training")}  ${trainingText(score, model)} on ${training.table.rows} rows${grownFrom(model, training)}`,
  );
  say(`  ${colors.bold("time")}      read ${secondsText(times.read)}, learn ${secondsText(times.fit)}`);
  if (flags.out !== undefined) say(`  ${colors.bold("model")}     written to ${flags.out}`);
  if (flags.report !== undefined) say(`  ${colors.bold("report")}    written to ${flags.report}`);
  say();
  say(colors.dim(nextSteps(path, training, flags)));
}

function modelText(io: Io, model: Model, flags: FitFlags): string {
  switch (model.format) {
    case "coppice-tree":
      return treeText(io, model, flags);
    case "coppice-ensemble":
      return ensembleText(model, { plot: plotOptionsFor(io.stdout) });
    case "coppice-rules":
      return cut(rulesText(model), io, flags.out);
    default:
      return unreachable(model);
  }
}

function treeText(io: Io, model: TreeModel, { out }: FitFlags): string {
  const tree = cut(drawText(model, textOptionsFor(io.stdout)), io, out);
  return model.pruning ? `${tree}\n\n${pruningOf(model, model.pruning)}` : tree;
}

/** The pruning table, indented; the tree's own row has a star. */
export function pruningOf({ nodes }: TreeModel, rows: readonly PruningRow[]): string {
  return pruningText(rows, nodes.filter(isSplit).length).replace(/^/gm, "  ");
}

/** Rows without weight, or held back to stop growth, were not learned from. */
function grownFrom({ training: { rows } }: Model, { table }: Training): string {
  return rows === table.rows ? "" : `, grown from ${rows} of them`;
}

function trainingText(score: Score, { options }: Model): string {
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
  const { schema, type, set, weight, ignore, use, learner, rulesFile } = flags;
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
    ...(rulesFile === undefined ? [] : ["--rules-file", rulesFile]),
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
