import { cells, columns, f64At, putF64, rowAt, rowBytes } from "./job";

/**
 * The direction in the table's own units, by column: 0 for columns that are not used. The most important coefficient is
 * positive. See `linearFound` and `formulaOf` of the learner. False if there is no direction.
 */
export function coefficientsOf(direction: usize, used: i32, active: usize, scales: usize, into: usize): bool {
  let foremost: f64 = 0;
  let squares: f64 = 0;
  for (let j = 0; j < used; j++) {
    const x = f64At(direction, j);
    if (abs(x) > abs(foremost)) foremost = x;
    squares += x * x;
  }
  const length = foremost < 0 ? -sqrt(squares) : sqrt(squares);
  if (foremost == 0 || length == 0 || !isFinite(length)) return false;
  memory.fill(into, 0, <usize>columns << 3);
  let terms = 0;
  for (let j = 0; j < used; j++) {
    const coefficient = f64At(direction, j) / length / f64At(scales, j);
    if (coefficient == 0 || !isFinite(coefficient)) continue;
    putF64(into, load<i32>(active + (<usize>j << 2)), coefficient);
    terms++;
  }
  return terms > 0;
}

/** The measure of the rows from `from` to `to` of the list. Terms are added in the order of the columns, as in model/formula.ts. */
export function project(list: usize, from: i32, to: i32, coefficients: usize, values: usize): void {
  let i = from;
  const end = <usize>columns << 3;
  // Four rows at a time: the additions of one wait for each other.
  for (; i + 4 <= to; i += 4) {
    const a = cells + rowAt(list, i) * rowBytes;
    const b = cells + rowAt(list, i + 1) * rowBytes;
    const c = cells + rowAt(list, i + 2) * rowBytes;
    const d = cells + rowAt(list, i + 3) * rowBytes;
    let sa: f64 = 0;
    let sb: f64 = 0;
    let sc: f64 = 0;
    let sd: f64 = 0;
    for (let at: usize = 0; at < end; at += 8) {
      const x = load<f64>(coefficients + at);
      sa += x * load<f64>(a + at);
      sb += x * load<f64>(b + at);
      sc += x * load<f64>(c + at);
      sd += x * load<f64>(d + at);
    }
    putF64(values, i, sa);
    putF64(values, i + 1, sb);
    putF64(values, i + 2, sc);
    putF64(values, i + 3, sd);
  }
  for (; i < to; i++) {
    const a = cells + rowAt(list, i) * rowBytes;
    let sum: f64 = 0;
    for (let at: usize = 0; at < end; at += 8) sum += load<f64>(coefficients + at) * load<f64>(a + at);
    putF64(values, i, sum);
  }
}
