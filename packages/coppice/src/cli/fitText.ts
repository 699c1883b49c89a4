import pc from "picocolors";
import { unreachable } from "../base/errors.js";
import { shellWord } from "../base/shellWord.js";
import { isTree, type Model, modelSize } from "../model/model.js";
import { depthsOf, isSplit, type Optimality, type PruningRow, type TreeModel } from "../model/tree.js";
import { brief, percent, printable } from "../model/words.js";
import { hardeningText } from "../rules/hardeningText.js";
import { rulesText } from "../rules/rulesText.js";
import type { Warning } from "../table/table.js";
import { depthWithin } from "../use/draw/cut.js";
import { ensembleText } from "../use/draw/ensembleText.js";
import { pruningText } from "../use/draw/pruningPlotText.js";
import { drawText } from "../use/draw/text.js";
import type { Baseline } from "../use/evaluate/baseline.js";
import { type Estimate, methodText } from "../use/evaluate/estimate.js";
import type { Score } from "../use/evaluate/score.js";
import { nodeKindsText } from "../use/nodeKinds.js";
import type { FitFlags } from "./fitFlags.js";
import { type Io, printLine } from "./io.js";
import { figure, secondsText, shortName, sizeText } from "./layout.js";
import { type Line, lineOf } from "./lines.js";
import { textOptionsFor } from "./paint.js";
import { plotOptionsFor } from "./plotOptions.js";
import { costOf } from "./summary.js";

export interface Times {
  readonly read: number;
  readonly fit: number;
  readonly predict: number;
  /** Of learning again to measure it on rows it has not seen. */
  readonly assess?: number;
}

export interface Fitted {
  readonly path: string;
  readonly model: Model;
  /** On the training rows. */
  readonly score: Score;
  /** On rows it has not seen, where that was measured. */
  readonly estimate: Estimate | undefined;
  readonly warnings: readonly Warning[];
  /** So many were learned from. */
  readonly rows: number;
  /** Whether they stayed in their database, and must stay there. */
  readonly isThere?: boolean;
  readonly times: Times;
  readonly flags: FitFlags;
}

export function printFit(io: Io, fitted: Fitted): void {
  const { model, estimate, times, flags } = fitted;
  const { dim } = pc.createColors(io.stdout.color);
  const line = lineOf(io);
  printLine(io.stdout, modelText(io, model, flags));
  printLine(io.stdout);
  if (estimate) estimateLines(io, line, estimate);
  trainingLine(line, fitted);
  line("size", sizeText({ ...modelSize(model) }));
  const kinds = isTree(model) ? nodeKindsText(model) : undefined;
  if (kinds !== undefined) line("node kinds", kinds);
  if (isTree(model) && model.optimality) line("optimality", optimalityText(model, model.optimality));
  if (isTree(model) && model.hardening) line("hard gates", hardeningText(model.hardening, model.task));
  line("time", timeText(times));
  if (flags.out !== undefined) line("model", `written to ${flags.out}`);
  if (flags.report !== undefined) line("report", `written to ${flags.report}`);
  printLine(io.stdout);
  printLine(io.stdout, dim(nextSteps(fitted)));
}

/** The figure to believe, and what a model without any test would reach. */
function estimateLines(io: Io, line: Line, estimate: Estimate): void {
  const { green } = pc.createColors(io.stdout.color);
  const { figures, interval, confidence, baseline } = estimate;
  const how = methodText(estimate);
  const sure = interval
    ? `${percent(confidence)} CI ${figure(interval.low)} to ${figure(interval.high)}, ${how}`
    : how;
  if (figures.loss !== undefined) line("validation loss", `${figure(figures.loss)}  ${how}`);
  if (figures.accuracy !== undefined) line("accuracy", `${green(figure(figures.accuracy))}  ${sure}`);
  if (figures.rmse !== undefined) line("RMSE", `${green(figure(figures.rmse))}  ${sure}`);
  if (figures.r2 !== undefined) line("R²", `${figure(figures.r2)}  0 is the mean, 1 is perfect`);
  line(...baselineLine(baseline));
}

/** What was proved of a tree that was searched for among all. */
function optimalityText({ options, task }: Model, { objective, bound, proved }: Optimality): string {
  const what = task === "regression" ? "squared error" : options.loss ? "loss" : "errors";
  const cost = Number(options.alpha) > 0 ? `${what} + alpha x leaves` : what;
  if (proved) return `proved: no tree within the limits has ${cost} below ${brief(objective)}`;
  return `${cost} ${brief(objective)}, none below ${brief(bound)}; not proved when the search was stopped`;
}

export function baselineLine(baseline: Baseline): [string, string] {
  return baseline.kind === "classification"
    ? ["baseline accuracy", `${figure(baseline.accuracy)}  majority class (${shortName(baseline.class, 24)})`]
    : ["baseline RMSE", `${figure(baseline.rmse)}  always the mean (${brief(baseline.mean)})`];
}

/** A figure of the rows that it was learned from is too good: it is named as such. */
function trainingLine(line: Line, { score, model, rows: count, estimate }: Fitted): void {
  const optimistic = estimate ? "" : "; optimistic";
  const rows = `on ${count} rows${grownFrom(model, count)}${optimistic}`;
  if (score.kind === "regression") {
    line("training RMSE", `${figure(score.rmse)}  R² ${figure(score.r2)} ${rows}`);
    return;
  }
  const cost = costOf(score, model.options);
  const price = cost === undefined ? "" : `expected cost ${figure(cost)} `;
  line("training accuracy", `${figure(score.accuracy)}  ${price}${rows}`);
}

function timeText({ read, fit, assess }: Times): string {
  const more = assess === undefined ? "" : `, assess ${secondsText(assess)}`;
  return `read ${secondsText(read)}, learn ${secondsText(fit)}${more}`;
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

/** What is above fits on a screen; the rest of a large tree is counted and not drawn. */
function treeText(io: Io, model: TreeModel, { out }: FitFlags): string {
  const maxDepth = depthWithin(model, linesFor(io));
  const deepest = depthsOf(model).reduce((a, b) => Math.max(a, b), 0);
  const drawn = cut(drawText(model, { ...textOptionsFor(io.stdout), maxDepth }), io, out);
  const tree =
    maxDepth < deepest ? `${drawn}\n… drawn to depth ${maxDepth} of ${deepest}; ${seeAll(out)}` : drawn;
  return model.pruning ? `${tree}\n\n${pruningOf(model, model.pruning)}` : tree;
}

/** The pruning table, indented; the tree's own row has a star. */
export function pruningOf({ nodes }: TreeModel, rows: readonly PruningRow[]): string {
  return pruningText(rows, nodes.filter(isSplit).length).replace(/^/gm, "  ");
}

/** Rows without weight, or held back to stop growth, were not learned from. */
function grownFrom({ training: { rows } }: Model, count: number): string {
  return rows === count ? "" : `, grown from ${rows} of them`;
}

/** What people do next, ready to be typed. */
function nextSteps({ path, model, flags, estimate, isThere }: Fitted): string {
  const table = path === "-" ? "<table>" : shellWord(path);
  const rows = `${table}${flags.from === undefined ? "" : ` --from ${shellWord(flags.from)}`}`;
  const steps =
    flags.out === undefined
      ? [["save it:", "add --out model.json"]]
      : [
          ["show it:", `npx coppice show ${shellWord(flags.out)}`],
          [
            "use it:",
            `npx coppice predict ${shellWord(flags.out)} ${rows}${isThere ? " --key <column>" : ""}`,
          ],
        ];
  const evaluate = `npx coppice evaluate ${rows} ${sameFlags(model.target.name, flags)}`;
  // That would take the rows from where they are.
  if (!isThere) steps.push([estimate ? "all figures:" : "on unseen rows:", evaluate]);
  const width = Math.max(...steps.map(([what]) => what.length)) + 2;
  return steps.map(([what, how]) => printable(`  ${what.padEnd(width)}${how}`)).join("\n");
}

/** The flags that make `evaluate` learn as `fit` just did. */
function sameFlags(target: string, flags: FitFlags): string {
  const { schema, type, set, weight, rowKey, ignore, use, useAttributesOf, learner, rulesFile } = flags;
  return [
    ...(schema === undefined || flags.target !== undefined ? ["--target", target] : []),
    ...(schema === undefined ? [] : ["--schema", schema]),
    ...[...type].flatMap(([name, its]) => ["--type", `${name}=${its}`]),
    "--learner",
    learner,
    ...[...set].flatMap(([name, value]) => [
      "--set",
      `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]),
    ...(weight === undefined ? [] : ["--weight", weight]),
    ...(rowKey === undefined ? [] : ["--row-key", rowKey]),
    ...ignore.flatMap((name) => ["--ignore", name]),
    ...use.flatMap((name) => ["--use", name]),
    ...(useAttributesOf === undefined ? [] : ["--use-attributes-of", useAttributesOf]),
    ...(rulesFile === undefined ? [] : ["--rules-file", rulesFile]),
  ]
    .map(shellWord)
    .join(" ");
}

const SCREEN = 40;

/** A tree longer than a screen hides what stands below it. */
function linesFor({ stdout }: Io): number {
  return Math.max(12, (stdout.lines ?? SCREEN) - 12);
}

function cut(text: string, io: Io, out: string | undefined): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const fits = linesFor(io);
  if (lines.length <= fits) return lines.join("\n");
  return [...lines.slice(0, fits - 1), `… ${lines.length - fits + 1} more lines; ${seeAll(out)}`].join("\n");
}

function seeAll(out: string | undefined): string {
  return out === undefined ? "keep the model with --out to see all" : `see: coppice show ${shellWord(out)}`;
}
