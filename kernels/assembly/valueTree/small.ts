// The subtree of a node of at most 127 rows, from lists of bytes. Sides are the bits of one vector.
import {
  byteLists,
  copiesCells,
  middleRows,
  middleUnits,
  middleWeights,
  packBytes,
  results,
  smallCells,
  smallNumbers,
  smallRows,
  smallSquares,
  smallUnits,
  smallWeights,
} from "./arena";
import { codeColumn } from "./codes";
import { isInOrder, settle, sideOf } from "./divide";
import { at, massFrom, useTables } from "./entries";
import { job, rowBytes } from "./job";
import { examine, square, Sums, sumUp } from "./look";
import { slotsTaken, takeSlot, takeSplit } from "./middle";
import { writeLeaf, writeNode, writeSkip, writeSplit } from "./nodes";
import { growPair } from "./pair";
import { resultOf } from "./seek";
import { seekSmall } from "./smallScan";

let sums: Sums = changetype<Sums>(0);

/** `from` are lists of a middle task's numbers, `stride` bytes apart. */
export function smallTask(from: usize, stride: usize, rows: i32, depth: i32, scratch: Sums): void {
  sums = scratch;
  for (let i = 0; i < rows; i++) {
    const number = <usize>load<u16>(at<u16>(from, i));
    store<u8>(smallNumbers + number, <u8>i);
    store<u32>(smallRows + (<usize>i << 2), load<u32>(middleRows + (number << 2)));
    const unit = load<f64>(middleUnits + (number << 3));
    const weight = load<f64>(middleWeights + (number << 3));
    store<f64>(smallUnits + (<usize>i << 3), unit);
    store<f64>(smallWeights + (<usize>i << 3), weight);
    store<f64>(smallSquares + (<usize>i << 3), square(weight, unit));
  }
  if (rows == 1) return leafOf(0);
  const step = strideOf(rows);
  for (let a = 0; a < job.attributes; a++) {
    const list = from + <usize>a * stride;
    const out = byteLists + <usize>a * step;
    for (let i = 0; i < rows; i++) {
      store<u8>(out + <usize>i, load<u8>(smallNumbers + <usize>load<u16>(at<u16>(list, i))));
    }
  }
  useTables(smallUnits, smallWeights, smallRows, copiesCells(job.attributes) ? copyCells(rows) : job.table);
  loadCodes(from, rows);
  grow(byteLists, step, rows, depth, byteLists + <usize>job.attributes * step);
}

/** Copies the cells of the task's rows, which are their numbers from then on; returns where they are. */
function copyCells(rows: i32): usize {
  const bytes = rowBytes();
  let to = smallCells;
  for (let i = 0; i < rows; i++) {
    const at = smallRows + (<usize>i << 2);
    const from = job.table + <usize>load<u32>(at) * bytes;
    let offset: usize = 0;
    for (; offset + 8 < bytes; offset += 16) v128.store(to + offset, v128.load(from + offset));
    if (offset < bytes) store<u64>(to + offset, load<u64>(from + offset));
    store<u32>(at, <u32>i);
    to += bytes;
  }
  return smallCells;
}

/** Copies the codes of the task's rows, by their numbers. */
function loadCodes(from: usize, rows: i32): void {
  for (let place = 0; place < job.nominal; place++) {
    const codes = codeColumn<u16>(place);
    const into = codeColumn<u8>(place);
    for (let i = 0; i < rows; i++) {
      store<u16>(into + (<usize>i << 1), load<u16>(codes + (<usize>load<u16>(at<u16>(from, i)) << 1)));
    }
  }
}

@inline
function strideOf(rows: i32): usize {
  return <usize>((rows + 31) & ~15);
}

/** A leaf with one row. */
export function leafOf(number: usize): void {
  const weight = load<f64>(smallWeights + (number << 3));
  const unit = load<f64>(smallUnits + (number << 3));
  writeLeaf(takeSlot(), 1, weight, massFrom(weight, unit), load<f64>(smallSquares + (number << 3)), true);
}

/** The node whose lists begin at `lists`, `step` bytes apart; the memory from `free` on is unused. */
function grow(lists: usize, step: usize, rows: i32, depth: i32, free: usize): void {
  if (rows == 2 && growPair(lists, step, depth)) return;
  const slot = takeSlot();
  sumUp<u8>(lists, rows, sums);
  writeNode(slot, rows, sums);
  if (!examine(sums, depth)) return;
  const chosen = seekSmall(lists, step, rows);
  if (chosen < 0) return;
  const list = lists + <usize>chosen * step;
  const result = resultOf(results, chosen);
  const left = settle<u8>(list, rows, chosen, result);
  writeSplit<u8>(slot, takeSplit(), list, chosen, result);
  const sides = sidesOf(list, rows, left);
  const step0 = strideOf(left);
  const step1 = strideOf(rows - left);
  const lists1 = left > 1 ? free + <usize>job.attributes * step0 : free;
  const rest = rows - left > 1 ? lists1 + <usize>job.attributes * step1 : lists1;
  const one0 = left > 1 ? <usize>0 : onlyOne(v128.not(sides), rows, list);
  const one1 = rows - left > 1 ? <usize>0 : onlyOne(sides, rows, list);
  if (min(left, rows - left) > 1) packBoth(lists, step, rows, free, step0, lists1, step1, sides);
  else if (left > 1) packOne(lists, step, rows, free, step0, v128.not(sides));
  else if (rows > 2) packOne(lists, step, rows, lists1, step1, sides);
  if (left > 1) grow(free, step0, left, depth + 1, rest);
  else leafOf(one0);
  writeSkip(slot, slotsTaken() - slot);
  if (rows - left > 1) grow(lists1, step1, rows - left, depth + 1, rest);
  else leafOf(one1);
}

/** A bit by number: 1 for the right side. The entries of a threshold's left side come first. */
function sidesOf(list: usize, rows: i32, left: i32): v128 {
  let low: u64 = 0;
  let high: u64 = 0;
  for (let i = isInOrder(rows) ? left : 0; i < rows; i++) {
    const number = <u64>load<u8>(list + <usize>i);
    const bit = <u64>sideOf<u8>(list, i) << (number & 63);
    // All ones if the number is 64 or more: no branch that could be mispredicted.
    const isHigh = <u64>0 - (number >> 6);
    low |= bit & ~isHigh;
    high |= bit & isHigh;
  }
  return i64x2.replace_lane(i64x2.splat(low), 1, high);
}

/** The number in the list whose bit is set, if there is only one. */
function onlyOne(bits: v128, rows: i32, list: usize): usize {
  for (let i = 0; i < rows; i++) {
    const number = <u64>load<u8>(list + <usize>i);
    const word = number < 64 ? i64x2.extract_lane(bits, 0) : i64x2.extract_lane(bits, 1);
    if ((word >> (number & 63)) & 1) return <usize>number;
  }
  return 0;
}

/** The entries whose bit is set, in their order, from every list. */
function packOne(lists: usize, step: usize, rows: i32, to: usize, toStep: usize, bits: v128): void {
  for (let a = 0; a < job.attributes; a++) {
    const from = lists + <usize>a * step;
    let out = to + <usize>a * toStep;
    for (let i = 0; i < rows; i += 8) out = packEight(from + <usize>i, markedOf(from + <usize>i, bits), out);
  }
}

/** The entries whose bit is not set go left, the others right. */
function packBoth(
  lists: usize,
  step: usize,
  rows: i32,
  left: usize,
  leftStep: usize,
  right: usize,
  rightStep: usize,
  bits: v128,
): void {
  for (let a = 0; a < job.attributes; a++) {
    const from = lists + <usize>a * step;
    let l = left + <usize>a * leftStep;
    let r = right + <usize>a * rightStep;
    for (let i = 0; i < rows; i += 8) {
      const marked = markedOf(from + <usize>i, bits);
      // What lies past the end of a side is not read.
      l = packEight(from + <usize>i, marked ^ 255, l);
      r = packEight(from + <usize>i, marked, r);
    }
  }
}

/** A bit for each of eight entries whose bit is set. */
@inline
function markedOf(from: usize, bits: v128): i32 {
  const powers = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const entries = v128.load64_zero(from);
  const word = i8x16.swizzle(bits, i8x16.shr_u(entries, 3));
  const bit = v128.and(word, i8x16.swizzle(powers, v128.and(entries, i8x16.splat(7))));
  return i8x16.bitmask(i8x16.ne(bit, i8x16.splat(0))) & 255;
}

/** Moves the marked ones of eight entries to `out`; returns where the next ones go. */
@inline
function packEight(from: usize, marked: i32, out: usize): usize {
  const order = v128.load64_zero(packBytes + (<usize>marked << 3));
  v128.store64_lane(out, i8x16.swizzle(v128.load64_zero(from), order), 0);
  return out + <usize>i32.popcnt(marked);
}
