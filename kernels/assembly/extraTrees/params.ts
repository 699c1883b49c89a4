import { field, pointer } from "../common/job";
import { useProducts } from "../common/xlog2x";
import { readImpurity } from "../forest/classImpurity";
import { isClasses, readParams, SHARED, width } from "../forest/params";
import { readScore } from "../forest/score";

// The parameters of a call: those of the kernel `forest`, then those of this one, as doubles
// (src/kernels/drivers/extraTrees/params.ts writes them).

/** The pairs of attribute and test drawn at a node; 0: `perNode` attributes, with a test each. */
export let tests: i32 = 0;
/** The grid of weight·u. */
export let quantum1: f64 = 0;
/** By row: the weight (f64); 0: every row has weight 1. */
export let weights: usize = 0;
/** A node whose rows fill at most 1 / `shrink` of the words of its block gets a block of its own, and so does one of few rows. */
export let shrink: i32 = 0;
/** The words of the largest set of levels. */
export let setWords: i32 = 0;
/** The cells row by row (i32), for rows that walk down finished trees, and the cells in a row; 0 if none do. */
export let rowCells: usize = 0;
export let rowWidth: i32 = 0;
/** The limits by which each member draws its rows (../forest/bootstrap.ts); 0: its counts are given. */
export let limits: usize = 0;

export function readAll(at: usize): void {
  readParams(at);
  const own = at + SHARED;
  tests = <i32>field(own, 0);
  quantum1 = field(own, 2);
  weights = pointer(own, 3);
  shrink = <i32>field(own, 4);
  setWords = <i32>field(own, 5);
  rowCells = pointer(own, 6);
  rowWidth = <i32>field(own, 7);
  limits = pointer(own, 8);
  useProducts(pointer(own, 9), <u32>field(own, 1));
  readImpurity(own + 80);
  readScore(own + 96);
}

/** Classes counted in whole rows: no weights but counts of up to 255. */
@inline
export function isCounted(): bool {
  return isClasses && weights == 0;
}

@inline
export function isTwo(): bool {
  return isClasses && width == 2;
}
