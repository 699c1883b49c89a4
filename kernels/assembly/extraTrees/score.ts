import { take } from "../common/bump";
import { addTest, isAllowed, nodeTotal, nodeWeight } from "./choice";
import { partOfGain, weightOf } from "./impurity";
import { isClasses, isTwo, width } from "./params";
import { twoSums, twoWeights } from "./weigh";

// The gain of a test, by the operations of `pairs` in learn/criterion/denseScorer.ts.

/** The sums (f64) of the rows whose value is known, and of those of them that go right. */
export let knownSums: usize = 0;
export let rightSums: usize = 0;
let leftSums: usize = 0;
/** By lane: the gain (f64). */
let gains: usize = 0;

export function takeScores(): void {
  knownSums = take(<usize>width << 3);
  rightSums = take(<usize>width << 3);
  leftSums = take(<usize>width << 3);
  gains = take(64);
}

@inline
export function gainOf(lane: i32): f64 {
  return load<f64>(gains + (<usize>lane << 3));
}

/** The gains by Gini of two lanes of two classes, if no value is missing. */
@inline
export function scoreTwo(weighed: usize, lane: i32, sums: usize): void {
  const right = twoWeights(weighed, lane);
  const one = twoSums(weighed, lane);
  const zero = f64x2.sub(right, one);
  const restOne = f64x2.sub(f64x2.splat(load<f64>(sums, 8)), one);
  const restZero = f64x2.sub(f64x2.splat(load<f64>(sums)), zero);
  const left = f64x2.sub(f64x2.splat(nodeWeight), right);
  const ofLeft = f64x2.sub(left, f64x2.div(sumOfSquares(restZero, restOne), left));
  const ofRight = f64x2.sub(right, f64x2.div(sumOfSquares(zero, one), right));
  v128.store(gains + (<usize>lane << 3), f64x2.sub(f64x2.sub(f64x2.splat(nodeTotal), ofLeft), ofRight));
}

@inline
function sumOfSquares(a: v128, b: v128): v128 {
  return f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b));
}

/** Adds a test whose sums are in `knownSums` and `rightSums`. */
export function addBySums(a: i32, draw: u32, cut: f64, rights: u64, bound: i64): void {
  const right = weightOf(rightSums);
  const known = weightOf(knownSums);
  if (!isAllowed(right, known)) return;
  for (let k: usize = 0; k < <usize>width << 3; k += 8)
    store<f64>(leftSums + k, load<f64>(knownSums + k) - load<f64>(rightSums + k));
  const whole = partOfGain(knownSums);
  const gain = whole - partOfGain(leftSums) - partOfGain(rightSums);
  addTest(a, draw, gain, cut, right, known, isTwo() ? load<f64>(rightSums, 8) : 0, rights, bound, knownImpurity(whole));
}

@inline
function knownImpurity(whole: f64): f64 {
  if (isClasses) return whole;
  const u2 = load<f64>(knownSums, 16);
  return load<f64>(knownSums) > 0 ? max<f64>(0, u2 + whole) : 0;
}
