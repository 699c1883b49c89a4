import { log2 } from "../../../base/log2.js";

/**
 * A round's gradients and hessians as integers. A row's two are packed into 32 bits, a cell's sums into 64, so a tally is
 * one addition per row, and its sums do not depend on the order of rows.
 */
export interface Grid {
  /** Powers of two: a gradient times its scale is an integer. */
  readonly gradientScale: number;
  readonly hessianScale: number;
  /** The hessian's bits in a row's 32, and in a cell's 64; the gradient has the others. */
  readonly field: number;
  readonly shift: number;
}

/** How large a row's gradient and hessian can be. `counted`: every hessian is 1, rows are counted, and gradients get the
 * bits saved. */
export interface Bounds {
  readonly gradient: number;
  readonly hessian: number;
  readonly counted: boolean;
}

export function gridFor(rows: number, { gradient, hessian, counted }: Bounds): Grid {
  const bits = Math.floor(log2(rows)) + 1; // rows < 2^bits
  // Sums stay below 2^shift and 2^(63 - shift); a row's gradient has 31 - field bits and a sign.
  if (counted) {
    const forGradient = Math.min(29, 63 - 2 * bits);
    return { gradientScale: scaleTo(forGradient, gradient), hessianScale: 1, field: 1, shift: bits };
  }
  const both = Math.min(29, 63 - 2 * bits);
  const forHessian = (both - 1) >> 1;
  return {
    gradientScale: scaleTo(both - forHessian, gradient),
    hessianScale: scaleTo(forHessian, hessian),
    field: forHessian + 1,
    shift: forHessian + bits,
  };
}

/** The value of a gain of 1 in units of the grid. */
export function gainUnit({ gradientScale, hessianScale }: Grid): number {
  return hessianScale / gradientScale / gradientScale;
}

/** The greatest power of two that keeps `largest` at most 2^bits. */
function scaleTo(bits: number, largest: number): number {
  if (!(largest > 0)) return 1;
  let exponent = Math.ceil(log2(largest));
  while (2 ** exponent < largest) exponent++; // the logarithm may be off in its last place
  return 2 ** Math.max(-1000, Math.min(1000, bits - exponent));
}
