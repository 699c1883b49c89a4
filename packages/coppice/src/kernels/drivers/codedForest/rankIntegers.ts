/** Integers ranked without sorting: the rank of each cell among the distinct ones, and these. */
export interface RankedIntegers {
  /** A missing value has the rank after the last. */
  readonly codes: Int32Array;
  readonly values: Float64Array;
}

/** Numbers up to which the range of the cells may be larger than their number. */
const SPARE = 1024;

/** Undefined if some cell is no integer, or their range is too large for a table. */
export function rankIntegers(cells: Float64Array): RankedIntegers | undefined {
  const range = rangeOf(cells);
  if (range === undefined || range.most - range.least > cells.length + SPARE) return undefined;
  const { least, most } = range;
  // By integer: whether it occurs, then its rank.
  const ranks = new Int32Array(most - least + 1);
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    if (!Number.isNaN(cell)) ranks[cell - least] = 1;
  }
  const values = new Float64Array(ranks.length);
  let known = 0;
  for (let i = 0; i < ranks.length; i++) {
    if (ranks[i] === 0) continue;
    values[known] = least + i;
    ranks[i] = known++;
  }
  const codes = new Int32Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    codes[i] = Number.isNaN(cell) ? known : ranks[cell - least];
  }
  return { codes, values: values.slice(0, known) };
}

/** Of the known cells, if all are integers. */
function rangeOf(cells: Float64Array): { readonly least: number; readonly most: number } | undefined {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    if (cell < least) least = cell;
    if (cell > most) most = cell;
    if (!Number.isNaN(cell) && Math.floor(cell) !== cell) return undefined;
  }
  // Minus zero is zero.
  return most - least >= 0 && most - least < 2 ** 31 ? { least: least + 0, most: most + 0 } : undefined;
}
