import type { Table } from "../table/table.js";
import { DRAWN, resolveOptions, share } from "./options.js";
import { type PlaneOptions, plane } from "./plane.js";

/**
 * Exclusive or in the plane, the function that no line separates: Minsky and Papert, Perceptrons (1969). Points uniform on
 * [-1, 1)²; the class is 1 if exactly one coordinate is positive. A tree needs two levels, and the first has no gain.
 */
export function xor(options: PlaneOptions = {}): Table {
  const resolved = resolveOptions("xor", options, { ...DRAWN, noise: share(0) });
  return plane([-1, 1], ["0", "1"], (x1, x2) => x1 > 0 !== x2 > 0, resolved);
}
