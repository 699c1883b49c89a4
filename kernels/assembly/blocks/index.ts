// Columns that come in blocks of rows: numbers to codes, and the sums of codes at nodes; the drivers are in
// src/kernels/drivers. Both take attributes from a queue, so that no two threads write to the same cells.

import { pointer } from "../common/job";

export { codeNumbers } from "./code";

// A job: see src/kernels/drivers/blockCounter.ts.
const QUEUE: usize = 0;
const ATTRIBUTES: usize = 1;
const NODES: usize = 2;
const KIND: usize = 3;
const WIDTH: usize = 4;
/** For each attribute: where its codes are, and how many bytes one takes. */
const COLUMNS: usize = 5;
/** For each attribute and node: where its cells are; 0 if they are not wanted. */
const CELLS: usize = 6;
/** Where the entries of each node begin, and where the last end. */
const STARTS: usize = 7;
/** For each entry: its row in the block, its class, its weight, weight·u, weight·u². */
const ROWS: usize = 8;
const CLASSES: usize = 9;
const WEIGHTS: usize = 10;
const FIRST: usize = 11;
const SECOND: usize = 12;

const BY_CLASS: i32 = 0;
const BY_WEIGHT: i32 = 1;

export function count(_thread: i32, _threads: i32, job: usize): void {
  const queue = pointer(job, QUEUE);
  const attributes = <i32>pointer(job, ATTRIBUTES);
  const nodes = <i32>pointer(job, NODES);
  const kind = <i32>pointer(job, KIND);
  const width = <i32>pointer(job, WIDTH);
  const columns = pointer(job, COLUMNS);
  const starts = pointer(job, STARTS);
  for (let a = atomic.add<i32>(queue, 1); a < attributes; a = atomic.add<i32>(queue, 1)) {
    const codes = <usize>load<u32>(columns + (<usize>a << 3));
    const bytes = load<u32>(columns + (<usize>a << 3) + 4);
    for (let node = 0; node < nodes; node++) {
      const cells = <usize>load<u32>(pointer(job, CELLS) + (<usize>(a * nodes + node) << 2));
      if (cells == 0) continue;
      const from = load<i32>(starts + (<usize>node << 2));
      const to = load<i32>(starts + (<usize>node << 2) + 4);
      if (kind == BY_CLASS) countClasses(job, cells, codes, bytes, width, from, to);
      else if (kind == BY_WEIGHT) sumWeights(job, cells, codes, bytes, width, from, to);
      else sumMoments(job, cells, codes, bytes, from, to);
    }
  }
}

@inline
function codeAt(codes: usize, bytes: u32, row: u32): u32 {
  if (bytes == 1) return load<u8>(codes + row);
  return bytes == 2 ? <u32>load<u16>(codes + (<usize>row << 1)) : load<u32>(codes + (<usize>row << 2));
}

/** Cells of 32 bits: every entry weighs 1. */
function countClasses(job: usize, cells: usize, codes: usize, bytes: u32, width: i32, from: i32, to: i32): void {
  const rows = pointer(job, ROWS);
  const classes = pointer(job, CLASSES);
  if (bytes == 1 && width == 2) {
    for (let i = <usize>from << 2, end = <usize>to << 2; i < end; i += 4) {
      const at = cells + ((<usize>load<u8>(codes + load<u32>(rows + i)) << 3) + (load<u32>(classes + i) << 2));
      store<u32>(at, load<u32>(at) + 1);
    }
    return;
  }
  for (let i = <usize>from << 2, end = <usize>to << 2; i < end; i += 4) {
    const cell = codeAt(codes, bytes, load<u32>(rows + i)) * width + load<u32>(classes + i);
    const at = cells + (<usize>cell << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/** Cells of doubles on a grid: no sum of them rounds. */
function sumWeights(job: usize, cells: usize, codes: usize, bytes: u32, width: i32, from: i32, to: i32): void {
  const rows = pointer(job, ROWS);
  const classes = pointer(job, CLASSES);
  const weights = pointer(job, WEIGHTS);
  for (let i = from; i < to; i++) {
    const cell = codeAt(codes, bytes, load<u32>(rows + (<usize>i << 2))) * width + load<u32>(classes + (<usize>i << 2));
    const at = cells + (<usize>cell << 3);
    store<f64>(at, load<f64>(at) + load<f64>(weights + (<usize>i << 3)));
  }
}

function sumMoments(job: usize, cells: usize, codes: usize, bytes: u32, from: i32, to: i32): void {
  const rows = pointer(job, ROWS);
  const weights = pointer(job, WEIGHTS);
  const first = pointer(job, FIRST);
  const second = pointer(job, SECOND);
  for (let i = from; i < to; i++) {
    const at = cells + <usize>codeAt(codes, bytes, load<u32>(rows + (<usize>i << 2))) * 24;
    const entry = <usize>i << 3;
    store<f64>(at, load<f64>(at) + load<f64>(weights + entry));
    store<f64>(at, load<f64>(at, 8) + load<f64>(first + entry), 8);
    store<f64>(at, load<f64>(at, 16) + load<f64>(second + entry), 16);
  }
}
