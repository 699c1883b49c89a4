/** The rows sorted by code: those of code c are order[starts[c], starts[c + 1]). */
export interface RowOrder {
  readonly order: Int32Array;
  readonly starts: Int32Array;
}

/** Rows whose code is negative are left out. */
export function orderByCode(codes: Int32Array, width: number): RowOrder {
  const starts = new Int32Array(width + 1);
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) starts[codes[row] + 1]++;
  for (let code = 0; code < width; code++) starts[code + 1] += starts[code];
  const next = starts.slice();
  const order = new Int32Array(starts[width]);
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) order[next[codes[row]]++] = row;
  return { order, starts };
}

/** The rows that have a value, in ascending order of value. */
export function orderByValue(values: Float64Array): Int32Array {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row])) rows.push(row);
  return Int32Array.from(rows).sort((a, b) => values[a] - values[b] || a - b);
}
