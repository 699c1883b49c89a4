import type { Accuracy } from "../learn/stream/prequential.js";
import type { StreamReport } from "../learn/stream/stream.js";
import type { StreamEvent } from "../learn/stream/streamLearner.js";

const percent = (share: number) => `${(100 * share).toFixed(2)}%`.padStart(7);

const COLUMNS = ["rows", "window", "majority", "no change", "overall", "majority", "no change", "nodes"];
const WIDTHS = [12, 9, 9, 10, 9, 9, 10, 8];

const line = (cells: readonly string[]) => cells.map((cell, i) => cell.padStart(WIDTHS[i])).join("");

/** The head of the table of running figures. */
export function streamHead(): string {
  return line(COLUMNS);
}

/** One line of running figures: accuracy over the window and overall, each with its baselines. */
export function streamLine({ rows, window, overall, figures }: StreamReport): string {
  const shares = ({ learner, majority, noChange }: Accuracy) => [learner, majority, noChange].map(percent);
  return line([String(rows), ...shares(window), ...shares(overall), String(figures.nodes ?? "")]);
}

export function eventLine({ kind, row, what }: StreamEvent): string {
  return `row ${row}: ${kind}: ${what}`;
}
