import { type Estimate, methodText } from "../evaluate/estimate.js";
import { round, textAt } from "./chart.js";
import { escapeXml as text } from "./escape.js";
import { extent, ticks, tickText } from "./ticks.js";

/** More points would only overlap: of more rows, every nth is drawn. */
const MOST_POINTS = 1000;
const SIZE = { width: 560, height: 400, left: 66, right: 14, top: 12, bottom: 46 };

/** Predicted against true values of rows that were not used for training; on the diagonal they are equal. */
export function predictionPlot(estimate: Estimate | undefined): string {
  const { truth, prediction } = estimate?.pooled ?? {};
  if (truth?.kind !== "regression" || prediction?.kind !== "regression") return "";
  const step = Math.max(1, truth.values.length / MOST_POINTS);
  const rows: number[] = [];
  for (let at = 0; at < truth.values.length; at += step) rows.push(Math.floor(at));
  const ends = extent(rows.flatMap((row) => [truth.values[row], prediction.values[row]]));
  const { width, height, left, right, top, bottom } = SIZE;
  const along = (value: number) => (value - ends[0]) / (ends[1] - ends[0]);
  const x = (value: number) => left + along(value) * (width - left - right);
  const y = (value: number) => height - bottom - along(value) * (height - top - bottom);
  const grid = ticks(ends[0], ends[1], 6).map(
    (tick) =>
      `<line class="k-grid" x1="${left}" y1="${round(y(tick))}" x2="${width - right}" y2="${round(y(tick))}"/>` +
      textAt(left - 8, y(tick) + 4, tickText(tick), "end") +
      textAt(x(tick), height - bottom + 18, tickText(tick), "middle"),
  );
  const dots = rows.map(
    (row) => `<circle cx="${round(x(truth.values[row]))}" cy="${round(y(prediction.values[row]))}" r="3"/>`,
  );
  const diagonal = `<line class="k-diagonal" x1="${x(ends[0])}" y1="${y(ends[0])}" x2="${x(ends[1])}" y2="${y(ends[1])}"/>`;
  const axes =
    textAt((left + width - right) / 2, height - 8, "true value", "middle") +
    `<text class="k-text" text-anchor="middle" transform="translate(14 ${(top + height - bottom) / 2}) rotate(-90)">predicted value</text>`;
  const shown =
    rows.length < truth.values.length ? ` ${rows.length} of ${truth.values.length} rows are drawn.` : "";
  return `<section aria-label="Predicted and true values">
<h2>Predicted and true values</h2>
<p class="hint">Rows the model had not seen (${text(methodText(estimate!))}); predictions on the dashed line are exact.${shown}</p>
<div class="values"><svg class="coppice-chart dots" viewBox="0 0 ${width} ${height}" role="img" aria-label="Predicted against true values">${grid.join("")}${diagonal}<g>${dots.join("")}</g>${axes}</svg></div>
</section>`;
}
