// Gradients of the losses for classes, eight rows at a time: lanes are rows, so that every row is computed alike, however
// many classes there are.

import { expOf8 } from "../common/exp";
import { fourFrom, hashes } from "./random";
import { ditherKey, field, gradientScale, gradientsAt, hessianScale, keysOfRows, outputs, rows, scoresAt, targetAt, weightsAt } from "./plan";

/** Rows taken together, and bytes of a double for each. */
const TOGETHER: i32 = 8;
const LINE: usize = 64;

// A thread's space: the two random numbers of each row, the inverse of its sum of exponentials, its result, then a line
// for each class.
const UPPER: usize = 0;
const LOWER: usize = LINE;
const INVERSE: usize = 2 * LINE;
const RESULT: usize = 3 * LINE;
const CLASSES: usize = 4 * LINE;

export function spareRoom(classes: i32): usize {
  return CLASSES + LINE * <usize>classes;
}

/** The rows of a block. Lanes beyond its end are computed too, from whatever is there, but not stored. */
export function classRows(start: i32, end: i32, softmax: bool, spare: usize): void {
  for (let row = start; row < end; row += TOGETHER) {
    drawFor(row, spare);
    const count = min(end - row, TOGETHER);
    if (softmax) manyClasses(row, count, spare);
    else twoClasses(row, count, spare);
  }
}

/** Random numbers from 0 to 1 for the gradient and the hessian of each row. */
@inline
function drawFor(row: i32, spare: usize): void {
  for (let i = 0; i < TOGETHER; i += 4) {
    const items = keysOfRows == 0 ? fourFrom(row + i) : v128.load(keysOfRows + (<usize>(row + i) << 2));
    const chances = hashes(ditherKey, items);
    spread(i32x4.shr_u(chances, 16), spare + UPPER + (<usize>i << 3));
    spread(v128.and(chances, i32x4.splat(0xffff)), spare + LOWER + (<usize>i << 3));
  }
}

@inline
function spread(units: v128, to: usize): void {
  const share = f64x2.splat(1.0 / 65536.0);
  v128.store(to, f64x2.mul(f64x2.convert_low_i32x4_u(units), share));
  const upper = v128.shuffle<i32>(units, units, 2, 3, 2, 3);
  v128.store(to, f64x2.mul(f64x2.convert_low_i32x4_u(upper), share), 16);
}

function twoClasses(row: i32, count: i32, spare: usize): void {
  const scores = scoresAt + (<usize>row << 3);
  const line = spare + CLASSES;
  for (let i: usize = 0; i < LINE; i += 16) v128.store(line + i, f64x2.neg(v128.load(scores + i)));
  expOf8(line);
  const one = f64x2.splat(1);
  const forG = f64x2.splat(gradientScale);
  const forH = f64x2.splat(hessianScale);
  for (let i: usize = 0; i < LINE; i += 16) {
    const p = f64x2.div(one, f64x2.add(one, v128.load(line + i)));
    const g = f64x2.sub(p, v128.load(targetAt + (<usize>row << 3) + i));
    const h = f64x2.mul(p, f64x2.sub(one, p));
    quantise(g, h, forG, forH, row, i, spare);
  }
  storeResults(gradientsAt + (<usize>row << 2), count, spare);
}

/** All classes at once: the hessian is that of Friedman's K/(K-1). */
function manyClasses(row: i32, count: i32, spare: usize): void {
  exponentials(row, spare);
  const factor = f64x2.splat(<f64>outputs / <f64>(outputs - 1));
  const one = f64x2.splat(1);
  const forG = f64x2.splat(gradientScale);
  const forH = f64x2.splat(hessianScale);
  const targets = targetAt + (<usize>row << 3);
  for (let k = 0; k < outputs; k++) {
    const line = spare + CLASSES + LINE * <usize>k;
    const own = f64x2.splat(<f64>k);
    for (let i: usize = 0; i < LINE; i += 16) {
      const p = f64x2.mul(v128.load(line + i), v128.load(spare + INVERSE + i));
      const hit = v128.and(f64x2.eq(v128.load(targets + i), own), one);
      const h = f64x2.mul(f64x2.mul(factor, p), f64x2.sub(one, p));
      quantise(f64x2.sub(p, hit), h, forG, forH, row, i, spare);
    }
    storeResults(gradientsAt + ((<usize>k * <usize>rows + <usize>row) << 2), count, spare);
  }
}

/** Exponentials of the scores less the greatest, and the inverse of their sum in order of classes. */
function exponentials(row: i32, spare: usize): void {
  const classes = spare + CLASSES;
  const scores = scoresAt + (<usize>row << 3);
  const column = <usize>rows << 3;
  const last = <usize>(outputs - 1);
  for (let i: usize = 0; i < LINE; i += 16) {
    let top = v128.load(scores + i);
    for (let k: usize = 1; k <= last; k++) top = f64x2.pmax(top, v128.load(scores + k * column + i));
    for (let k: usize = 0; k <= last; k++) {
      v128.store(classes + k * LINE + i, f64x2.sub(v128.load(scores + k * column + i), top));
    }
  }
  for (let k: usize = 0; k <= last; k++) expOf8(classes + k * LINE);
  for (let i: usize = 0; i < LINE; i += 16) {
    let sum = v128.load(classes + i);
    for (let k: usize = 1; k <= last; k++) sum = f64x2.add(sum, v128.load(classes + k * LINE + i));
    v128.store(spare + INVERSE + i, f64x2.div(f64x2.splat(1), sum));
  }
}

/**
 * Two rows' gradients and hessians on the grid, by stochastic rounding: up or down at random, the nearer one more likely,
 * so that small gradients do not all vanish. `forG`, `forH`: the grid's scales; `i`: the rows' place in a line of doubles.
 */
@inline
function quantise(g: v128, h: v128, forG: v128, forH: v128, row: i32, i: usize, spare: usize): void {
  if (weightsAt != 0) {
    const weights = v128.load(weightsAt + (<usize>row << 3) + i);
    g = f64x2.mul(g, weights);
    h = f64x2.mul(h, weights);
  }
  const upper = v128.load(spare + UPPER + i);
  const lower = v128.load(spare + LOWER + i);
  const wholeG = f64x2.floor(f64x2.add(f64x2.mul(g, forG), upper));
  const wholeH = f64x2.floor(f64x2.add(f64x2.mul(h, forH), lower));
  const packed = i64x2.add(i64x2.shl(integers(wholeG), field), integers(wholeH));
  v128.store64_lane(spare + RESULT + (i >> 1), v128.shuffle<i32>(packed, packed, 0, 2, 0, 2), 0);
}

/** Adding it moves an integer into the lowest bits of a double. */
const WHOLE: f64 = 6755399441055744;

/** Integers in the lower half of each lane, negative ones as their complements. */
@inline
function integers(whole: v128): v128 {
  return f64x2.add(whole, f64x2.splat(WHOLE));
}

@inline
function storeResults(to: usize, count: i32, spare: usize): void {
  if (count == TOGETHER) {
    v128.store(to, v128.load(spare + RESULT));
    v128.store(to, v128.load(spare + RESULT, 16), 16);
  } else memory.copy(to, spare + RESULT, <usize>count << 2);
}
