import type { EnsembleModel, LearningCurve } from "../../model/ensemble.js";
import { memberCount } from "../../model/ensemble.js";
import { brief, word } from "../../model/words.js";
import { curveName, finalOf, IMPORTANCE_WORDS, pointsOf, rankedBy } from "./ensembleFigures.js";
import { type TerminalPlotOptions, terminalPlot } from "./terminalPlot.js";

export interface EnsembleTextOptions {
  /** Attributes listed by importance; the others are counted. */
  readonly most?: number;
  /** Draw the curves, with these options. */
  readonly plot?: TerminalPlotOptions;
}

/** An ensemble for a terminal: what it is, its error curves and its attribute importance. */
export function ensembleText(model: EnsembleModel, options: EnsembleTextOptions = {}): string {
  const { curves = [] } = model.report ?? {};
  const parts = [headText(model)];
  if (curves.length > 0) parts.push(curves.map(curveLine).join("\n"));
  if (options.plot && curves.some(({ values }) => values.length > 2)) {
    parts.push(curvesPlot(curves, unitOf(model), options.plot));
  }
  const importance = importanceText(model, options.most ?? 20);
  if (importance !== "") parts.push(importance);
  return parts.join("\n\n");
}

function headText(model: EnsembleModel): string {
  const { learner, target, task, combine } = model;
  const how = { mean: "predictions are averaged", vote: "majority vote", sum: "scores are summed" }[
    combine.kind
  ];
  const count = memberCount(model);
  return `${word(learner)}: ${count} ${count === 1 ? "tree" : "trees"} for ${word(target.name)} (${task}); ${how}`;
}

const unitOf = ({ combine }: EnsembleModel) => (combine.kind === "sum" ? "rounds" : "trees");

function curveLine(curve: LearningCurve): string {
  const last = finalOf(curve);
  return `  ${curveName(curve)} ${last === undefined ? "unknown: every tree was trained on every row" : brief(last)}`;
}

export function curvesPlot(
  curves: readonly LearningCurve[],
  xLabel: string,
  options: TerminalPlotOptions,
): string {
  const series = curves.map((curve) => ({ name: curveName(curve), points: pointsOf(curve, options.width) }));
  return terminalPlot(series, { xLabel, ...options });
}

const BAR = 24;

function importanceText(model: EnsembleModel, most: number): string {
  const { importance } = model.report ?? {};
  if (importance === undefined) return "";
  const ranked = rankedBy(importance, model);
  const shown = ranked.slice(0, most);
  const width = Math.min(32, Math.max(...shown.map(({ name }) => [...name].length)));
  const top = Math.max(...shown.map(({ value }) => value), Number.MIN_VALUE);
  const lines = shown.map(({ name, value, spread }) => {
    const bar = "█".repeat(Math.max(0, Math.round((value / top) * BAR)));
    const figure = `${value.toFixed(4).padStart(8)}${spread === undefined ? "" : ` ± ${spread.toFixed(4)}`}`;
    return `  ${fitted(name, width)}  ${figure}  ${bar}`.trimEnd();
  });
  const more = ranked.length > shown.length ? [`  and ${ranked.length - shown.length} more attributes`] : [];
  return [`importance: ${IMPORTANCE_WORDS[importance.kind]}`, ...lines, ...more].join("\n");
}

function fitted(name: string, width: number): string {
  const letters = [...name];
  const kept = letters.length <= width ? name : `${letters.slice(0, width - 1).join("")}…`;
  return kept + " ".repeat(Math.max(0, width - [...kept].length));
}
