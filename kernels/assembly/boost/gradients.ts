// Gradients and hessians of every row on the round's grid.

import { exp } from "../common/exp";
import { classRows, spareRoom } from "./classGradients";
import { hash } from "./random";
import {
  bind,
  ditherKey,
  field,
  gradientScale,
  gradientsAt,
  hessianScale,
  keyOf,
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

@inline
function weightOf(row: i32): f64 {
  return weightsAt == 0 ? 1 : load<f64>(weightsAt + (<usize>row << 3));
}

function others(start: i32, end: i32): void {
  for (let row = start; row < end; row++) {
    differentiate(load<f64>(scoresAt + (<usize>row << 3)), load<f64>(targetAt + (<usize>row << 3)));
    const weight = weightOf(row);
    store<u32>(gradientsAt + (<usize>row << 2), quantised(gradient * weight, hessian * weight, hash(ditherKey, keyOf(row))));
  }
}

/** The gradients of all training rows. `spare`: each thread's space for the classes of some rows. */
export function gradients(thread: i32, threads: i32, spare: usize): void {
  const own = spare + <usize>thread * spareRoom(outputs);
  for (let start = thread * BLOCK; start < trainRows; start += threads * BLOCK) {
    gradientsOf(start, blockEnd(start, true), own);
  }
}

/** The gradients of some rows. */
export function gradientsOf(start: i32, end: i32, spare: usize): void {
  if (loss == LOGISTIC || loss == SOFTMAX) classRows(start, end, loss == SOFTMAX, spare);
  else others(start, end);
}

/** The largest gradient and hessian of any training row, for losses that do not bound them; two doubles per thread. */
export function largest(thread: i32, threads: i32, block: usize, result: usize): void {
  bind(block);
  const own = result + (<usize>thread << 4);
  for (let start = thread * BLOCK; start < trainRows; start += threads * BLOCK) {
    largestOf(start, blockEnd(start, true), own);
  }
}

/** The same of some rows, and of what `result` has already. */
export function largestOf(start: i32, end: i32, result: usize): void {
  let g = load<f64>(result);
  let h = load<f64>(result, 8);
  for (let row = start; row < end; row++) {
    differentiate(load<f64>(scoresAt + (<usize>row << 3)), load<f64>(targetAt + (<usize>row << 3)));
    const weight = weightOf(row);
    g = max(g, abs(gradient * weight));
    h = max(h, hessian * weight);
  }
  store<f64>(result, g);
  store<f64>(result, h, 8);
}
