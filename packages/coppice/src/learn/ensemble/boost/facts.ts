import type { BoostFacts, FactsRequest } from "../../../engine/boost/port.js";
import { toGrid } from "../../../engine/grid.js";
import type { Problem } from "../../../engine/problem.js";
import type { Column, NominalColumn } from "../../../table/column.js";
import { type Elsewhere, elsewhere } from "../../../table/elsewhere.js";
import { hash } from "./chance.js";
import { weightedQuantile } from "./quantile.js";

/** The rows to learn from first, then those held back, each in their order; no order when none are. */
export interface RowOrder {
  readonly order?: Int32Array;
  readonly trainRows: number;
}

export function holdBack(rows: number, held: FactsRequest["held"]): RowOrder {
  if (held === undefined || rows < 2) return { trainRows: rows };
  const order = new Int32Array(rows);
  let [stay, back] = [0, rows];
  for (let row = 0; row < rows; row++) {
    if (hash(held.key, row) < held.limit) order[--back] = row;
    else order[stay++] = row;
  }
  order.subarray(back).reverse();
  // The last row held back stays if no other does, and the last that stays is held back if no other is.
  const trainRows = stay === 0 ? 1 : stay === rows ? rows - 1 : stay;
  if (stay === 0) order.copyWithin(1, 0, rows - 1).fill(rows - 1, 0, 1);
  return { order, trainRows };
}

/** The facts of rows in memory. */
export function factsOf(problem: Problem, request: FactsRequest, { order, trainRows }: RowOrder): BoostFacts {
  const { attributes, rows, weights } = problem;
  const trained = order?.subarray(0, trainRows);
  const sampled = sampleRows(trained, trainRows, request.sample);
  const isNumber = ({ type }: Column) => type === "numeric" || type === "ordered";
  return {
    rows,
    trainRows,
    samples: attributes.map((column) => (isNumber(column) ? cellsAt(column, sampled) : undefined)),
    levels: attributes.map((column) =>
      isNumber(column) ? undefined : countLevels(column as NominalColumn, trained, trainRows),
    ),
    target: targetFacts(problem, trained, request.quantile),
    ...(weights && { mostWeight: weights.reduce((a, b) => Math.max(a, b), 0) }),
  };
}

/** The rows with the lowest hashes; undefined: all of them, as they are. */
function sampleRows(
  trained: Int32Array | undefined,
  trainRows: number,
  { key, most }: FactsRequest["sample"],
): Int32Array | undefined {
  if (trainRows <= most) return trained;
  let share = most / trainRows;
  for (;;) {
    // A little more than are due; nearly always that is enough.
    share *= 1.02;
    const found = below(share * 4294967296, key, trained, trainRows);
    if (found.length < most) continue;
    // No two rows below 2^32 have the same hash.
    const last = Uint32Array.from(found, (row) => hash(key, row)).sort()[most - 1];
    return Int32Array.from(found.filter((row) => hash(key, row) <= last));
  }
}

function below(limit: number, key: number, trained: Int32Array | undefined, trainRows: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < trainRows; i++) {
    const row = trained ? trained[i] : i;
    if (hash(key, row) < limit) found.push(row);
  }
  return found;
}

/** The column's cells in some rows, or in all, as numbers. */
function cellsAt(column: Column, rows: Int32Array | undefined): Float64Array {
  const stored = rows && elsewhere(column);
  if (stored) return storedAt(column, stored, rows);
  if (column.type === "numeric") return rows ? numbersAt(column.values, rows) : column.values.slice();
  return codesAt(column.codes, rows);
}

/** Rows that are read together. */
const PIECE = 65_536;

/** Cells that are elsewhere are read piece by piece: all of them would take much memory. */
function storedAt({ type }: Column, stored: Elsewhere, rows: Int32Array): Float64Array {
  const cells = new Float64Array(rows.length);
  const room = new (type === "numeric" ? Float64Array : Int32Array)(Math.min(PIECE, stored.length));
  for (let i = 0; i < rows.length; ) {
    const first = rows[i];
    const end = Math.min(first + PIECE, stored.length);
    const piece = stored.range(first, end, room.subarray(0, end - first));
    for (; i < rows.length && rows[i] < first + piece.length; i++) {
      const cell = piece[rows[i] - first];
      cells[i] = type !== "numeric" && cell < 0 ? Number.NaN : cell;
    }
  }
  return cells;
}

// A loop over rows is a function of its own: see engine/encode.ts.

function numbersAt(values: Float64Array, rows: Int32Array): Float64Array {
  const cells = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) cells[i] = values[rows[i]];
  return cells;
}

function codesAt(codes: Int32Array, rows: Int32Array | undefined): Float64Array {
  const cells = new Float64Array(rows ? rows.length : codes.length);
  for (let i = 0; i < cells.length; i++) {
    const code = codes[rows ? rows[i] : i];
    cells[i] = code < 0 ? Number.NaN : code;
  }
  return cells;
}

function countLevels(
  { codes, levels }: NominalColumn,
  trained: Int32Array | undefined,
  rows: number,
): Int32Array {
  const counts = new Int32Array(levels.length);
  for (let i = 0; i < rows; i++) {
    const code = codes[trained ? trained[i] : i];
    if (code >= 0) counts[code]++;
  }
  return counts;
}

function targetFacts(
  { target, weights, rows }: Problem,
  trained: Int32Array | undefined,
  share: number | undefined,
): BoostFacts["target"] {
  const count = trained?.length ?? rows;
  const place = (i: number) => (trained ? trained[i] : i);
  let total = 0;
  for (let i = 0; i < count; i++) total += weights ? weights[place(i)] : 1;
  if (target.kind === "classes") {
    const { codes, levels } = target.column;
    const sums = new Float64Array(levels.length);
    for (let i = 0; i < count; i++) sums[codes[place(i)]] += weights ? weights[place(i)] : 1;
    return { kind: "classes", weights: sums, total };
  }
  const { values } = target.column;
  const { units, quantum1 } = target.grid;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const row = place(i);
    sum += weights ? toGrid(weights[row] * units[row], quantum1) : units[row];
  }
  const largest = values.reduce((most, y) => Math.max(most, Math.abs(y)), 0);
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const part = (from: Float64Array) => (trained ? numbersAt(from, trained) : from);
  const quantile =
    share === undefined ? undefined : weightedQuantile(part(values), weights && part(weights), share);
  return { kind: "values", sum, total, largest, least, ...(quantile !== undefined && { quantile }) };
}
