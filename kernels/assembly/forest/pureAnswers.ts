import { width } from "./params";

// Answers of a tree that give one class all of the probability: most of those of deep trees.

export const NO_CLASS: u32 = 0xffffffff;

/** By answer: its only class, or NO_CLASS (u32). */
export function findPure(answers: usize, count: usize, to: usize): void {
  const bytes = <usize>width << 3;
  for (let i: usize = 0; i < count; i++) {
    const shares = answers + i * bytes;
    let k: usize = 0;
    while (k < bytes - 8 && load<f64>(shares + k) == 0) k += 8;
    store<u32>(to + (i << 2), load<f64>(shares + k) == 1 ? <u32>(k >> 3) : NO_CLASS);
  }
}
