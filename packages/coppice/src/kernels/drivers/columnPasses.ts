import { columnKernel } from "../generated/column.js";
import { kernelsUsable, withTeam } from "../support.js";
import type { KernelExports } from "../team.js";

/** Numbers that are copied to the kernel at a time: few enough to stay in the nearest cache. */
const BLOCK = 1 << 12;

/** Shorter columns are passed over in TypeScript. */
export const columnTuning = { least: 1 << 14 };

/**
 * Whether the kernel passes over columns of this length. The host's first code for such a loop makes an object of every
 * number, and a first fit would spend a good part of its time there and in collecting them.
 */
export function isLong(length: number): boolean {
  return length >= columnTuning.least && kernelsUsable();
}

/** A part of a column in the kernel's memory. */
interface Block {
  readonly kernel: KernelExports;
  readonly at: number;
  readonly count: number;
  /** Where two sums are, from the first block to the last. */
  readonly into: number;
}

/** Visits a column block by block until `visit` returns false; returns the two sums. What becomes of the blocks goes to `out`. */
function pass(
  values: Float64Array,
  visit: (block: Block) => boolean,
  { sums = [0, 0], out }: { readonly sums?: readonly number[]; readonly out?: Float64Array } = {},
): readonly number[] {
  return withTeam(undefined, (team) => {
    const { heap } = team;
    const kernel = team.kernel(columnKernel);
    const into = heap.alloc(16);
    const at = heap.alloc(8 * BLOCK);
    const pair = heap.f64(into, 2);
    pair.set(sums);
    for (let from = 0; from < values.length; from += BLOCK) {
      const part = values.subarray(from, from + BLOCK);
      const block = heap.f64(at, part.length);
      block.set(part);
      if (!visit({ kernel, at, count: part.length, into })) break;
      out?.set(block, from);
    }
    return [...pair];
  });
}

export function rangeByKernel(values: Float64Array): { low: number; high: number } {
  const sums = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const [low, high] = pass(
    values,
    ({ kernel, at, count, into }) => {
      kernel.widen(at, count, into);
      return true;
    },
    { sums },
  );
  return { low, high };
}

export function hasGapByKernel(values: Float64Array): boolean {
  let found = false;
  pass(values, ({ kernel, at, count }) => {
    found = kernel.hasGap(at, count) !== 0;
    return !found;
  });
  return found;
}

export function areFractionsByKernel(values: Float64Array, denominator: number): boolean {
  let are = true;
  pass(values, ({ kernel, at, count }) => {
    are = kernel.areFractions(at, count, denominator) !== 0;
    return are;
  });
  return are;
}

export function unitsByKernel(values: Float64Array, denominator: number, center: number): Float64Array {
  const out = new Float64Array(values.length);
  pass(
    values,
    ({ kernel, at, count }) => {
      kernel.makeUnits(at, count, denominator, center);
      return true;
    },
    { out },
  );
  return out;
}

/** Σ u and Σ u², each on its grid. */
export function momentsByKernel(units: Float64Array, quantum1: number, quantum2: number): readonly number[] {
  return pass(units, ({ kernel, at, count, into }) => {
    kernel.addMoments(at, count, quantum1, quantum2, into);
    return true;
  });
}
