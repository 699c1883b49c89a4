// The parameters of a call. TypeScript writes them as a block of memory (src/kernels/drivers/forest/params.ts has the
// layout); every thread reads it into its own globals.

/** Rows of the table, attributes, and numbers in a node's sums: the classes, or 3 for a numeric target. */
export let rows: i32 = 0;
export let attributes: i32 = 0;
export let width: i32 = 0;
export let isClasses: bool = false;
/** The number of varying attributes to examine at a node. */
export let perNode: i32 = 0;
/** Attributes come in random order; otherwise in the table's. */
export let isShuffled: bool = false;
export let maxDepth: i32 = 0;
export let zeroGain: bool = false;
export let tolerance: f64 = 0;
export let minSplit: f64 = 0;
export let minLeaf: f64 = 0;
/** The grid of weight·u². */
export let quantum2: f64 = 0;
export let perQuantum2: f64 = 0;
/** The cells row by row, for random cuts: keys (keys.ts), or singles if every cell is one, or doubles. */
export let rowCells: usize = 0;
export let isWide: bool = false;
export let isKeyed: bool = false;
/** One record per attribute. */
export let columns: usize = 0;
/** By row: the class (u16), or the target in integer units (f64). */
export let target: usize = 0;
/** By member: the seed (u32). */
export let seeds: usize = 0;
/** The queue of members (queue.ts), and how many trees there may be at once that have not been copied out. */
export let queue: usize = 0;
export let slots: i32 = 0;
/** By slot: the address of a member's counts by row (u32), 0 for a count of 1 each. */
export let counts: usize = 0;
/** By slot: the memory of a tree, so many bytes. */
export let out: usize = 0;
export let treeBytes: u32 = 0;
/**
 * By slot (i32): the nodes of a tree; the rows of its pool, or where the answers of its leaves begin; the number of answers;
 * and once the tree is finished 1 + its member.
 */
export let trees: usize = 0;
/** Where each thread's own memory begins (u32). */
export let arenas: usize = 0;
/** Rows up to which a node's cells are copied together, and up to which lists have one byte per entry. */
export let blockRows: i32 = 0;
export let byteRows: i32 = 0;
/** Best cuts: rows whose lists there is room for at once; places of a window (sendRows.ts) as a power of 2, or 0: no windows. */
export let listRows: i32 = 0;
export let windowBits: i32 = 0;

/** By slot: the out-of-bag rows of a tree with what they reach. 0: not requested. */
export let landed: usize = 0;
/** What out-of-bag rows are told (judge.ts). 0: not requested. */
export let bag: usize = 0;
/** By slot: what the tests on each attribute take away (decrease.ts). 0: not requested. */
export let decreases: usize = 0;

/** By slot: the rows of a tree with what they reach (landing.ts); and by row what the answers add up to (sums.ts). 0: not requested. */
export let leaves: usize = 0;
export let sums: usize = 0;

/** A numeric target is (center + unit) / denominator. */
export let center: f64 = 0;
export let denominator: f64 = 0;

/** Bytes of these parameters; a kernel's own follow. */
export const SHARED: usize = 192;

export function readParams(at: usize): void {
  rows = load<i32>(at);
  attributes = load<i32>(at, 4);
  width = load<i32>(at, 8);
  isClasses = load<i32>(at, 12) != 0;
  perNode = load<i32>(at, 16);
  maxDepth = load<i32>(at, 20);
  zeroGain = load<i32>(at, 24) != 0;
  slots = load<i32>(at, 28);
  tolerance = load<f64>(at, 32);
  minSplit = load<f64>(at, 40);
  minLeaf = load<f64>(at, 48);
  quantum2 = load<f64>(at, 56);
  perQuantum2 = 1 / quantum2;
  columns = load<u32>(at, 64);
  target = load<u32>(at, 68);
  seeds = load<u32>(at, 72);
  counts = load<u32>(at, 76);
  queue = load<u32>(at, 80);
  out = load<u32>(at, 84);
  treeBytes = load<u32>(at, 88);
  trees = load<u32>(at, 92);
  arenas = load<u32>(at, 96);
  blockRows = load<i32>(at, 100);
  byteRows = load<i32>(at, 104);
  isShuffled = load<i32>(at, 108) != 0;
  rowCells = load<u32>(at, 112);
  isWide = load<i32>(at, 116) == 1;
  isKeyed = load<i32>(at, 116) == 2;
  landed = load<u32>(at, 120);
  bag = load<u32>(at, 124);
  decreases = load<u32>(at, 128);
  center = load<f64>(at, 136);
  denominator = load<f64>(at, 144);
  leaves = load<u32>(at, 152);
  sums = load<u32>(at, 156);
  listRows = load<i32>(at, 160);
  windowBits = load<i32>(at, 164);
}

const COLUMN: usize = 32;

/** The record of an attribute. */
@inline
export function column(a: i32): usize {
  return columns + <usize>a * COLUMN;
}

/** By row: the cell as a number (f64), NaN where missing. */
@inline
export function cellsOf(a: i32): usize {
  return load<u32>(column(a));
}

/** By row: the cell as a single, if every cell is one (f32). For random cuts. */
@inline
export function singlesOf(a: i32): usize {
  return load<u32>(column(a), 4);
}

/** Rows in ascending order of their cells, missing last (u32). For best cuts. */
@inline
export function orderOf(a: i32): usize {
  return load<u32>(column(a), 8);
}

/** By row: its position in that order (u32). */
@inline
export function placesOf(a: i32): usize {
  return load<u32>(column(a), 12);
}

@inline
export function hasMissing(a: i32): bool {
  return (load<u32>(column(a), 24) & 1) != 0;
}

/** The number of rows with a known value: in `orderOf` the others come after them. */
@inline
export function knownRows(a: i32): i32 {
  return load<i32>(column(a), 28);
}

/** By row, a bit: set if another row has the same cell. */
@inline
export function tiesOf(a: i32): usize {
  return load<u32>(column(a), 16);
}

@inline
export function isOrdered(a: i32): bool {
  return (load<u32>(column(a), 24) & 2) != 0;
}
