import type { Cells } from "./bind.js";
import type { Answers } from "./prediction.js";

/** Rows for which derived attributes are computed at once: for all rows of a large table they could exceed memory. */
const BLOCK = 1 << 16;

/** The answers for all rows, some of them at a time. */
export function inBlocks(
  answers: (cells: readonly Cells[], rows: number) => Answers,
  cells: readonly Cells[],
  rows: number,
): Answers {
  if (rows <= BLOCK) return answers(cells, rows);
  const parts: Answers[] = [];
  for (let from = 0; from < rows; from += BLOCK) {
    const to = Math.min(rows, from + BLOCK);
    parts.push(
      answers(
        cells.map((column) => column.subarray(from, to)),
        to - from,
      ),
    );
  }
  return joined(parts, rows);
}

function joined(parts: readonly Answers[], rows: number): Answers {
  const [{ kind }] = parts;
  if (kind === "regression") {
    const values = new Float64Array(rows);
    put(values, parts, (part) => (part.kind === "regression" ? part.values : values));
    return { kind, values };
  }
  const labels = new Int32Array(rows);
  put(labels, parts, (part) => (part.kind === "classification" ? part.labels : labels));
  const shares = (part: Answers) =>
    part.kind === "classification" ? part.probabilities : new Float64Array();
  const probabilities = new Float64Array((shares(parts[0]).length / BLOCK) * rows);
  put(probabilities, parts, shares);
  return { kind, labels, probabilities };
}

function put<A extends Cells>(whole: A, parts: readonly Answers[], of: (part: Answers) => A): void {
  let at = 0;
  for (const part of parts.map(of)) {
    whole.set(part, at);
    at += part.length;
  }
}
