/**
 * Training rows that answer for the rows nearest to them. The distance is the sum over the columns of the difference over
 * the scale; levels that differ, or a value that is missing, count as a difference of one scale (or of 1, in columns
 * without one). The nearer of the neighbours count more.
 */
export type Neighbours = CorrectingNeighbours | AnsweringNeighbours;

interface NearestRows {
  readonly count: number;
  readonly columns: readonly NeighbourColumn[];
}

/** A prediction is moved by a share of the neighbours' mean residual (Quinlan 1993). */
export interface CorrectingNeighbours extends NearestRows {
  readonly share: number;
  /** By training row: its target minus what the members that did not see it predict. */
  readonly residuals: readonly number[];
}

/** The neighbours' targets are the prediction; the members chose the columns and their scales. */
export interface AnsweringNeighbours extends NearestRows {
  /** By training row: its class, or its value. */
  readonly answers: readonly number[];
  /** By training row; absent: 1 each. */
  readonly weights?: readonly number[];
}

export interface NeighbourColumn {
  readonly attribute: number;
  /** What a difference is divided by; absent for levels that count as 1 if they differ. */
  readonly scale?: number;
  /** By training row: value or level code; null where missing. */
  readonly cells: readonly (number | null)[];
  /** Levels: 1 over what their difference counts; absent: 1. */
  readonly levelScale?: number;
}

export function areAnswers(neighbours: Neighbours): neighbours is AnsweringNeighbours {
  return "answers" in neighbours;
}

/** The nearest training rows, and how much each of them counts. */
interface Nearest {
  readonly rows: readonly number[];
  readonly weights: Float64Array;
}

/** Ties go to the earlier row. `without` is a training row that is not its own neighbour. */
function nearest(
  { count, columns }: NearestRows,
  rows: number,
  cellOf: (attribute: number) => number,
  without?: number,
): Nearest {
  const distances = new Float64Array(rows);
  for (const { attribute, scale, cells, levelScale = 1 } of columns) {
    const cell = cellOf(attribute);
    const isKnown = scale === undefined ? cell >= 0 : !Number.isNaN(cell);
    const apart = 1 / levelScale;
    for (let i = 0; i < rows; i++) {
      const other = cells[i];
      if (!isKnown || other === null) distances[i] += apart;
      else if (scale !== undefined) distances[i] += Math.abs(cell - other) / scale;
      else if (cell !== other) distances[i] += apart;
    }
  }
  if (without !== undefined) distances[without] = Number.POSITIVE_INFINITY;
  const found: number[] = [];
  for (let i = 0; i < rows; i++) {
    if (found.length === count && !(distances[i] < distances[found[count - 1]])) continue;
    let at = found.length;
    while (at > 0 && distances[i] < distances[found[at - 1]]) at--;
    found.splice(at, 0, i);
    if (found.length > count) found.pop();
  }
  const most = distances[found[found.length - 1]];
  const weights = Float64Array.from(found, (i) => (most > 0 ? 1 / (distances[i] + most / 10) : 1));
  return { rows: found, weights };
}

/** The mean residual of the rows nearest to a row. */
export function nearestResidual(
  neighbours: Omit<CorrectingNeighbours, "share">,
  cellOf: (attribute: number) => number,
  without?: number,
): number {
  const { residuals } = neighbours;
  const { rows, weights } = nearest(neighbours, residuals.length, cellOf, without);
  return weightedMean(rows, weights, residuals);
}

/** The mean of the values of the rows nearest to a row. */
export function nearestValue(neighbours: AnsweringNeighbours, cellOf: (attribute: number) => number): number {
  const { answers } = neighbours;
  const { rows, weights } = nearest(neighbours, answers.length, cellOf);
  const counts = counted(rows, weights, neighbours);
  const total = counts.reduce((a, b) => a + b, 0);
  // Shares first: the sum of values near the end of the number range has no double.
  return rows.reduce((sum, row, i) => sum + (counts[i] / total) * answers[row], 0);
}

/** The shares of the classes among the rows nearest to a row, written into `shares` at `at`. */
export function nearestShares(
  neighbours: AnsweringNeighbours,
  cellOf: (attribute: number) => number,
  shares: Float64Array,
  at: number,
  classes: number,
): void {
  const { rows, weights } = nearest(neighbours, neighbours.answers.length, cellOf);
  const counts = counted(rows, weights, neighbours);
  let total = 0;
  shares.fill(0, at, at + classes);
  rows.forEach((row, i) => {
    shares[at + neighbours.answers[row]] += counts[i];
    total += counts[i];
  });
  for (let k = 0; k < classes; k++) shares[at + k] /= total;
}

function counted(
  rows: readonly number[],
  weights: Float64Array,
  { weights: own }: AnsweringNeighbours,
): Float64Array {
  return own ? weights.map((weight, i) => weight * own[rows[i]]) : weights;
}

function weightedMean(rows: readonly number[], weights: Float64Array, of: readonly number[]): number {
  let [sum, total] = [0, 0];
  rows.forEach((row, i) => {
    sum += weights[i] * of[row];
    total += weights[i];
  });
  return sum / total;
}
