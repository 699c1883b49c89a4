import { worthOf } from "../common/worth";
import { xlog2x } from "../common/xlog2x";
import { take } from "./arena";

// What tests on different attributes are compared by, where it is not their gain: operation by operation as in
// learn/choose.ts and learn/cost/attributeCosts.ts.

/** The gain ratio. */
let isScaled: bool = false;
/** By attribute: what its gain is divided by (f64); 0: costs do not matter. */
let divisors: usize = 0;
/** What is divided: see common/worth. */
let form: i32 = 0;

/** Parameters of a call (src/kernels/drivers/forest/scoreRules.ts writes them). */
export function readScore(at: usize): void {
  isScaled = load<i32>(at) != 0;
  divisors = <usize>load<u32>(at, 4);
  form = load<i32>(at, 8);
}

/** Tests on different attributes are compared by something other than their gains. */
@inline
export function isScored(): bool {
  return isScaled || divisors != 0;
}

/** By test (f64). */
let scores: usize = 0;

export function takeScored(tests: i32): void {
  scores = take(isScored() ? <usize>tests << 3 : 0);
}

/** Of a test with this gain per weight, at a node of this weight, whose branches have these weights. */
export function setScore(test: i32, a: i32, gain: f64, left: f64, right: f64, weight: f64): void {
  const plain = isScaled ? ratioOf(gain, left, right, weight) : gain;
  store<f64>(scores + (<usize>test << 3), divisors == 0 ? plain : worthOf(max<f64>(0, plain), divisorOf(a), form));
}

/** Gain divided by the split's entropy; rows whose value is missing count as an additional branch. */
function ratioOf(gain: f64, left: f64, right: f64, weight: f64): f64 {
  const missing = max<f64>(0, weight - (left + right));
  const split = xlog2x(weight) - xlog2x(missing) - (xlog2x(left) + xlog2x(right));
  return split > 1e-9 * weight ? gain / (split / weight) : 0;
}

@inline
function divisorOf(a: i32): f64 {
  return load<f64>(divisors + (<usize>a << 3));
}

/** The first test whose score equals the greatest; -1 if none may be chosen. */
export function firstOfBest(tests: i32, slack: f64): i32 {
  const end = scores + (<usize>tests << 3);
  let top: f64 = -Infinity;
  for (let at = scores; at < end; at += 8) {
    const score = load<f64>(at);
    if (score > top && isWorthy(score, slack)) top = score;
  }
  for (let at = scores; at < end; at += 8) {
    const score = load<f64>(at);
    if (isWorthy(score, slack) && score >= top - slack) return <i32>((at - scores) >> 3);
  }
  return -1;
}

@inline
function isWorthy(score: f64, slack: f64): bool {
  return !(isScaled && score <= slack);
}
