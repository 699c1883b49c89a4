import { CoppiceError } from "../base/errors.js";
import {
  drawPrecisionRecall,
  drawRoc,
  precisionRecallText,
  type RankSeries,
  rocText,
} from "../use/draw/rankPlots.js";
import { rankFigures, rankFor, rocCurve } from "../use/evaluate/ranking.js";
import { type Evaluation, howText } from "./evaluation.js";
import { type Io, printLine, writeFileWhole } from "./io.js";
import { plotOptionsFor } from "./plotOptions.js";

/** More curves than this cannot be told apart. */
const MOST_CURVES = 6;

/** The files that the curves go to; - is the terminal alone. */
export interface CurveFlags {
  readonly roc?: string;
  readonly pr?: string;
}

export interface Plot {
  readonly label: string;
  readonly file: string;
  readonly series: readonly RankSeries[];
  readonly draw: typeof drawRoc;
  readonly text: typeof rocText;
}

/** The plots that were asked for. */
export function plotsOf(evaluation: Evaluation, { roc, pr }: CurveFlags): Plot[] {
  const plots: Plot[] = [];
  if (roc !== undefined)
    plots.push({
      label: "ROC",
      file: roc,
      series: seriesOf(evaluation, "--roc"),
      draw: drawRoc,
      text: rocText,
    });
  if (pr !== undefined)
    plots.push({
      label: "PR",
      file: pr,
      series: seriesOf(evaluation, "--pr"),
      draw: drawPrecisionRecall,
      text: precisionRecallText,
    });
  return plots;
}

export async function writePlots(io: Io, evaluation: Evaluation, plots: readonly Plot[]): Promise<void> {
  const { learner, path } = evaluation;
  for (const { label, file, series, draw } of plots) {
    if (file === "-") continue;
    await writeFileWhole(io, file, draw(series, `${label}: ${learner} on ${path}, ${howText(evaluation)}`));
  }
}

export function printPlots(io: Io, plots: readonly Plot[], line: (name: string, text: string) => void): void {
  for (const { label, file, series, text } of plots) {
    printLine(io.stdout, `\n${text(series, plotOptionsFor(io.stdout, 50, 18))}`);
    if (file !== "-") line(label, `written to ${file}`);
  }
}

/**
 * A curve per class against the rest, the most frequent classes first. Two classes have one: that of the rarer, which is
 * the one that people look for.
 */
function seriesOf({ assessment: { pooled } }: Evaluation, flag: string): RankSeries[] {
  const { truth, prediction, weights } = pooled;
  if (truth.kind !== "classification" || prediction.kind !== "classification") {
    throw new CoppiceError("OPTION_CONFLICT", `${flag} needs a nominal target, not a numeric one`, {
      name: flag,
    });
  }
  const ranked = truth.classes.map((name, code) => ({
    name,
    rank: rankFor(code, truth, prediction, weights),
  }));
  const drawable = ranked.filter(({ rank }) => rank.positives > 0 && rank.negatives > 0);
  drawable.sort((a, b) => b.rank.positives - a.rank.positives);
  const shown = drawable.length === 2 ? drawable.slice(1) : drawable.slice(0, MOST_CURVES);
  return shown.map(({ name, rank }) => ({ name, ...rankFigures(rank), curve: rocCurve(rank) }));
}
