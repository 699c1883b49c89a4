import { field, pointer } from "../common/job";

// The parameters of a call: a block of doubles that src/kernels/drivers/extraTrees/params.ts writes. Every thread reads
// it into its own globals.

/** Rows of the table, attributes, and numbers in a node's sums: the classes, or 3 for a numeric target. */
export let rows: i32 = 0;
export let attributes: i32 = 0;
export let width: i32 = 0;
export let isClasses: bool = false;
/** The number of varying attributes to examine at a node. */
export let perNode: i32 = 0;
/** Attributes come in random order; otherwise in the table's. */
export let isShuffled: bool = false;
/** The pairs of attribute and test drawn at a node; 0: `perNode` attributes, with a test each. */
export let tests: i32 = 0;
export let maxDepth: i32 = 0;
export let zeroGain: bool = false;
/** The impurity of classes is the entropy; otherwise Gini's. */
export let isEntropy: bool = false;
export let tolerance: f64 = 0;
export let minSplit: f64 = 0;
export let minLeaf: f64 = 0;
/** The grids of weight·u and weight·u². */
export let quantum1: f64 = 0;
export let quantum2: f64 = 0;
/** One record per attribute. */
export let columns: usize = 0;
/** The cells row by row (i32), for rows that walk down finished trees; 0 if none do. */
export let rowCells: usize = 0;
/** By row: the class (u16), or the target in integer units (f64). */
export let target: usize = 0;
/** By row: the weight (f64); 0: every row has weight 1. */
export let weights: usize = 0;
/** By member: the seed (u32), and the address of its counts by row (u32), 0 for a count of 1 each. */
export let seeds: usize = 0;
export let counts: usize = 0;
export let members: i32 = 0;
/** The queue: members taken so far (i32), and bytes of `out` in use (u32). */
export let queue: usize = 0;
export let out: usize = 0;
export let outBytes: u32 = 0;
/** The most bytes that one tree may take. */
export let treeBytes: u32 = 0;
/** By member (u32): its tree's offset in `out`, its nodes, words of its sets, rows of its pool. */
export let trees: usize = 0;
/** Where each thread's own memory begins (u32). */
export let arenas: usize = 0;
/** A node whose rows fill at most 1 / `shrink` of the words of its block gets a block of its own. */
export let shrink: i32 = 0;
/** By member and row: the node it reaches (i32), -1 if that is not requested. 0: none is requested. */
export let landed: usize = 0;
/** Whether the leaves of the rows that a tree was grown from are requested, too, not only those of the others. */
export let landsAll: bool = false;
/** The words of the largest set of levels. */
export let setWords: i32 = 0;
/** The cells in a row of `rowCells`. */
export let rowWidth: i32 = 0;
/** By member: what its tests take away (see decrease.ts); 0 if that is not requested. */
export let decreases: usize = 0;
/** Of a numeric target: its units are numerators above `center`. */
export let center: f64 = 0;
export let denominator: f64 = 1;

export function readParams(job: usize): void {
  rows = <i32>field(job, 0);
  attributes = <i32>field(job, 1);
  width = <i32>field(job, 2);
  isClasses = field(job, 3) != 0;
  perNode = <i32>field(job, 4);
  isShuffled = field(job, 5) != 0;
  tests = <i32>field(job, 6);
  maxDepth = <i32>field(job, 7);
  zeroGain = field(job, 8) != 0;
  isEntropy = field(job, 9) != 0;
  tolerance = field(job, 10);
  minSplit = field(job, 11);
  minLeaf = field(job, 12);
  quantum1 = field(job, 13);
  quantum2 = field(job, 14);
  columns = pointer(job, 15);
  rowCells = pointer(job, 16);
  target = pointer(job, 17);
  weights = pointer(job, 18);
  seeds = pointer(job, 19);
  counts = pointer(job, 20);
  members = <i32>field(job, 21);
  queue = pointer(job, 22);
  out = pointer(job, 23);
  outBytes = <u32>field(job, 24);
  treeBytes = <u32>field(job, 25);
  trees = pointer(job, 26);
  arenas = pointer(job, 27);
  shrink = <i32>field(job, 28);
  landed = pointer(job, 29);
  landsAll = field(job, 30) != 0;
  setWords = <i32>field(job, 31);
  rowWidth = <i32>field(job, 32);
  decreases = pointer(job, 33);
  center = field(job, 34);
  denominator = field(job, 35);
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
