// Small trees without branching: every test of a tree is evaluated for 64 rows at once, 16 per vector, and the leaf numbers
// are merged from the leaves up. A byte per row holds a code, or the number of a leaf within its tree, so a tree has at
// most 256 leaves and a column at most 255 thresholds. An attribute with more levels has several columns, one after the
// other, for 255 of its codes each; the code 255 stands for those of the other columns.

import { addAnswer } from "./answer";
import { COLUMN, encode } from "./codes";
import {
  blockRowsOf,
  columnCountOf,
  columnsOf,
  outputsOf,
  rowsOf,
  scratchOf,
  sumsOf,
  takeBlock,
  treeCountOf,
  treesOf,
  weightsOf,
  widthOf,
} from "./plan";

/** Rows that are processed together; a slot holds a byte for each. */
const LANES: i32 = 64;
const SLOT: usize = 64;
/** The first slots hold the leaves' numbers: slot k is filled with k. */
const LEAF_SLOTS: usize = 256 * SLOT;

/**
 * A tree's record: where its splits begin, their number, the slot that receives the leaves' numbers, where the leaves'
 * predictions are.
 */
const TREE: usize = 16;
/**
 * A split's record, branches before their parent: the column's slot, the slots of the two branches, and the greatest
 * code that goes left; or ON_LEVELS plus the number of further columns, followed by the 256 bits of a set for each column.
 */
const SPLIT: usize = 16;
const ON_LEVELS: u32 = 256;

export function lanes(thread: i32, threads: i32, plan: usize): void {
  const slots = scratchOf(plan, thread);
  fillLeafSlots(slots);
  const codes = slots + 2 * LEAF_SLOTS;
  const columns = columnCountOf(plan);
  memory.fill(codes, 0, <usize>columns * SLOT);
  for (;;) {
    const start = takeBlock(plan) * blockRowsOf(plan);
    if (start >= rowsOf(plan)) return;
    const end = min(start + blockRowsOf(plan), rowsOf(plan));
    for (let first = start; first < end; first += LANES) {
      const count = min(LANES, end - first);
      for (let c = 0; c < columns; c++) {
        encode<u8>(columnsOf(plan) + <usize>c * COLUMN, first, count, codes + <usize>c * SLOT, 1);
      }
      for (let tree = 0; tree < treeCountOf(plan); tree++) {
        const record = treesOf(plan) + <usize>tree * TREE;
        runTree(record, slots, codes);
        addLaneLeaves(plan, tree, record, slots, first, count);
      }
    }
  }
}

function fillLeafSlots(slots: usize): void {
  for (let k: usize = 0; k < 256; k++) memory.fill(slots + k * SLOT, <u8>k, SLOT);
}

/** Writes the number of the leaf that each row reaches to the tree's last slot. */
function runTree(record: usize, slots: usize, codes: usize): void {
  let split: usize = load<u32>(record);
  let to = slots + LEAF_SLOTS;
  for (let left = load<u32>(record, 4); left > 0; left--) {
    const cells = codes + <usize>load<u32>(split);
    const l = slots + <usize>load<u32>(split, 4);
    const r = slots + <usize>load<u32>(split, 8);
    const greatest = load<u32>(split, 12);
    if (greatest < ON_LEVELS) {
      const edge = i8x16.splat(<i8>greatest);
      merge(to, l, r, i8x16.le_u(v128.load(cells), edge), 0);
      merge(to, l, r, i8x16.le_u(v128.load(cells, 16), edge), 16);
      merge(to, l, r, i8x16.le_u(v128.load(cells, 32), edge), 32);
      merge(to, l, r, i8x16.le_u(v128.load(cells, 48), edge), 48);
      split += SPLIT;
    } else if (greatest > ON_LEVELS) {
      const columns = <usize>(greatest - ON_LEVELS) + 1;
      for (let at: usize = 0; at < SLOT; at += 16) merge(to, l, r, withinAny(cells + at, split + SPLIT, columns), at);
      split += SPLIT + 32 * columns;
    } else {
      const low = v128.load(split, 16);
      const high = v128.load(split, 32);
      merge(to, l, r, within(v128.load(cells), low, high), 0);
      merge(to, l, r, within(v128.load(cells, 16), low, high), 16);
      merge(to, l, r, within(v128.load(cells, 32), low, high), 32);
      merge(to, l, r, within(v128.load(cells, 48), low, high), 48);
      split += SPLIT + 32;
    }
    to += SLOT;
  }
}

@inline
function merge(to: usize, left: usize, right: usize, goesLeft: v128, at: usize): void {
  v128.store(to + at, v128.bitselect(v128.load(left + at), v128.load(right + at), goesLeft));
}

/** Which of the codes have their bit set: the byte of the set that holds it, and the bit within. */
@inline
function within(codes: v128, low: v128, high: v128): v128 {
  const bits = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const at = i8x16.shr_u(codes, 3);
  const bytes = v128.or(i8x16.swizzle(low, at), i8x16.swizzle(high, i8x16.sub(at, i8x16.splat(16))));
  const bit = i8x16.swizzle(bits, v128.and(codes, i8x16.splat(7)));
  return i8x16.eq(v128.and(bytes, bit), bit);
}

/** The same for a code that is in one of several columns. */
@inline
function withinAny(cells: usize, sets: usize, columns: usize): v128 {
  let found = within(v128.load(cells), v128.load(sets), v128.load(sets, 16));
  for (let c: usize = 1; c < columns; c++) {
    const set = sets + 32 * c;
    found = v128.or(found, within(v128.load(cells + c * SLOT), v128.load(set), v128.load(set, 16)));
  }
  return found;
}

export function addLaneLeaves(plan: usize, tree: i32, record: usize, slots: usize, first: i32, count: i32): void {
  const width = widthOf(plan);
  const outputs = outputsOf(plan);
  const weight = load<f64>(weightsOf(plan) + (<usize>tree << 3));
  const apart = <usize>(outputs * width) << 3;
  const answers: usize = load<u32>(record, 12);
  const leaves = slots + <usize>load<u32>(record, 8);
  let sum = sumsOf(plan) + <usize>first * apart + (<usize>(tree % outputs) * <usize>width << 3);
  if (width == 1) {
    for (let i = 0; i < count; i++, sum += apart) {
      addAnswer(sum, answers + (<usize>load<u8>(leaves + <usize>i) << 3), 1, weight);
    }
    return;
  }
  for (let i = 0; i < count; i++, sum += apart) {
    addAnswer(sum, answers + (<usize>load<u8>(leaves + <usize>i) * <usize>width << 3), width, weight);
  }
}
