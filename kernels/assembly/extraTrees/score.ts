import { take } from "../forest/arena";
import { criterion, TWOING, twoingOf } from "../forest/classImpurity";
import { addTest, isAllowed, nodeTotal, nodeWeight } from "./choice";
import { partOfGain, weightOf } from "./impurity";
import { isClasses, width } from "../forest/params";
import { isTwo } from "./params";

// The gain of a test, by the operations of `pairs` in learn/criterion/denseScorer.ts.

/** The sums (f64) of the rows whose value is known, and of those of them that go right. */
export let knownSums: usize = 0;
export let rightSums: usize = 0;
let leftSums: usize = 0;

export function takeScores(): void {
  knownSums = take(<usize>width << 3);
  rightSums = take(<usize>width << 3);
  leftSums = take(<usize>width << 3);
}

/** The gain by Gini of a test on two classes that sends this weight right, with so much of class 1, if no value is missing. */
@inline
export function gainOfTwo(right: f64, one: f64, sums: usize): f64 {
  // The left branch in the first lane, the right one in the second.
  const weights = f64x2(nodeWeight - right, right);
  const ones = f64x2(load<f64>(sums, 8) - one, one);
  const zero = right - one;
  const zeros = f64x2(load<f64>(sums) - zero, zero);
  const squares = f64x2.add(f64x2.mul(zeros, zeros), f64x2.mul(ones, ones));
  const impurities = f64x2.sub(weights, f64x2.div(squares, weights));
  return nodeTotal - f64x2.extract_lane(impurities, 0) - f64x2.extract_lane(impurities, 1);
}

/** Adds a test whose sums are in `knownSums` and `rightSums`. */
export function addBySums(a: i32, draw: u32, cut: f64, rights: u64, bound: i64, rows: u64): void {
  const right = weightOf(rightSums);
  const known = weightOf(knownSums);
  if (!isAllowed(right, known)) return;
  for (let k: usize = 0; k < <usize>width << 3; k += 8)
    store<f64>(leftSums + k, load<f64>(knownSums + k) - load<f64>(rightSums + k));
  const whole = partOfGain(knownSums);
  const gain = criterion == TWOING ? twoingOf(leftSums, rightSums) : whole - partOfGain(leftSums) - partOfGain(rightSums);
  addTest(a, draw, gain, cut, right, known, isTwo() ? load<f64>(rightSums, 8) : 0, rights, bound, knownImpurity(whole), rows);
}

@inline
function knownImpurity(whole: f64): f64 {
  if (isClasses) return whole;
  const u2 = load<f64>(knownSums, 16);
  return load<f64>(knownSums) > 0 ? max<f64>(0, u2 + whole) : 0;
}
