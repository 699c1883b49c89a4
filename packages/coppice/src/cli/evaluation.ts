import pc from "picocolors";
import { printable } from "../model/words.js";
import type { Warning } from "../table/table.js";
import type { Assessment } from "../use/evaluate/crossValidate.js";
import type { Folds } from "../use/evaluate/folds.js";
import { classFigures } from "../use/evaluate/metrics.js";
import type { ClassScore, Score, Truth } from "../use/evaluate/score.js";
import { type Io, printLine } from "./io.js";
import { columnsText, figure, secondsText, shortName, sizeText } from "./layout.js";
import type { Training } from "./readTraining.js";
import { figuresOf } from "./summary.js";

export interface Evaluation {
  readonly path: string;
  readonly learner: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly training: Training;
  readonly seed: number;
  readonly assessment: Assessment;
  readonly truth: Truth;
  /** Where each judged row stood in its file. */
  readonly rows: Int32Array;
  readonly how:
    | { readonly kind: "folds"; readonly folds: Folds; readonly count: number; readonly file?: string }
    | { readonly kind: "test"; readonly path: string };
  /** Beyond those about the training table. */
  readonly warnings: readonly Warning[];
  readonly readSeconds: number;
}

/** A JSON answer stays under a megabyte: what could grow beyond that is left out, and a field says so. */
const MOST_CLASSES = 300;
const MOST_FOLDS = 2000;

export function evaluationJson(evaluation: Evaluation, withPredictions: boolean): object {
  const { learner, options, training, assessment, how, readSeconds } = evaluation;
  const { score, perFold, size, seconds } = assessment;
  return {
    learner,
    options,
    task: score.kind,
    target: training.target.name,
    rows: training.table.rows,
    ...(how.kind === "folds"
      ? { folds: how.count }
      : { folds: 1, test: how.path, testRows: evaluation.rows.length }),
    ...figuresOf(score),
    ...(score.kind === "classification" && confusionJson(score)),
    perFold: perFold.slice(0, MOST_FOLDS).map(({ score: its, ...fold }) => ({ ...fold, ...figuresOf(its) })),
    ...(perFold.length > MOST_FOLDS && { perFoldLeftOut: perFold.length - MOST_FOLDS }),
    size,
    seconds: { read: readSeconds, ...seconds },
    warnings: [...training.warnings, ...evaluation.warnings],
    ...(withPredictions && { predictions: predictionsJson(evaluation) }),
  };
}

function confusionJson({ classes, confusion }: ClassScore): object {
  if (classes.length > MOST_CLASSES) return { confusionLeftOut: `${classes.length} classes` };
  const figures = classFigures(confusion);
  return { classes, confusion, perClass: classes.map((name, k) => ({ class: name, ...figures[k] })) };
}

function predictionsJson({ assessment: { prediction }, truth, rows, how }: Evaluation): object[] {
  return Array.from(rows, (row, i) => {
    const at = { row, ...(how.kind === "folds" && { fold: how.folds[i] }) };
    if (truth.kind === "regression" && prediction.kind === "regression") {
      return { ...at, truth: truth.values[i], prediction: prediction.values[i] };
    }
    if (truth.kind === "classification" && prediction.kind === "classification") {
      return { ...at, truth: truth.classes[truth.codes[i]], prediction: truth.classes[prediction.labels[i]] };
    }
    throw new Error("a prediction of another kind than the truth");
  });
}

export function printEvaluation(io: Io, evaluation: Evaluation): void {
  const colors = pc.createColors(io.stdout.color);
  const { assessment, how, path, learner, training, readSeconds } = evaluation;
  const { score, perFold, size, seconds } = assessment;
  const line = (name: string, text: string) =>
    printLine(io.stdout, `  ${colors.bold(name.padEnd(11))}  ${text}`);
  printLine(
    io.stdout,
    printable(`${learner} on ${path}: ${training.table.rows} rows, ${howText(evaluation)}`),
  );
  printLine(io.stdout);
  if (score.kind === "classification") {
    line(
      "accuracy",
      `${colors.green(figure(score.accuracy))}${spreadText(perFold.map((fold) => fold.score))}`,
    );
    line("baseline", `${figure(baseline(score))}  always the commonest class`);
    line("log loss", figure(score.logLoss));
    line("Brier score", figure(score.brier));
  } else {
    line("rmse", `${colors.green(figure(score.rmse))}${spreadText(perFold.map((fold) => fold.score))}`);
    line("mae", figure(score.mae));
    line("r2", `${figure(score.r2)}  0 is always the mean, 1 is perfect`);
  }
  line("size", `${sizeText(size)}${how.kind === "folds" ? " on average" : ""}`);
  const times = `read ${secondsText(readSeconds)}, learn ${secondsText(seconds.fit)}, predict ${secondsText(seconds.predict)}`;
  line("time", times);
  if (score.kind === "classification") printConfusion(io, score);
}

function howText({ how, seed, rows, truth }: Evaluation): string {
  if (how.kind === "test") return `judged on ${how.path} (${rows.length} rows)`;
  if (how.file !== undefined) return `${how.count} folds from ${how.file}`;
  return `${how.count} ${truth.kind === "classification" ? "stratified " : ""}folds, seed ${seed}`;
}

/** The fold figures' range and standard deviation. */
function spreadText(scores: readonly Score[]): string {
  if (scores.length < 2) return "";
  const figures = scores.map((score) => (score.kind === "classification" ? score.accuracy : score.rmse));
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

function printConfusion(io: Io, { classes, confusion }: ClassScore): void {
  const figures = classFigures(confusion);
  printLine(io.stdout);
  if (classes.length > SHOWN_CLASSES) {
    const rows = classes.map((name, k) => [
      shortName(name, 24),
      ...[figures[k].precision, figures[k].recall, figures[k].f].map(figure),
      cellText(figures[k].support),
    ]);
    printLine(io.stdout, columnsText([["class", "precision", "recall", "F", "rows"], ...rows]));
    return;
  }
  const names = classes.map((name) => shortName(name));
  const rows = confusion.map((row, k) => [names[k], ...row.map(cellText), figure(figures[k].recall)]);
  printLine(io.stdout, "  rows: the true class; columns: the predicted class");
  printLine(
    io.stdout,
    columnsText([
      ["", ...names, "recall"],
      ...rows,
      ["precision", ...figures.map((f) => figure(f.precision)), ""],
    ]),
  );
}

function cellText(weight: number): string {
  return Number.isInteger(weight) ? String(weight) : weight.toFixed(2);
}
