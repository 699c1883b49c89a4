import type { RocPoint } from "../evaluate/ranking.js";
import { drawChart } from "./chart.js";
import { type TerminalPlotOptions, terminalPlot } from "./terminalPlot.js";

/** A class's curve against all other classes. */
export interface RocSeries {
  readonly name: string;
  readonly auc: number;
  readonly curve: readonly RocPoint[];
}

const UNIT = [0, 1] as const;
const points = ({ curve }: RocSeries) =>
  curve.map(({ falsePositives, truePositives }) => [falsePositives, truePositives] as const);
const named = ({ name, auc }: RocSeries) => `${name} (area ${auc.toFixed(3)})`;

export function drawRoc(series: readonly RocSeries[], title: string): string {
  return drawChart(
    series.map((one) => ({ name: named(one), points: points(one) })),
    {
      title,
      description: `ROC curves. ${series.map(named).join("; ")}. The dashed diagonal is chance.`,
      xLabel: "share of the other rows taken (false positives)",
      yLabel: "share of the class's rows found",
      x: UNIT,
      y: UNIT,
      hasDiagonal: true,
    },
  );
}

export function rocText(series: readonly RocSeries[], options: TerminalPlotOptions = {}): string {
  return terminalPlot(
    series.map((one) => ({ name: named(one), points: points(one) })),
    { x: UNIT, y: UNIT, xLabel: "false positives", yLabel: "true positives", ...options },
  );
}
