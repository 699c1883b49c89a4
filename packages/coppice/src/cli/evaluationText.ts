import pc from "picocolors";
import { printable } from "../model/words.js";
import { shareInterval } from "../use/evaluate/intervals.js";
import { classFigures } from "../use/evaluate/metrics.js";
import { macroOf, type RankFigures } from "../use/evaluate/ranking.js";
import type { ClassScore } from "../use/evaluate/score.js";
import { type Evaluation, foldFigures, howText, intervalsOf, ranksOf } from "./evaluation.js";
import { type Io, printLine } from "./io.js";
import { columnsText, figure, secondsText, shortName, sizeText } from "./layout.js";
import { type Plot, printPlots } from "./rankCurves.js";
import { costOf } from "./summary.js";

type Line = (name: string, text: string) => void;

export function printEvaluation(io: Io, evaluation: Evaluation, plots: readonly Plot[]): void {
  const colors = pc.createColors(io.stdout.color);
  const { assessment, path, learner, training } = evaluation;
  const { score, size, seconds } = assessment;
  const line: Line = (name, text) => printLine(io.stdout, `  ${colors.bold(name.padEnd(11))}  ${text}`);
  const head = `${learner} on ${path}: ${training.table.rows} rows, ${howText(evaluation)}`;
  printLine(io.stdout, `${printable(head)}\n`);
  const ranks = ranksOf(evaluation);
  if (score.kind === "classification") classLines(line, colors.green, evaluation, score, ranks);
  else valueLines(line, colors.green, evaluation);
  line("size", `${sizeText(size)}${assessment.perFold.length > 1 ? " on average" : ""}`);
  line("time", timeText(evaluation, seconds));
  if (score.kind === "classification") printConfusion(io, score, ranks);
  printPlots(io, plots, line);
}

function classLines(
  line: Line,
  green: (text: string) => string,
  evaluation: Evaluation,
  score: ClassScore,
  ranks: readonly RankFigures[],
): void {
  const { bootstrap, confidence } = evaluation;
  if (bootstrap === undefined) line("accuracy", `${green(figure(score.accuracy))}${spreadText(evaluation)}`);
  else bootstrapLines(line, green, "accuracy", evaluation, (error) => 1 - error);
  const cost = costOf(score, evaluation.options);
  if (cost !== undefined) line("cost", `${figure(cost)}  the mean loss of a row`);
  intervalLine(line, evaluation);
  line("baseline", `${figure(baseline(score))}  always the commonest class`);
  line("balanced", `${figure(score.balancedAccuracy)}  the mean recall of the classes`);
  line(
    "kappa",
    `${figure(score.kappa)}  Matthews' correlation ${figure(score.mcc)}; 0 is chance, 1 is perfect`,
  );
  if (ranks.length > 0) {
    const [{ auc, aucError }] = ranks;
    const { low, high } = shareInterval(auc, aucError, confidence);
    const isPair = ranks.length === 2 && Number.isFinite(aucError);
    const sure = isPair
      ? `from ${figure(low)} to ${figure(high)} (DeLong)`
      : "mean over the classes, each against the rest";
    const precision = `average precision ${figure(macroOf(ranks, "averagePrecision"))}`;
    line("AUC", `${figure(macroOf(ranks, "auc"))}  ${sure}; ${precision}`);
  }
  line("log loss", figure(score.logLoss));
  line("Brier score", figure(score.brier));
}

function valueLines(line: Line, green: (text: string) => string, evaluation: Evaluation): void {
  const { score } = evaluation.assessment;
  if (score.kind !== "regression") return;
  if (evaluation.bootstrap === undefined)
    line("rmse", `${green(figure(score.rmse))}${spreadText(evaluation)}`);
  else bootstrapLines(line, green, "rmse", evaluation, Math.sqrt);
  intervalLine(line, evaluation);
  line("mae", figure(score.mae));
  line("r2", `${figure(score.r2)}  0 is always the mean, 1 is perfect`);
}

/** Errors are turned into the measure that the user knows. */
function bootstrapLines(
  line: Line,
  green: (text: string) => string,
  name: string,
  { bootstrap }: Evaluation,
  of: (error: number) => number,
): void {
  const { estimate, estimate632, resubstitution, leftOut, noInformation, overfitting, weight } = bootstrap!;
  line(name, `${green(figure(of(estimate)))}  .632+ estimate; .632 gives ${figure(of(estimate632))}`);
  line(
    "from",
    `${figure(of(resubstitution))} on rows learned from, ${figure(of(leftOut))} on rows left out, ${figure(of(noInformation))} without information`,
  );
  line("overfitting", `${figure(overfitting)}  so the rows left out count ${figure(weight)}`);
  line("", "all other figures are of the rows left out");
}

function intervalLine(line: Line, evaluation: Evaluation): void {
  const { accuracy, mean, confidence } = intervalsOf(evaluation);
  // Student's t knows no bounds, but a share does.
  const within = (x: number) => (accuracy ? Math.min(1, Math.max(0, x)) : x);
  const parts = [
    accuracy && `from ${figure(accuracy.low)} to ${figure(accuracy.high)} (Wilson)`,
    mean &&
      `mean over folds from ${figure(within(mean.interval.low))} to ${figure(within(mean.interval.high))} (t)`,
  ].filter((part) => part !== undefined);
  if (parts.length > 0) line(`${percent(confidence)} sure`, parts.join("; "));
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(4))}%`;
}

function timeText(
  { readSeconds, wall }: Evaluation,
  { fit, predict }: { fit: number; predict: number },
): string {
  const elapsed = wall < 0.8 * (fit + predict) ? `; ${secondsText(wall)} on several threads` : "";
  return `read ${secondsText(readSeconds)}, learn ${secondsText(fit)}, predict ${secondsText(predict)}${elapsed}`;
}

/** The fold figures' range and standard deviation. */
function spreadText({ assessment, way }: Evaluation): string {
  if (assessment.perFold.length < 2 || way.kind === "leaveOneOut") return "";
  const figures = foldFigures(assessment);
  const mean = figures.reduce((sum, x) => sum + x, 0) / figures.length;
  const variance = figures.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (figures.length - 1);
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  return `  folds from ${figure(least)} to ${figure(most)}, standard deviation ${figure(Math.sqrt(variance))}`;
}

function baseline({ confusion }: ClassScore): number {
  const supports = confusion.map((row) => row.reduce((sum, cell) => sum + cell, 0));
  return Math.max(...supports) / supports.reduce((sum, support) => sum + support, 0);
}

const SHOWN_CLASSES = 10;

function printConfusion(io: Io, { classes, confusion }: ClassScore, ranks: readonly RankFigures[]): void {
  const figures = classFigures(confusion);
  const auc = (k: number) => figure(ranks[k]?.auc ?? Number.NaN);
  printLine(io.stdout);
  if (classes.length > SHOWN_CLASSES) {
    const rows = classes.map((name, k) => [
      shortName(name, 24),
      ...[figures[k].precision, figures[k].recall, figures[k].f].map(figure),
      auc(k),
      cellText(figures[k].support),
    ]);
    printLine(io.stdout, columnsText([["class", "precision", "recall", "F", "AUC", "rows"], ...rows]));
    return;
  }
  const names = classes.map((name) => shortName(name));
  const rows = confusion.map((row, k) => [
    names[k],
    ...row.map(cellText),
    figure(figures[k].recall),
    figure(figures[k].f),
    auc(k),
  ]);
  const precision = ["precision", ...figures.map((f) => figure(f.precision)), "", "", ""];
  printLine(io.stdout, "  rows: the true class; columns: the predicted class");
  printLine(io.stdout, columnsText([["", ...names, "recall", "F", "AUC"], ...rows, precision]));
}

function cellText(weight: number): string {
  return Number.isInteger(weight) ? String(weight) : weight.toFixed(2);
}
