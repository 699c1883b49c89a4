import { log2 } from "../../base/log2.js";

/**
 * Bits to identify k of t items, if each is expected with probability p (Quinlan 1995, after Rissanen):
 * -k·log2 p - (t-k)·log2(1-p).
 */
export function subsetBits(t: number, k: number, p: number): number {
  const chosen = k > 0 ? -k * log2(p) : 0;
  const others = t - k;
  // If all are chosen there is nothing else to encode; otherwise an expectation of 1 or more makes the rest impossible.
  if (others <= 0) return chosen;
  return chosen - others * (p < 1 ? log2(1 - p) : Number.NEGATIVE_INFINITY);
}

/** Conditions could be listed in any order, so half the bits of a rule are redundant (Cohen 1995). */
const REDUNDANCY = 0.5;

/** Bits of a rule of k conditions out of `possible` ones: how many, then which. */
export function ruleBits(k: number, possible: number): number {
  if (k === 0) return 0;
  let howMany = log2(k);
  if (k > 1) howMany += 2 * log2(howMany);
  return REDUNDANCY * (howMany + subsetBits(possible, k, k / possible));
}

/** How a set of rules divides the rows: covered and uncovered weight, and the misclassified weight of each. */
export interface Coverage {
  covered: number;
  uncovered: number;
  falsePositives: number;
  falseNegatives: number;
}

/**
 * Bits of the exceptions. Errors are expected to fall on the covered side in the share `onCovered` of all of them; the
 * larger side is coded by that expectation and the smaller by its own rate (Quinlan 1995).
 */
export function exceptionBits(onCovered: number, c: Coverage): number {
  const { covered, uncovered, falsePositives: fp, falseNegatives: fn } = c;
  const errors = fp + fn;
  const count = log2(covered + uncovered + 1);
  if (covered > uncovered) {
    const onUncovered = uncovered > 0 ? subsetBits(uncovered, fn, fn / uncovered) : 0;
    return count + subsetBits(covered, fp, (onCovered * errors) / covered) + onUncovered;
  }
  const onThose = covered > 0 ? subsetBits(covered, fp, fp / covered) : 0;
  return count + onThose + subsetBits(uncovered, fn, ((1 - onCovered) * errors) / uncovered);
}
