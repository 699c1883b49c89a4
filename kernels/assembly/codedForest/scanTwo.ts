import { allowed, nodeTotal } from "./found";
import { enterThreshold, limit, noteCut, startCuts } from "./cuts";
import { impurityOfTwo } from "./impurity";
import { criterion, GINI } from "./params";
import { cellAt, missingCell, tallied, talliedCode } from "./tally";

// The best threshold on an attribute, for two classes with counts.

/** Of the known rows: their weight, that of class 1, and weight × impurity. */
export let all: u32 = 0;
export let ones: u32 = 0;
export let wholeOfTwo: f64 = 0;

@inline
export function startTwo(sums: usize): void {
  const missing = load<u64>(missingCell);
  const one = load<f64>(sums, 8);
  all = <u32>(load<f64>(sums) + one) - <u32>missing;
  ones = <u32>one - <u32>(missing >> 32);
  // The same operations gave the node's impurity.
  wholeOfTwo = missing == 0 ? nodeTotal : impurityOfTwo(all - ones, ones);
  startCuts();
}

/** True if the test leaves no impurity. */
export function thresholdOfTwo(a: i32, sums: usize): bool {
  startTwo(sums);
  if (criterion == GINI) scanByGini();
  else scanByEntropy();
  return enterThreshold(a, <f64>all, wholeOfTwo);
}

/**
 * The gain of Gini's impurity is 2 D² / (N·w·(N - w)), D = one·N - w·ones, for a weight of w on the left, `one` of them
 * of class 1: whether it exceeds a limit is seen without a division. What does is scored by the learner's formula.
 */
function scanByGini(): void {
  const n = <f64>all;
  const p = <f64>ones;
  let sum: u64 = 0;
  let least = limit * n * 0.5;
  const last = tallied - 1;
  for (let i = 0; i < last; i++) {
    sum += load<u64>(cellAt(i));
    const w = <f64>(<u32>sum);
    const d = <f64>(<u32>(sum >> 32)) * n - w * p;
    if (d * d < least * (w * (n - w))) continue;
    noteTwo(i, sum, talliedCode(i), talliedCode(i + 1));
    least = limit * n * 0.5;
  }
}

function scanByEntropy(): void {
  let sum: u64 = 0;
  const last = tallied - 1;
  for (let i = 0; i < last; i++) {
    sum += load<u64>(cellAt(i));
    noteTwo(i, sum, talliedCode(i), talliedCode(i + 1));
  }
}

/** Notes the cut that leaves this sum on the left. */
export function noteTwo(place: i32, sum: u64, low: u32, high: u32): void {
  const w = <u32>sum;
  if (!allowed(<f64>w, <f64>all)) return;
  const one = <u32>(sum >> 32);
  const gain = wholeOfTwo - impurityOfTwo(w - one, one) - impurityOfTwo(all - ones - (w - one), ones - one);
  noteCut(place, gain, <f64>w, low, high);
}
