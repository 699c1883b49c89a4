import { type Random, shuffle } from "../../base/random.js";
import type { Problem } from "../../engine/problem.js";

/** Rows to train with, rows to check on, and all of them, each in the order of the table. */
export interface Held {
  readonly train: Int32Array;
  readonly check: Int32Array;
  readonly all: Int32Array;
}

/** Holds a share of each class out, at random. At least one row stays to train with. */
export function holdOut({ rows, target }: Problem, share: number, rng: Random): Held {
  const all = Int32Array.from({ length: rows }, (_, row) => row);
  const seen = new Map<number, number>();
  const isHeld = new Uint8Array(rows);
  for (const row of shuffle(all.slice(), rng)) {
    const group = target.kind === "classes" ? target.column.codes[row] : 0;
    const before = seen.get(group) ?? 0;
    seen.set(group, before + 1);
    // The first row of a class stays: a class that is never trained cannot be predicted.
    if (Math.floor((before + 1) * share) > Math.floor(before * share)) isHeld[row] = 1;
  }
  return {
    train: all.filter((row) => isHeld[row] === 0),
    check: all.filter((row) => isHeld[row] === 1),
    all,
  };
}
