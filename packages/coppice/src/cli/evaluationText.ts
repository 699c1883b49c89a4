import pc from "picocolors";
import { printable } from "../model/words.js";
import { baselineOf } from "../use/evaluate/baseline.js";
import { type Interval, shareInterval } from "../use/evaluate/intervals.js";
import { classFigures } from "../use/evaluate/metrics.js";
import { macroOf, type RankFigures } from "../use/evaluate/ranking.js";
import type { ClassScore } from "../use/evaluate/score.js";
import { type Evaluation, foldFigures, howText, intervalsOf, ranksOf } from "./evaluation.js";
import { baselineLine } from "./fitText.js";
import { type Io, printLine } from "./io.js";
import { columnsText, figure, secondsText, shortName, sizeText } from "./layout.js";
import { type Line, lineOf } from "./lines.js";
import { type Plot, printPlots } from "./rankCurves.js";
import { costOf } from "./summary.js";

export function printEvaluation(io: Io, evaluation: Evaluation, plots: readonly Plot[]): void {
  const { green } = pc.createColors(io.stdout.color);
  const { assessment, path, learner, training } = evaluation;
  const { score, size, seconds } = assessment;
  const line = lineOf(io);
  const head = `${learner} on ${path}: ${training.table.rows} rows, ${howText(evaluation)}`;
  printLine(io.stdout, `${printable(head)}\n`);
  const ranks = ranksOf(evaluation);
  if (score.kind === "classification") classLines(line, green, evaluation, score, ranks);
  else valueLines(line, green, evaluation);
  line(sizeName(size, assessment.perFold.length), sizeText(size));
  line("time", timeText(evaluation, seconds));
  if (score.kind === "classification") printConfusion(io, score, ranks);
  printPlots(io, plots, line);
}

function sizeName(size: Readonly<Record<string, number>>, models: number): string {
  const what = "rules" in size || "trees" in size ? "size" : "tree size";
  return models > 1 ? `mean ${what}` : what;
}

function classLines(
  line: Line,
  green: (text: string) => string,
  evaluation: Evaluation,
  score: ClassScore,
  ranks: readonly RankFigures[],
): void {
  const { bootstrap, confidence } = evaluation;
  const { pooled } = evaluation.assessment;
  if (bootstrap === undefined)
    line("accuracy", `${green(figure(score.accuracy))}${confidenceText(evaluation)}`);
  else bootstrapLines(line, green, "accuracy", evaluation, (error) => 1 - error);
  const cost = costOf(score, evaluation.options);
  if (cost !== undefined) line("expected cost", `${figure(cost)}  mean loss per row`);
  line(...baselineLine(baselineOf(pooled.truth, pooled.weights)));
  foldsLine(line, evaluation);
  line("balanced accuracy", `${figure(score.balancedAccuracy)}  mean recall over the classes`);
  line(
    "Cohen's kappa",
    `${figure(score.kappa)}  Matthews correlation ${figure(score.mcc)}; 0 is chance level`,
  );
  if (ranks.length > 0) line("AUC", aucText(ranks, confidence));
  line("log loss", figure(score.logLoss));
  line("Brier score", figure(score.brier));
}

function aucText(ranks: readonly RankFigures[], confidence: number): string {
  const [{ auc, aucError }] = ranks;
  const isPair = ranks.length === 2 && Number.isFinite(aucError);
  const interval = isPair
    ? `${intervalText(shareInterval(auc, aucError, confidence), confidence)} (DeLong)`
    : "one class against the rest, mean over classes";
  const precision = `average precision ${figure(macroOf(ranks, "averagePrecision"))}`;
  return `${figure(macroOf(ranks, "auc"))}  ${interval}; ${precision}`;
}

function valueLines(line: Line, green: (text: string) => string, evaluation: Evaluation): void {
  const { score, pooled } = evaluation.assessment;
  if (score.kind !== "regression") return;
  if (evaluation.bootstrap === undefined)
    line("RMSE", `${green(figure(score.rmse))}${confidenceText(evaluation)}`);
  else bootstrapLines(line, green, "RMSE", evaluation, Math.sqrt);
  line(...baselineLine(baselineOf(pooled.truth, pooled.weights)));
  foldsLine(line, evaluation);
  line("MAE", figure(score.mae));
  line("R²", `${figure(score.r2)}  0 is always predicting the mean, 1 is perfect`);
}

/** Errors are converted into the reported measure. */
function bootstrapLines(
  line: Line,
  green: (text: string) => string,
  name: string,
  { bootstrap }: Evaluation,
  of: (error: number) => number,
): void {
  const { estimate, estimate632, resubstitution, leftOut, noInformation, overfitting, weight } = bootstrap!;
  line(
    name,
    `${green(figure(of(estimate)))}  .632+ estimate; the .632 estimate is ${figure(of(estimate632))}`,
  );
  line(
    "components",
    `${figure(of(resubstitution))} on training rows, ${figure(of(leftOut))} on left-out rows, ${figure(of(noInformation))} no-information rate`,
  );
  line("overfitting rate", `${figure(overfitting)}  weight of the left-out rows: ${figure(weight)}`);
  line("", "all other figures are of the left-out rows");
}

/** `  95% CI 0.9364 to 0.9778`, if the figure is of unseen rows. */
function confidenceText(evaluation: Evaluation): string {
  const { accuracy, rmse, confidence } = intervalsOf(evaluation);
  const interval = accuracy ?? rmse;
  return interval ? `  ${intervalText(interval, confidence)}` : "";
}

function intervalText({ low, high }: Interval, confidence: number): string {
  return `${percentOf(confidence)} CI ${figure(low)} to ${figure(high)}`;
}

/** The mean over the folds with its interval, range and standard deviation. */
function foldsLine(line: Line, evaluation: Evaluation): void {
  const { accuracy, mean, confidence } = intervalsOf(evaluation);
  if (mean === undefined) return;
  const figures = foldFigures(evaluation.assessment);
  // Student's t interval is unbounded, but a share is between 0 and 1.
  const within = (x: number) => (accuracy ? Math.min(1, Math.max(0, x)) : x);
  const interval = { low: within(mean.interval.low), high: within(mean.interval.high) };
  const range = `${figure(Math.min(...figures))} to ${figure(Math.max(...figures))}`;
  line(
    "mean over folds",
    `${figure(mean.mean)}  ${intervalText(interval, confidence)} (t); ${range}, sd ${figure(mean.sd)}`,
  );
}

/** As precise as given: `99.9%`. */
function percentOf(share: number): string {
  return `${Number((share * 100).toPrecision(4))}%`;
}

function timeText(
  { readSeconds, wall }: Evaluation,
  { fit, predict }: { fit: number; predict: number },
): string {
  const elapsed = wall < 0.8 * (fit + predict) ? `; ${secondsText(wall)} on several threads` : "";
  return `read ${secondsText(readSeconds)}, learn ${secondsText(fit)}, predict ${secondsText(predict)}${elapsed}`;
}

/** A matrix of more classes does not fit a terminal. */
const SHOWN_CLASSES = 12;

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
  printLine(io.stdout, "  confusion matrix: a row per true class, a column per predicted class");
  printLine(io.stdout, columnsText([["", ...names, "recall", "F", "AUC"], ...rows, precision]));
}

function cellText(weight: number): string {
  return Number.isInteger(weight) ? String(weight) : weight.toFixed(2);
}
