// Passes over a column of doubles, a block of it at a time.
import { rounded } from "../common/grid";

/** Widens the range at `into`: the lowest number, then the highest. */
export function widen(at: usize, n: i32, into: usize): void {
  let low = load<f64>(into);
  let high = load<f64>(into, 8);
  const end = at + (<usize>n << 3);
  for (let cell = at; cell < end; cell += 8) {
    const x = load<f64>(cell);
    low = x < low ? x : low;
    high = x > high ? x : high;
  }
  store<f64>(into, low);
  store<f64>(into, high, 8);
}

/** Whether a cell is missing. */
export function hasGap(at: usize, n: i32): bool {
  const end = at + (<usize>n << 3);
  for (let cell = at; cell < end; cell += 8) if (isNaN(load<f64>(cell))) return true;
  return false;
}

/** Whether every cell is the double nearest to a fraction with this denominator. */
export function areFractions(at: usize, n: i32, denominator: f64): bool {
  const end = at + (<usize>n << 3);
  for (let cell = at; cell < end; cell += 8) {
    const x = load<f64>(cell);
    if (rounded(x * denominator) / denominator != x) return false;
  }
  return true;
}

/** Replaces cells by their units: see ValueGrid in src/engine/grid.ts. */
export function makeUnits(at: usize, n: i32, denominator: f64, center: f64): void {
  const end = at + (<usize>n << 3);
  for (let cell = at; cell < end; cell += 8) {
    store<f64>(cell, rounded(load<f64>(cell) * denominator) - center);
  }
}

/** Adds Σ u and Σ u² of units, each on its grid, to the two sums at `into`. Grids are powers of two: their inverses are exact. */
export function addMoments(at: usize, n: i32, quantum1: f64, quantum2: f64, into: usize): void {
  const inverse1 = 1 / quantum1;
  const inverse2 = 1 / quantum2;
  let first: f64 = 0;
  let second: f64 = 0;
  const end = at + (<usize>n << 3);
  for (let cell = at; cell < end; cell += 8) {
    const u = load<f64>(cell);
    first += rounded(u * inverse1) * quantum1;
    second += rounded(u * u * inverse2) * quantum2;
  }
  store<f64>(into, load<f64>(into) + first);
  store<f64>(into, load<f64>(into, 8) + second, 8);
}
