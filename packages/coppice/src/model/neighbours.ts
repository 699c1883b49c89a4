/**
 * Training rows that correct a prediction: it is moved by a share of the mean residual of those nearest to the row
 * (Quinlan 1993). The distance is the sum over the columns of the difference over the scale, or of 1 if the levels differ
 * or a value is missing. The nearer of the neighbours count more.
 */
export interface Neighbours {
  readonly count: number;
  readonly share: number;
  readonly columns: readonly NeighbourColumn[];
  /** By training row: its target minus what the members that did not see it predict. */
  readonly residuals: readonly number[];
}

export interface NeighbourColumn {
  readonly attribute: number;
  /** What a difference is divided by; absent for levels. */
  readonly scale?: number;
  /** By training row: value or level code; null where missing. */
  readonly cells: readonly (number | null)[];
}

/**
 * The mean residual of the rows nearest to a row; ties go to the earlier. `without` is a training row that is not its own
 * neighbour.
 */
export function nearestResidual(
  { count, columns, residuals }: Omit<Neighbours, "share">,
  cellOf: (attribute: number) => number,
  without?: number,
): number {
  const distances = new Float64Array(residuals.length);
  for (const { attribute, scale, cells } of columns) {
    const cell = cellOf(attribute);
    const isKnown = scale === undefined ? cell >= 0 : !Number.isNaN(cell);
    for (let i = 0; i < distances.length; i++) {
      const other = cells[i];
      if (!isKnown || other === null) distances[i]++;
      else if (scale !== undefined) distances[i] += Math.abs(cell - other) / scale;
      else if (cell !== other) distances[i]++;
    }
  }
  if (without !== undefined) distances[without] = Number.POSITIVE_INFINITY;
  const nearest: number[] = [];
  for (let i = 0; i < distances.length; i++) {
    if (nearest.length === count && !(distances[i] < distances[nearest[count - 1]])) continue;
    let at = nearest.length;
    while (at > 0 && distances[i] < distances[nearest[at - 1]]) at--;
    nearest.splice(at, 0, i);
    if (nearest.length > count) nearest.pop();
  }
  const most = distances[nearest[nearest.length - 1]];
  let [sum, total] = [0, 0];
  for (const i of nearest) {
    const weight = most > 0 ? 1 / (distances[i] + most / 10) : 1;
    sum += weight * residuals[i];
    total += weight;
  }
  return sum / total;
}
