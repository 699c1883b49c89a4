import type { RocPoint } from "../evaluate/ranking.js";
import { drawChart } from "./chart.js";
import { type TerminalPlotOptions, terminalPlot } from "./terminalPlot.js";

/** A class's curve against all other classes. */
export interface RankSeries {
  readonly name: string;
  readonly auc: number;
  readonly averagePrecision: number;
  readonly curve: readonly RocPoint[];
}

const UNIT = [0, 1] as const;

/** What a ranking plot shows of a class: its points, and its figure next to the name. */
interface View {
  readonly title: string;
  readonly named: (series: RankSeries) => string;
  readonly points: (series: RankSeries) => (readonly [number, number])[];
  readonly axes: readonly [x: string, y: string];
  readonly shortAxes: readonly [x: string, y: string];
}

const roc: View = {
  title: "ROC curves",
  named: ({ name, auc }) => `${name} (AUC ${auc.toFixed(3)})`,
  points: ({ curve }) =>
    curve.map(({ falsePositives, truePositives }) => [falsePositives, truePositives] as const),
  axes: ["false positive rate", "true positive rate"],
  shortAxes: ["false positive rate", "true positive rate"],
};

const precisionRecall: View = {
  title: "Precision-recall curves",
  named: ({ name, averagePrecision }) => `${name} (average precision ${averagePrecision.toFixed(3)})`,
  points: ({ curve }) => stepsOf(curve),
  axes: ["recall", "precision"],
  shortAxes: ["recall", "precision"],
};

/** Precision is drawn as steps between recalls: linear interpolation would be too optimistic. */
function stepsOf(curve: readonly RocPoint[]): (readonly [number, number])[] {
  return curve.flatMap(({ truePositives, precision }, i) =>
    i === 0 ? [] : [[curve[i - 1].truePositives, precision] as const, [truePositives, precision] as const],
  );
}

function draw(view: View, series: readonly RankSeries[], title: string, hasDiagonal: boolean): string {
  const { named, points, axes } = view;
  return drawChart(
    series.map((one) => ({ name: named(one), points: points(one) })),
    {
      title,
      description: `${view.title}. ${series.map(named).join("; ")}.${hasDiagonal ? " The dashed diagonal is a random classifier." : ""}`,
      xLabel: axes[0],
      yLabel: axes[1],
      x: UNIT,
      y: UNIT,
      hasDiagonal,
    },
  );
}

function text(view: View, series: readonly RankSeries[], options: TerminalPlotOptions): string {
  const { named, points, shortAxes } = view;
  return terminalPlot(
    series.map((one) => ({ name: named(one), points: points(one) })),
    { x: UNIT, y: UNIT, xLabel: shortAxes[0], yLabel: shortAxes[1], ...options },
  );
}

/** ROC curves as SVG. */
export function drawRoc(series: readonly RankSeries[], title: string): string {
  return draw(roc, series, title, true);
}

/** ROC curves for a terminal. */
export function rocText(series: readonly RankSeries[], options: TerminalPlotOptions = {}): string {
  return text(roc, series, options);
}

/** Precision-recall curves as SVG. */
export function drawPrecisionRecall(series: readonly RankSeries[], title: string): string {
  return draw(precisionRecall, series, title, false);
}

/** Precision-recall curves for a terminal. */
export function precisionRecallText(
  series: readonly RankSeries[],
  options: TerminalPlotOptions = {},
): string {
  return text(precisionRecall, series, options);
}
