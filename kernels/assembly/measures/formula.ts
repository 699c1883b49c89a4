import { at, bytes, next, nextInt, nextLane, skip } from "./job";

// The twin of model/formula.ts: intercept plus terms, added in their order, so how terms are grouped changes no bit.

const ONE = 1;
const FOUR = 2;
const FOUR_FILLED = 3;
const LEVELS = 4;

/** The value of the formula that the code has next, for the rows at hand. */
export function formula(into: usize): void {
  fill(into, next());
  const groups = nextInt();
  for (let g = 0; g < groups; g++) {
    const kind = nextInt();
    if (kind == FOUR) addFour(into);
    else if (kind == FOUR_FILLED) addFourFilled(into);
    else if (kind == ONE) addOne(into, nextLane(), f64x2.splat(next()), f64x2.splat(next()));
    else if (kind == LEVELS) addLevels(into);
  }
}

export function fill(into: usize, value: f64): void {
  const both = f64x2.splat(value);
  for (let row: usize = 0; row < bytes; row += 16) v128.store(into + row, both);
}

/** A cell, or what is used in its place where it is missing (NaN if nothing is). */
@inline
export function known(cell: v128, missing: v128): v128 {
  return v128.bitselect(missing, cell, f64x2.ne(cell, cell));
}

export function addOne(into: usize, x: usize, coefficient: v128, missing: v128): void {
  for (let row: usize = 0; row < bytes; row += 16) {
    const cell = known(v128.load(x + row), missing);
    v128.store(into + row, f64x2.add(v128.load(into + row), f64x2.mul(coefficient, cell)));
  }
}

export function addFour(into: usize): void {
  const a = nextLane();
  const b = nextLane();
  const c = nextLane();
  const d = nextLane();
  const ca = f64x2.splat(next());
  const cb = f64x2.splat(next());
  const cc = f64x2.splat(next());
  const cd = f64x2.splat(next());
  for (let row: usize = 0; row < bytes; row += 16) {
    let sum = f64x2.add(v128.load(into + row), f64x2.mul(ca, v128.load(a + row)));
    sum = f64x2.add(sum, f64x2.mul(cb, v128.load(b + row)));
    sum = f64x2.add(sum, f64x2.mul(cc, v128.load(c + row)));
    v128.store(into + row, f64x2.add(sum, f64x2.mul(cd, v128.load(d + row))));
  }
}

export function addFourFilled(into: usize): void {
  const a = nextLane();
  const b = nextLane();
  const c = nextLane();
  const d = nextLane();
  const ca = f64x2.splat(next());
  const cb = f64x2.splat(next());
  const cc = f64x2.splat(next());
  const cd = f64x2.splat(next());
  const ma = f64x2.splat(next());
  const mb = f64x2.splat(next());
  const mc = f64x2.splat(next());
  const md = f64x2.splat(next());
  for (let row: usize = 0; row < bytes; row += 16) {
    let sum = f64x2.add(v128.load(into + row), f64x2.mul(ca, known(v128.load(a + row), ma)));
    sum = f64x2.add(sum, f64x2.mul(cb, known(v128.load(b + row), mb)));
    sum = f64x2.add(sum, f64x2.mul(cc, known(v128.load(c + row), mc)));
    v128.store(into + row, f64x2.add(sum, f64x2.mul(cd, known(v128.load(d + row), md))));
  }
}

/** 1 where the cell is one of the levels, else 0: by code, from a table in the code. */
export function addLevels(into: usize): void {
  const x = nextLane();
  const coefficient = next();
  const missing = next();
  const levels = nextInt();
  const table = at;
  skip(levels);
  for (let row: usize = 0; row < bytes; row += 8) {
    const cell = load<f64>(x + row);
    const value = cell >= 0 ? (cell < <f64>levels ? load<f64>(table + (<usize>cell << 3)) : 0) : missing;
    store<f64>(into + row, load<f64>(into + row) + coefficient * value);
  }
}
