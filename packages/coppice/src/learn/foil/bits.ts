import { log2 } from "../../base/log2.js";
import { log2Choose } from "../../base/log2Choose.js";

/** Bits of a clause: those of its literals, less those of their order, since any order is equivalent. */
export function clauseBits(literals: readonly { readonly bits: number }[]): number {
  let bits = 0;
  literals.forEach((literal, i) => {
    bits += literal.bits - log2(i + 1);
  });
  return bits;
}

/** Bits to identify this many positives among all examples: what a clause that covers them saves (Quinlan 1990). */
export function explainedBits(positives: number, examples: number): number {
  return log2(examples) + log2Choose(examples, positives);
}

/** Bits to identify the negatives among the examples that a clause covers. */
export function exceptionBits({ positives, negatives }: { positives: number; negatives: number }): number {
  const covered = positives + negatives;
  return log2(covered + 1) + log2Choose(covered, negatives);
}
