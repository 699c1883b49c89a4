import { expOf8 } from "../common/exp";
import { fill, formula, known } from "./formula";
import { bytes, lane, next, nextInt, nextLane } from "./job";

// The twin of model/measure.ts: a number per row, or the code of a level.

const CELL = 0;
const LINEAR = 1;
const QUADRATIC = 2;
const DISTANCE = 3;
const PERCEPTRON = 4;
const LARGEST = 5;

/** The measure that the code has next, for the rows at hand: where its lane is. Uses four more lanes. */
export function measure(first: i32): usize {
  const into = lane(first);
  const kind = nextInt();
  if (kind == CELL) return nextLane();
  if (kind == LINEAR) formula(into);
  else if (kind == QUADRATIC) quadratic(into);
  else if (kind == DISTANCE) distance(into);
  else if (kind == PERCEPTRON) perceptron(into, lane(first + 1));
  else if (kind == LARGEST) largest(into, lane(first + 1), lane(first + 2), lane(first + 3));
  return into;
}

function quadratic(into: usize): void {
  formula(into);
  const products = nextInt();
  for (let p = 0; p < products; p++) {
    const x = nextLane();
    const y = nextLane();
    const coefficient = f64x2.splat(next());
    if (nextInt() != 0) addFilled(into, coefficient, x, y, f64x2.splat(next()), f64x2.splat(next()));
    else addProduct(into, coefficient, x, y);
  }
}

export function addProduct(into: usize, coefficient: v128, x: usize, y: usize): void {
  for (let row: usize = 0; row < bytes; row += 16) {
    const product = f64x2.mul(f64x2.mul(coefficient, v128.load(x + row)), v128.load(y + row));
    v128.store(into + row, f64x2.add(v128.load(into + row), product));
  }
}

export function addFilled(into: usize, coefficient: v128, x: usize, y: usize, forX: v128, forY: v128): void {
  for (let row: usize = 0; row < bytes; row += 16) {
    const one = known(v128.load(x + row), forX);
    const product = f64x2.mul(f64x2.mul(coefficient, one), known(v128.load(y + row), forY));
    v128.store(into + row, f64x2.add(v128.load(into + row), product));
  }
}

function distance(into: usize): void {
  fill(into, 0);
  const offsets = nextInt();
  for (let o = 0; o < offsets; o++) addSquare(into, nextLane(), f64x2.splat(next()), f64x2.splat(next()), f64x2.splat(next()));
  for (let row: usize = 0; row < bytes; row += 16) v128.store(into + row, f64x2.sqrt(v128.load(into + row)));
}

export function addSquare(into: usize, x: usize, centre: v128, scale: v128, missing: v128): void {
  for (let row: usize = 0; row < bytes; row += 16) {
    const off = f64x2.div(f64x2.sub(known(v128.load(x + row), missing), centre), scale);
    v128.store(into + row, f64x2.add(v128.load(into + row), f64x2.mul(off, off)));
  }
}

function perceptron(into: usize, unit: usize): void {
  fill(into, next());
  const units = nextInt();
  for (let u = 0; u < units; u++) {
    const coefficient = f64x2.splat(next());
    formula(unit);
    addUnit(into, coefficient, unit);
  }
}

/** A coefficient times the hyperbolic tangent. */
export function addUnit(into: usize, coefficient: v128, unit: usize): void {
  const one = f64x2.splat(1);
  const two = f64x2.splat(2);
  for (let row: usize = 0; row < bytes; row += 64) {
    for (let i = row; i < row + 64; i += 16) v128.store(unit + i, f64x2.mul(two, v128.load(unit + i)));
    expOf8(unit + row);
    for (let i = row; i < row + 64; i += 16) {
      const tanh = f64x2.sub(one, f64x2.div(two, f64x2.add(v128.load(unit + i), one)));
      v128.store(into + i, f64x2.add(v128.load(into + i), f64x2.mul(coefficient, tanh)));
    }
  }
}

/** The first of the largest; -1 if a formula is missing. */
function largest(codes: usize, most: usize, value: usize, unknown: usize): void {
  const formulas = nextInt();
  fill(codes, 0);
  formula(most);
  for (let row: usize = 0; row < bytes; row += 16) {
    const here = v128.load(most + row);
    v128.store(unknown + row, f64x2.ne(here, here));
  }
  for (let k = 1; k < formulas; k++) {
    formula(value);
    takeLarger(codes, most, value, unknown, f64x2.splat(<f64>k));
  }
  const none = f64x2.splat(-1);
  for (let row: usize = 0; row < bytes; row += 16) {
    v128.store(codes + row, v128.bitselect(none, v128.load(codes + row), v128.load(unknown + row)));
  }
}

export function takeLarger(codes: usize, most: usize, value: usize, unknown: usize, k: v128): void {
  for (let row: usize = 0; row < bytes; row += 16) {
    const here = v128.load(value + row);
    const before = v128.load(most + row);
    const isMore = f64x2.gt(here, before);
    v128.store(codes + row, v128.bitselect(k, v128.load(codes + row), isMore));
    v128.store(most + row, v128.bitselect(here, before, isMore));
    v128.store(unknown + row, v128.or(v128.load(unknown + row), f64x2.ne(here, here)));
  }
}
