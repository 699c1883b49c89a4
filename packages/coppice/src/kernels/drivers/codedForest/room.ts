import type { Column } from "../../../table/column.js";

/** Bytes of kernel memory, by measurement: of a cell while columns are coded, and of a row in all that follows, with what of it each class adds. */
const NUMBER = 16;
const LEVEL = 8;
const ROW = 285;
const CLASS = 17;

/**
 * About what growing a forest takes at least, on one thread, of the memory of kernels; `codedForest` takes the least. `classes`: 2 if the
 * target is a number.
 */
export function leastForestBytes(
  rows: number,
  attributes: readonly Pick<Column, "type">[],
  classes: number,
): number {
  const cells = attributes.reduce((sum, { type }) => sum + (type === "numeric" ? NUMBER : LEVEL), 0);
  return rows * (cells + ROW + CLASS * classes);
}
