// Lists of rows in the order of an attribute's cells, missing values last. An entry of a wide list (u64) holds the unit
// minus the lowest, the weight and the row; one of a narrow list (u16, u8) is a number into tables of its task.
import { job, rowBytes } from "./job";

/** By number: f64 units, f64 weights, u32 rows. */
let units: usize = 0;
let weights: usize = 0;
let rows: usize = 0;

export function useTables(unitTable: usize, weightTable: usize, rowTable: usize): void {
  units = unitTable;
  weights = weightTable;
  rows = rowTable;
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
  if (sizeof<T>() == 8) return <f64>(<i32>(<u64>entry >> <u64>job.rowBits) & 255);
  return load<f64>(weights + (<usize>entry << 3));
}

@inline
export function rowOf<T>(list: usize, i: i32): usize {
  const entry = load<T>(at<T>(list, i));
  if (sizeof<T>() == 8) return <usize>(<u64>entry & (((<u64>1) << <u64>job.rowBits) - 1));
  return <usize>load<u32>(rows + (<usize>entry << 2));
}

@inline
export function cellOf<T>(list: usize, column: usize, i: i32): f64 {
  return load<f64>(column + rowOf<T>(list, i) * rowBytes());
}
