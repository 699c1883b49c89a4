// The parameters of a fit and of each round: doubles in a block that TypeScript fills (src/…/boost/memory.ts, same order).
import { address, readFrom, real, whole } from "../common/fields";

/** Rows of the binned table; those from `trainRows` on are validation rows. */
export let rows: i32 = 0;
export let trainRows: i32 = 0;
export let attributes: i32 = 0;
/** Bins by row, see inRow: one byte for each attribute, or the numbers of cells in two. */
export let rowsAt: usize = 0;
export let stride: usize = 0;
export let areBytes: bool = false;
export let tableAt: usize = 0;
export let outputs: i32 = 1;
export let targetAt: usize = 0;
/** 0 if every row has weight 1. */
export let weightsAt: usize = 0;
/** The rows' keys, by which chance is drawn; 0 if they are their places. */
export let keysOfRows: usize = 0;
/** Bundles of attributes that are tallied as one (0: none), their cells by row, and each thread's sums of them. */
export let bundles: i32 = 0;
export let bundleRowsAt: usize = 0;
export let bundleStride: usize = 0;
let bundleCellsAt: usize = 0;
export let bundleBytes: usize = 0;
/** Rows from which on they are used. */
export let bundleLeast: i32 = 0;
/** One score per row and output, all rows of an output together. */
export let scoresAt: usize = 0;
export let gradientsAt: usize = 0;
export let entriesAt: usize = 0;
export let spareAt: usize = 0;
/** Bytes of the entries of one thread that grows trees of its own; 0 if none does. */
let entryBytes: usize = 0;
export let slotsAt: usize = 0;
export let slotBytes: usize = 0;
export let scratchAt: usize = 0;
/** The nodes, sets of sides, draws of attributes and keys of the trees that one call grows. */
export let nodesAt: usize = 0;
export let sidesAt: usize = 0;
export let sideBytes: usize = 0;
/** Slots, and sets of sides, of a tree: one for each leaf, and those of expansions that are not used. */
export let sets: i32 = 0;
export let leavesAt: usize = 0;
/** Bytes of a leaf's record. */
export let leafBytes: usize = 0;
/** What threads share while each splits leaves of its own, see expand.ts. */
export let sharedAt: usize = 0;
export let boardAt: usize = 0;
export let boardBytes: usize = 0;
export let maskAt: usize = 0;
let keysAt: usize = 0;
/** Each thread's own draw of attributes, list of those it tallies, and sets of sides. */
export let ownMasksAt: usize = 0;
export let ownListsAt: usize = 0;
export let ownSidesAt: usize = 0;
export let maxLeaves: i32 = 0;
export let maxDepth: i32 = 0;
/** Whether nodes are split level by level, not the best first. */
export let byDepth: bool = false;
export let loss: i32 = 0;
export let lossParameter: f64 = 0;
export let minLeaf: f64 = 0;
export let smoothingRows: f64 = 0;
export let maxLevels: i32 = 0;
export let groupRows: f64 = 0;
/** Whether any attribute has a monotonicity constraint. */
export let constrained: bool = false;

// The following changes between rounds; sums are in units of the round's grid.
export let lambda: f64 = 0;
export let levelLambda: f64 = 0;
export let minGain: f64 = 0;
export let minHessian: f64 = 0;
/** A cell is gradient << shift plus hessian; an entry's 32 bits are gradient << field plus hessian. */
export let shift: i64 = 0;
export let field: i32 = 0;
/** The bits of an entry's hessian. */
export let fieldMask: u32 = 0;
export let gradientScale: f64 = 0;
export let hessianScale: f64 = 0;
export let learningRate: f64 = 0;
export let rowKey: u32 = 0;
/** Rows whose hash is below it are drawn; 2^32 draws them all. */
export let rowLimit: f64 = 0;
export let ditherKey: u32 = 0;
/** Attributes examined at a node. */
export let nodeAttributes: i32 = 0;

// The following belongs to the tree being grown.
export let nodeKey: u32 = 0;

/** Reads the block. Every entry calls it first: a kernel's globals belong to its thread. */
export function bind(from: usize): void {
  readFrom(from);
  bindTable();
  bindMemory();
  bindRules();
  bindRound();
}

function bindTable(): void {
  rows = whole();
  trainRows = whole();
  attributes = whole();
  rowsAt = address();
  stride = address();
  areBytes = whole() != 0;
  tableAt = address();
  outputs = whole();
  targetAt = address();
  weightsAt = address();
  keysOfRows = address();
  bundles = whole();
  bundleRowsAt = address();
  bundleStride = address();
  bundleCellsAt = address();
  bundleBytes = address();
  bundleLeast = whole();
}

function bindMemory(): void {
  scoresAt = address();
  gradientsAt = address();
  entriesAt = address();
  spareAt = address();
  entryBytes = address();
  slotsAt = address();
  slotBytes = address();
  scratchAt = address();
  nodesAt = address();
  sidesAt = address();
  sideBytes = address();
  sets = whole();
  leavesAt = address();
  leafBytes = address();
  sharedAt = address();
  boardAt = address();
  boardBytes = address();
  maskAt = address();
  keysAt = address();
  ownMasksAt = address();
  ownListsAt = address();
  ownSidesAt = address();
}

function bindRules(): void {
  maxLeaves = whole();
  maxDepth = whole();
  byDepth = whole() != 0;
  loss = whole();
  lossParameter = real();
  minLeaf = real();
  smoothingRows = real();
  maxLevels = whole();
  groupRows = real();
  constrained = whole() != 0;
}

function bindRound(): void {
  lambda = real();
  levelLambda = real();
  minGain = real();
  minHessian = real();
  shift = <i64>real();
  field = whole();
  fieldMask = (1 << field) - 1;
  gradientScale = real();
  hessianScale = real();
  learningRate = real();
  rowKey = <u32>real();
  rowLimit = real();
  ditherKey = <u32>real();
  nodeAttributes = whole();
}

/** Gradients are computed of rows that are elsewhere. */
export function pointAt(scores: usize, gradients: usize, targets: usize, weights: usize, keys: usize): void {
  scoresAt = scores;
  gradientsAt = gradients;
  targetAt = targets;
  weightsAt = weights;
  keysOfRows = keys;
}

/** By this loss; `stride`: the rows between the scores of two outputs. */
export function ruleBy(stride: i32, count: i32, lossNumber: i32, parameter: f64): void {
  rows = stride;
  outputs = count;
  loss = lossNumber;
  lossParameter = parameter;
}

export function roundBy(fieldBits: i32, forG: f64, forH: f64, dither: u32): void {
  field = fieldBits;
  fieldMask = (1 << field) - 1;
  gradientScale = forG;
  hessianScale = forH;
  ditherKey = dither;
}

/** A tree's record: its key, its number of leaves and the number of threads that grew it. */
const KEY: usize = 12;
const NODE: usize = 48;

/** Bytes of a tree's nodes. */
export function nodeRoom(leaves: i32): usize {
  return <usize>(2 * leaves) * NODE;
}

/** From now on this thread grows trees alone, in memory of its own. */
export function takeOwn(thread: i32): void {
  const t = <usize>thread;
  entriesAt += t * entryBytes;
  spareAt += t * entryBytes;
  slotsAt += t * slotBytes * <usize>sets;
  leavesAt += t * leafBytes * <usize>maxLeaves;
  boardAt += t * boardBytes;
}

/** What is written next belongs to the tree in this place among those that one call grows. */
export function takeTree(tree: i32): void {
  const t = <usize>tree;
  nodesAt += t * nodeRoom(maxLeaves);
  sidesAt += t * sideBytes * <usize>sets;
  maskAt += t * <usize>attributes;
  nodeKey = load<u32>(keysAt + t * KEY);
}

/** Notes for TypeScript how many leaves a tree has, and how many threads grew it. */
export function recordTree(tree: i32, leaves: i32, parts: i32): void {
  store<i32>(keysAt + <usize>tree * KEY, leaves, 4);
  store<i32>(keysAt + <usize>tree * KEY, parts, 8);
}

@inline
export function keyOf(row: i32): i32 {
  return keysOfRows == 0 ? row : load<i32>(keysOfRows + (<usize>row << 2));
}
@inline
export function nodeAt(node: i32): usize {
  return nodesAt + <usize>node * NODE;
}
/** A thread's copy of a leaf. */
@inline
export function leafAt(thread: i32, leaf: i32): usize {
  return leavesAt + leafBytes * <usize>(maxLeaves * thread + leaf);
}
@inline
export function ownBundleCells(thread: i32): usize {
  return bundleCellsAt + <usize>thread * bundleBytes;
}
@inline
export function ownMask(thread: i32): usize {
  return ownMasksAt + <usize>thread * <usize>attributes;
}
@inline
export function ownList(thread: i32): usize {
  return ownListsAt + ((<usize>thread * <usize>attributes) << 2);
}
/** Threads of a team that divide a leaf together all mark sides; those of the first are the tree's. */
@inline
export function ownSides(thread: i32): usize {
  return thread == 0 ? sidesAt : ownSidesAt + <usize>(thread - 1) * sideBytes * <usize>sets;
}
