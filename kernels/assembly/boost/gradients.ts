// Gradients and hessians of every row on the round's grid.

import { exp, exp2x } from "../common/exp";
import { hash, hashPair } from "./random";
import {
  bind,
  ditherKey,
  field,
  gradientScale,
  gradientsAt,
  hessianScale,
  loss,
  lossParameter,
  outputs,
  rows,
  scoresAt,
  targetAt,
  trainRows,
  weightsAt,
} from "./plan";
import { BLOCK, blockEnd } from "./share";

// In the order of LOSSES in src/kernels/drivers/boost/plan.ts.
const LOGISTIC: i32 = 0;
const SOFTMAX: i32 = 1;
const SQUARED: i32 = 2;
const ABSOLUTE: i32 = 3;
const HUBER: i32 = 4;
const QUANTILE: i32 = 5;
const POISSON: i32 = 6;

let gradient: f64 = 0;
let hessian: f64 = 0;

/** For losses with one output except the logistic one, at a row of weight 1. */
@inline
function differentiate(score: f64, target: f64): void {
  hessian = 1;
  const ahead = score - target;
  if (loss == SQUARED) gradient = ahead;
  else if (loss == ABSOLUTE) gradient = ahead > 0 ? 1 : ahead < 0 ? -1 : 0;
  else if (loss == HUBER) gradient = min(max(ahead, -lossParameter), lossParameter);
  else if (loss == QUANTILE) gradient = ahead >= 0 ? 1 - lossParameter : -lossParameter;
  else if (loss == POISSON) {
    hessian = exp(score);
    gradient = hessian - target;
  }
}

/** Stochastic rounding: up or down at random, the nearer one more likely, so that small gradients do not all vanish. */
@inline
function quantised(g: f64, h: f64, chance: u32): u32 {
  const upper = <f64>(chance >> 16) * (1.0 / 65536.0);
  const lower = <f64>(chance & 0xffff) * (1.0 / 65536.0);
  const wholeG = <i32>Math.floor(g * gradientScale + upper);
  const wholeH = <i32>Math.floor(h * hessianScale + lower);
  return <u32>((wholeG << field) + wholeH);
}

/** The same for two; random numbers and results are in the first two lanes. */
@inline
function quantisedPair(g: v128, h: v128, chances: v128): v128 {
  const share = f64x2.splat(1.0 / 65536.0);
  const upper = f64x2.mul(f64x2.convert_low_i32x4_u(i32x4.shr_u(chances, 16)), share);
  const lower = f64x2.mul(f64x2.convert_low_i32x4_u(v128.and(chances, i32x4.splat(0xffff))), share);
  const wholeG = f64x2.floor(f64x2.add(f64x2.mul(g, f64x2.splat(gradientScale)), upper));
  const wholeH = f64x2.floor(f64x2.add(f64x2.mul(h, f64x2.splat(hessianScale)), lower));
  return i32x4.add(
    i32x4.shl(i32x4.trunc_sat_f64x2_s_zero(wholeG), field),
    i32x4.trunc_sat_f64x2_s_zero(wholeH),
  );
}

@inline
function weightOf(row: i32): f64 {
  return weightsAt == 0 ? 1 : load<f64>(weightsAt + (<usize>row << 3));
}

function logistic(start: i32, end: i32): void {
  const one = f64x2.splat(1);
  const weighted = weightsAt != 0;
  for (let row = start; row < end; row += 2) {
    const at = <usize>row << 3;
    const p = f64x2.div(one, f64x2.add(one, exp2x(f64x2.neg(v128.load(scoresAt + at)))));
    let g = f64x2.sub(p, v128.load(targetAt + at));
    let h = f64x2.mul(p, f64x2.sub(one, p));
    if (weighted) {
      const w = v128.load(weightsAt + at);
      g = f64x2.mul(g, w);
      h = f64x2.mul(h, w);
    }
    v128.store64_lane(gradientsAt + (<usize>row << 2), quantisedPair(g, h, hashPair(ditherKey, row)), 0);
  }
}

/** All classes at once: the hessian is that of Friedman's K/(K-1). */
function softmax(start: i32, end: i32, spare: usize): void {
  const factor = f64x2.splat(<f64>outputs / <f64>(outputs - 1));
  const one = f64x2.splat(1);
  const column = <usize>rows << 3;
  for (let row = start; row < end; row++) {
    const inverse = f64x2.splat(1 / exponentials(scoresAt + (<usize>row << 3), column, spare));
    const target = <i32>load<f64>(targetAt + (<usize>row << 3));
    const weight = f64x2.splat(weightOf(row));
    const chances = i32x4.splat(hash(ditherKey, row));
    for (let k = 0; k < outputs; k += 2) {
      const p = f64x2.mul(v128.load(spare + (<usize>k << 3)), inverse);
      const hit = f64x2(k == target ? 1 : 0, k + 1 == target ? 1 : 0);
      const g = f64x2.mul(f64x2.sub(p, hit), weight);
      const h = f64x2.mul(f64x2.mul(f64x2.mul(factor, p), f64x2.sub(one, p)), weight);
      const pair = quantisedPair(g, h, chances);
      const to = gradientsAt + ((<usize>k * <usize>rows + <usize>row) << 2);
      v128.store32_lane(to, pair, 0);
      if (k + 1 < outputs) v128.store32_lane(to + (<usize>rows << 2), pair, 1);
    }
  }
}

/** exp(score - greatest score) for one row; returns their sum. */
@inline
function exponentials(at: usize, column: usize, to: usize): f64 {
  let top = load<f64>(at);
  for (let k: usize = 1; k < <usize>outputs; k++) top = max(top, load<f64>(at + k * column));
  let sum: f64 = 0;
  for (let k: usize = 0; k < <usize>outputs; k += 2) {
    const other = k + 1 < <usize>outputs ? k + 1 : k;
    const pair = exp2x(f64x2(load<f64>(at + k * column) - top, load<f64>(at + other * column) - top));
    v128.store(to + (k << 3), pair);
    sum += f64x2.extract_lane(pair, 0);
    if (other > k) sum += f64x2.extract_lane(pair, 1);
  }
  return sum;
}

function others(start: i32, end: i32): void {
  for (let row = start; row < end; row++) {
    differentiate(load<f64>(scoresAt + (<usize>row << 3)), load<f64>(targetAt + (<usize>row << 3)));
    const weight = weightOf(row);
    store<u32>(gradientsAt + (<usize>row << 2), quantised(gradient * weight, hessian * weight, hash(ditherKey, row)));
  }
}

/** The gradients of all training rows. `spare`: a double per class for each thread. */
export function gradients(thread: i32, threads: i32, block: usize, spare: usize): void {
  bind(block);
  const own = spare + <usize>thread * ((<usize>outputs << 3) + 64);
  for (let start = thread * BLOCK; start < trainRows; start += threads * BLOCK) {
    const end = blockEnd(start, true);
    if (loss == LOGISTIC) logistic(start, end);
    else if (loss == SOFTMAX) softmax(start, end, own);
    else others(start, end);
  }
}

/** The largest gradient and hessian of any training row, for losses that do not bound them; two doubles per thread. */
export function largest(thread: i32, threads: i32, block: usize, result: usize): void {
  bind(block);
  let g: f64 = 0;
  let h: f64 = 0;
  for (let start = thread * BLOCK; start < trainRows; start += threads * BLOCK) {
    const end = blockEnd(start, true);
    for (let row = start; row < end; row++) {
      differentiate(load<f64>(scoresAt + (<usize>row << 3)), load<f64>(targetAt + (<usize>row << 3)));
      const weight = weightOf(row);
      g = max(g, abs(gradient * weight));
      h = max(h, hessian * weight);
    }
  }
  store<f64>(result + (<usize>thread << 4), g);
  store<f64>(result + (<usize>thread << 4), h, 8);
}
