import * as z from "../../base/schema.js";

/** The most bins of a column, as in boosting: a code has one byte, and one code is that of missing values. */
export const BINS = 255;

export const codingOption = z
  .enum(["exact", "bins"])
  .optional()
  .describe(
    `numbers as they are (exact, the default), or in at most ${BINS} bins with about equally many rows: only the edges between bins are tried as thresholds, which is faster on large tables of many different numbers`,
  );
