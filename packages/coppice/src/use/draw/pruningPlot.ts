import type { PruningRow } from "../../model/tree.js";
import { type ChartSeries, drawChart } from "./chart.js";

/** The pruning table as a picture: errors against the number of splits, plus and minus one standard error. */
export function drawPruning(rows: readonly PruningRow[], title: string): string {
  const best = leastOf(rows);
  const lowest =
    best?.crossError === undefined
      ? ""
      : `; on held-out rows it is lowest, ${best.crossError.toFixed(4)}, with ${best.splits} ${best.splits === 1 ? "split" : "splits"}`;
  return drawChart(seriesOf(rows), {
    title,
    description: `The error of each tree of the pruning sequence, relative to that of the root alone, by its number of splits${lowest}.`,
    xLabel: "splits",
    yLabel: "error relative to the root",
  });
}

/** Trees in order of size: the training error and, if known, the cross-validated error. */
export function seriesOf(rows: readonly PruningRow[]): ChartSeries[] {
  const training = {
    name: "training rows",
    points: rows.map(({ splits, error }) => [splits, error] as const),
  };
  const known = rows.filter(({ crossError }) => crossError !== undefined);
  if (known.length === 0) return [{ ...training, hasMarks: true }];
  const heldOut = {
    name: "held-out rows",
    points: known.map(({ splits, crossError = Number.NaN }) => [splits, crossError] as const),
    band: known.map(
      ({ crossError = Number.NaN, crossStd = 0 }) => [crossError - crossStd, crossError + crossStd] as const,
    ),
    hasMarks: true,
  };
  return [training, heldOut];
}

function leastOf(rows: readonly PruningRow[]): PruningRow | undefined {
  return rows.reduce<PruningRow | undefined>(
    (best, row) =>
      row.crossError !== undefined && !(row.crossError >= (best?.crossError ?? Number.POSITIVE_INFINITY))
        ? row
        : best,
    undefined,
  );
}
