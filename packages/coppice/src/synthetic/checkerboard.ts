import type { Table } from "../table/table.js";
import { count, DRAWN, resolveOptions, share } from "./options.js";
import { type PlaneOptions, plane } from "./plane.js";

export interface CheckerboardOptions extends PlaneOptions {
  /** Squares along each side. */
  readonly size?: number;
}

/**
 * Ho and Kleinberg, Building projectable classifiers of arbitrary complexity, ICPR (1996), with 4 x 4 squares. Points
 * uniform on [0, 1)²; the square at the origin is black and colours alternate.
 */
export function checkerboard(options: CheckerboardOptions = {}): Table {
  const resolved = resolveOptions("checkerboard", options, {
    ...DRAWN,
    noise: share(0),
    size: count(4, 2, 10000),
  });
  const isWhite = (x1: number, x2: number) =>
    (Math.floor(x1 * resolved.size) + Math.floor(x2 * resolved.size)) % 2 === 1;
  return plane([0, 1], ["black", "white"], isWhite, resolved);
}
