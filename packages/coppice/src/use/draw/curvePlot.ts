import type { Curve, CurvePoint } from "../evaluate/curves.js";
import type { MeanFigures } from "../evaluate/intervals.js";
import { drawChart } from "./chart.js";
import { type TerminalPlotOptions, terminalPlot } from "./terminalPlot.js";

const SIDES = [
  { name: "training rows", key: "train" },
  { name: "held-out rows", key: "heldOut" },
] as const;

const xLabelOf = ({ kind }: Curve) => (kind === "size" ? "maximum leaves" : "number of training rows");

/** Sizes grow geometrically, so their axis is logarithmic. */
const isLog = ({ kind }: Curve) => kind === "size";

/** An overfitting or learning curve as SVG. */
export function drawCurve(curve: Curve, title: string): string {
  const best = curve.points[curve.best];
  return drawChart(
    SIDES.map(({ name, key }) => ({
      name,
      points: curve.points.map((point) => [point.x, point[key].mean] as const),
      band: curve.points.map((point) => spread(point[key])),
      hasMarks: true,
    })),
    {
      title,
      description: `${curve.measure} by ${xLabelOf(curve)}; on held-out rows best at ${best.x}, with ${best.heldOut.mean.toFixed(4)}. Bands are one standard deviation over the folds.`,
      xLabel: xLabelOf(curve),
      yLabel: curve.measure,
      logX: isLog(curve),
    },
  );
}

function spread({ mean, sd }: MeanFigures): readonly [number, number] {
  return [mean - sd, mean + sd];
}

/** An overfitting or learning curve for a terminal. */
export function curveText(curve: Curve, options: TerminalPlotOptions = {}): string {
  const points = (key: "train" | "heldOut") =>
    curve.points.map((point: CurvePoint) => [point.x, point[key].mean] as const);
  return terminalPlot(
    SIDES.map(({ name, key }) => ({ name, points: points(key) })),
    { xLabel: xLabelOf(curve), yLabel: curve.measure, logX: isLog(curve), ...options },
  );
}
