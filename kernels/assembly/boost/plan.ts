// The parameters of a fit and of each round: doubles in a block that TypeScript fills (src/…/boost/memory.ts, same order).

/** Rows of the binned table; those from `trainRows` on are validation rows. */
export let rows: i32 = 0;
export let trainRows: i32 = 0;
export let attributes: i32 = 0;
/** Attributes whose bins take one byte, and those that take two. */
export let narrow: i32 = 0;
export let wide: i32 = 0;
/** Bins by row: a byte for each narrow attribute, then two for each wide one. */
export let rowsAt: usize = 0;
export let stride: usize = 0;
export let tableAt: usize = 0;
export let wideAt: usize = 0;
export let outputs: i32 = 1;
export let targetAt: usize = 0;
/** 0 if every row has weight 1. */
export let weightsAt: usize = 0;
/** One score per row and output, all rows of an output together. */
export let scoresAt: usize = 0;
export let gradientsAt: usize = 0;
export let entriesAt: usize = 0;
export let spareAt: usize = 0;
export let slotsAt: usize = 0;
export let slotBytes: usize = 0;
export let scratchAt: usize = 0;
export let nodesAt: usize = 0;
export let sidesAt: usize = 0;
export let sideBytes: usize = 0;
export let leavesAt: usize = 0;
export let boardAt: usize = 0;
export let maskAt: usize = 0;
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
export let gradientScale: f64 = 0;
export let hessianScale: f64 = 0;
export let learningRate: f64 = 0;
export let rowKey: u32 = 0;
/** Rows whose hash is below it are drawn; 2^32 draws them all. */
export let rowLimit: f64 = 0;
export let ditherKey: u32 = 0;
export let nodeKey: u32 = 0;
/** Attributes examined at a node. */
export let nodeAttributes: i32 = 0;

let block: usize = 0;
let place: usize = 0;

@inline
function real(): f64 {
  const x = load<f64>(block + place);
  place += 8;
  return x;
}

@inline
function whole(): i32 {
  return <i32>real();
}

@inline
function at(): usize {
  return <usize>(<u32>real());
}

/** Reads the block. Every entry calls it first: a kernel's globals belong to its thread. */
export function bind(from: usize): void {
  block = from;
  place = 0;
  bindTable();
  bindMemory();
  bindRules();
  bindRound();
}

function bindTable(): void {
  rows = whole();
  trainRows = whole();
  attributes = whole();
  narrow = whole();
  wide = whole();
  rowsAt = at();
  stride = at();
  tableAt = at();
  wideAt = at();
  outputs = whole();
  targetAt = at();
  weightsAt = at();
}

function bindMemory(): void {
  scoresAt = at();
  gradientsAt = at();
  entriesAt = at();
  spareAt = at();
  slotsAt = at();
  slotBytes = at();
  scratchAt = at();
  nodesAt = at();
  sidesAt = at();
  sideBytes = at();
  leavesAt = at();
  boardAt = at();
  maskAt = at();
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
  gradientScale = real();
  hessianScale = real();
  learningRate = real();
  rowKey = <u32>real();
  rowLimit = real();
  ditherKey = <u32>real();
  nodeKey = <u32>real();
  nodeAttributes = whole();
}

// An attribute's record: 32 bytes.
const RECORD: usize = 32;

@inline
export function attributeAt(a: i32): usize {
  return tableAt + <usize>a * RECORD;
}
/** The offset of its cells in a slot, in bytes. */
@inline
export function cellsOf(record: usize): usize {
  return <usize>load<u32>(record);
}
/** The number of bins for known values. */
@inline
export function binsOf(record: usize): i32 {
  return load<i32>(record, 4);
}
@inline
export function missingOf(record: usize): i32 {
  return load<i32>(record, 8);
}
/** Its bins by row, one or two bytes each. */
@inline
export function columnOf(record: usize): usize {
  return <usize>load<u32>(record, 12);
}
/** Its offset in a row of bins. */
@inline
export function offsetOf(record: usize): usize {
  return <usize>load<u32>(record, 16);
}
@inline
export function isWide(record: usize): bool {
  return (load<u32>(record, 20) & 1) != 0;
}
@inline
export function isNominal(record: usize): bool {
  return (load<u32>(record, 20) & 2) != 0;
}
/** Whether it has so few levels that they are neither smoothed nor grouped. */
@inline
export function isPlain(record: usize): bool {
  return (load<u32>(record, 20) & 4) != 0;
}
/** 1: scores may only rise with the attribute; -1: only fall; 0: either. */
@inline
export function directionOf(record: usize): i32 {
  return load<i32>(record, 24);
}
