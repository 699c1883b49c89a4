// Lists of rows in the order of an attribute's cells, missing values last. An entry of a wide list (u64) holds the unit
// minus the lowest, the weight and the row; one of a narrow list (u16, u8) is a number into tables of its task.
import { rounded } from "../common/grid";
import { BY_ROW, job, rowBytes } from "./job";

/** Entries that are summed at a time. */
export const BLOCK: i32 = 16;

/** By number: f64 units, f64 weights, u32 rows. */
let units: usize = 0;
let weights: usize = 0;
let rows: usize = 0;
/** f64 by row and attribute: the whole table, or what a small task has copied of it. */
let cells: usize = 0;

export function useTables(unitTable: usize, weightTable: usize, rowTable: usize, cellTable: usize): void {
  units = unitTable;
  weights = weightTable;
  rows = rowTable;
  cells = cellTable;
}

@inline
export function unitTable(): usize {
  return units;
}

@inline
export function at<T>(list: usize, i: i32): usize {
  return list + <usize>i * sizeof<T>();
}

@inline
export function unitOf<T>(list: usize, i: i32): f64 {
  return unitFrom<T>(units, <u64>job.shift, job.base, list, i);
}

/** The same for long loops, which keep its parameters in locals: the table, the shift and the base. */
@inline
export function unitFrom<T>(table: usize, shift: u64, base: f64, list: usize, i: i32): f64 {
  const entry = load<T>(at<T>(list, i));
  if (sizeof<T>() == 8) return <f64>(<i64>(<u64>entry >> shift)) + base;
  return load<f64>(table + (<usize>entry << 3));
}

@inline
export function weightOf<T>(list: usize, i: i32): f64 {
  if (!job.weighted) return 1;
  const entry = load<T>(at<T>(list, i));
  if (sizeof<T>() != 8) return load<f64>(weights + (<usize>entry << 3));
  if (job.weighted == BY_ROW) return load<f64>(job.weights + (rowOf<T>(list, i) << 3));
  return <f64>(<i32>(<u64>entry >> <u64>job.rowBits) & 255);
}

/** weight·u on its grid, as engine/memory/entries.ts makes it: integers are on it already. */
@inline
export function massFrom(weight: f64, unit: f64): f64 {
  const mass = weight * unit;
  return job.weighted == BY_ROW ? rounded(mass * job.perQuantum1) * job.quantum1 : mass;
}

@inline
export function massOf<T>(list: usize, i: i32): f64 {
  return massFrom(weightOf<T>(list, i), unitOf<T>(list, i));
}

/** Σ weight·u of entries [from, to). */
export function sumOf<T>(list: usize, from: i32, to: i32): f64 {
  let sum: f64 = 0;
  let i = from;
  if (job.weighted) {
    for (; i < to; i++) sum += massOf<T>(list, i);
    return sum;
  }
  for (; i + BLOCK <= to; i += BLOCK) sum += blockSum<T>(at<T>(list, i));
  for (; i < to; i++) sum += unitOf<T>(list, i);
  return sum;
}

@inline
export function rowOf<T>(list: usize, i: i32): usize {
  const entry = load<T>(at<T>(list, i));
  if (sizeof<T>() == 8) return <usize>(<u64>entry & (((<u64>1) << <u64>job.rowBits) - 1));
  return <usize>load<u32>(rows + (<usize>entry << 2));
}

/** Where the cells of an attribute begin, `rowBytes` apart. */
@inline
export function columnOf(attribute: i32): usize {
  return cells + (<usize>attribute << 3);
}

@inline
export function cellOf<T>(list: usize, column: usize, i: i32): f64 {
  return load<f64>(column + rowOf<T>(list, i) * rowBytes());
}

/** The units of a block: sixteen additions without unpacking, or in an order without long chains. */
@inline
export function blockSum<T>(from: usize): f64 {
  if (sizeof<T>() == 8) {
    const mask = i64x2.splat(-1 << <i64>job.shift);
    let a = v128.and(v128.load(from), mask);
    let b = v128.and(v128.load(from, 16), mask);
    a = i64x2.add(a, v128.and(v128.load(from, 32), mask));
    b = i64x2.add(b, v128.and(v128.load(from, 48), mask));
    a = i64x2.add(a, v128.and(v128.load(from, 64), mask));
    b = i64x2.add(b, v128.and(v128.load(from, 80), mask));
    a = i64x2.add(a, v128.and(v128.load(from, 96), mask));
    b = i64x2.add(b, v128.and(v128.load(from, 112), mask));
    a = i64x2.add(a, b);
    const sum = <u64>(i64x2.extract_lane(a, 0) + i64x2.extract_lane(a, 1)) >> <u64>job.shift;
    return <f64>(<i64>sum) + <f64>BLOCK * job.base;
  }
  const table = units;
  const s = sizeof<T>();
  const a = entryUnit<T>(table, from) + entryUnit<T>(table, from + s);
  const b = entryUnit<T>(table, from + 2 * s) + entryUnit<T>(table, from + 3 * s);
  const c = entryUnit<T>(table, from + 4 * s) + entryUnit<T>(table, from + 5 * s);
  const d = entryUnit<T>(table, from + 6 * s) + entryUnit<T>(table, from + 7 * s);
  const e = entryUnit<T>(table, from + 8 * s) + entryUnit<T>(table, from + 9 * s);
  const f = entryUnit<T>(table, from + 10 * s) + entryUnit<T>(table, from + 11 * s);
  const g = entryUnit<T>(table, from + 12 * s) + entryUnit<T>(table, from + 13 * s);
  const h = entryUnit<T>(table, from + 14 * s) + entryUnit<T>(table, from + 15 * s);
  return a + b + (c + d) + (e + f + (g + h));
}

@inline
function entryUnit<T>(table: usize, at: usize): f64 {
  return load<f64>(table + (<usize>load<T>(at) << 3));
}
