import type { PruningRow } from "../../model/tree.js";
import { seriesOf } from "./pruningPlot.js";
import { type TerminalPlotOptions, terminalPlot } from "./terminalPlot.js";

/** Lines of a table that is still readable. */
const MOST = 24;
const EDGE = 4;

/**
 * The pruning table as rpart users know it: alpha is rpart's CP, `cross error` its xerror. The row of the tree with
 * `chosen` splits is marked with a star. Of a long table only both ends and the neighbourhood of that row are shown.
 */
export function pruningText(rows: readonly PruningRow[], chosen?: number): string {
  const star = rows.findIndex(({ splits }) => splits === chosen);
  const isCross = rows.some(({ crossError }) => crossError !== undefined);
  const head = ["", "alpha", "splits", "error", ...(isCross ? ["cross error", "cross std"] : [])];
  const shown = shownOf(rows.length, star);
  const cells = shown.map((i) => [i === star ? "*" : "", ...figuresOf(rows[i], isCross)]);
  const widths = head.map((_, c) => Math.max(1, ...[head, ...cells].map((line) => line[c].length)));
  const lineOf = (line: readonly string[]) =>
    line
      .map((cell, c) => cell.padStart(widths[c]))
      .join("  ")
      .trimEnd();
  const lines = [lineOf(head)];
  shown.forEach((i, k) => {
    if (k > 0 && i > shown[k - 1] + 1) lines.push(lineOf(["", "…"]));
    lines.push(lineOf(cells[k]));
  });
  return lines.join("\n");
}

function figuresOf({ alpha, splits, error, crossError, crossStd }: PruningRow, isCross: boolean): string[] {
  const cross = isCross ? [figure(crossError), figure(crossStd)] : [];
  return [String(Number(alpha.toPrecision(6))), String(splits), figure(error), ...cross];
}

function figure(x: number | undefined): string {
  return x === undefined ? "-" : x.toFixed(5);
}

function shownOf(count: number, star: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  if (count <= MOST) return all;
  const room = (MOST - 3 * EDGE) / 2;
  return all.filter((i) => i < 2 * EDGE || i >= count - EDGE || (star >= 0 && Math.abs(i - star) <= room));
}

/** The error along a pruning sequence, for a terminal. */
export function pruningPlotText(rows: readonly PruningRow[], options: TerminalPlotOptions = {}): string {
  return terminalPlot(seriesOf(rows), { xLabel: "splits", yLabel: "error relative to the root", ...options });
}
