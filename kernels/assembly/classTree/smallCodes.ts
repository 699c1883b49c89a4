import { codeOf, counterOf, SMALL_CODES, smallCodes } from "./coded";
import { attributes, differentCells, weighted } from "./job";
import { count } from "./node";
import { least, offer, squares, weight } from "./search";
import { classOffsetOf, curveAt, smallWeight, statesAt, statesToCopyAt } from "./smallScan";

// Small lists of a table of codes: sorted by counting, and only the cuts between two codes are evaluated. By attribute
// and id there is a mark (u16): the code, above the nine bits of the class's offset.

const CODE_SHIFT: i32 = 9;
const OFFSET: u32 = 511;

@inline
function marksOf(attribute: i32): usize {
  return smallCodes + <usize>attribute * SMALL_CODES;
}

/** Writes the marks of m rows, whose classes have been numbered. */
export function markSmall(rows: usize, m: i32): void {
  for (let i: usize = 0; i < <usize>m; i++) {
    const row = <usize>load<u32>(rows + (i << 2));
    const offset = <u32>classOffsetOf(i);
    for (let a = 0; a < attributes; a++) {
      const code = codeOf(counterOf(row, a), a);
      store<u16>(marksOf(a) + (i << 1), <u16>((code << CODE_SHIFT) | offset));
    }
  }
}

/** The list of the ids in the order of an attribute's codes. */
export function sortSmall(m: i32, attribute: i32, list: usize): void {
  const marks = marksOf(attribute);
  const starts = curveAt();
  const end = starts + (<usize>differentCells(attribute) << 2);
  memory.fill(starts, 0, end - starts);
  for (let i: usize = 0; i < <usize>m; i++) {
    const at = starts + (<usize>(load<u16>(marks + (i << 1)) >> <u16>CODE_SHIFT) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let total: u32 = 0;
  for (let at = starts; at < end; at += 4) {
    const n = load<u32>(at);
    store<u32>(at, total);
    total += n;
  }
  for (let i: usize = 0; i < <usize>m; i++) {
    const at = starts + (<usize>(load<u16>(marks + (i << 1)) >> <u16>CODE_SHIFT) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<u8>(list + <usize>place, <u8>i);
  }
}

/** The initial state of all scans of a node's lists, by class; without weights it includes what one row adds. */
export function openSmallCodes(counts: usize, classes: i32): void {
  const states = statesToCopyAt();
  const one: u32 = weighted ? 0 : 1 - 65536;
  for (let c = 0; c < classes; c++) store<u32>(states + (<usize>c << 2), ((2 * count(counts, c)) << 16) + one);
}

@inline
function copyStates(classes: i32): void {
  const from = statesToCopyAt();
  const to = statesAt();
  for (let c: usize = 0; c < <usize>classes << 2; c += 16) v128.store(to + c, v128.load(from + c));
}

/** Both sums of squares are updated as in smallScan; the state after the last row of each code is stored. */
export function scanSmallCodes(attribute: i32, list: usize, m: i32, classes: i32): void {
  const marks = marksOf(attribute);
  const end = list + <usize>m;
  const first = markAt(marks, list);
  if ((first ^ markAt(marks, end - 1)) <= OFFSET) return;
  copyStates(classes);
  if (weighted) weighKept(keepWeighted(marks, list, end, first));
  else weighKept(keepPlain(marks, list, end, first));
}

@inline
function markAt(marks: usize, at: usize): u32 {
  return <u32>load<u16>(marks + (<usize>load<u8>(at) << 1));
}

/** Stores a u64 per code: the sums, above them the weight on the left and the rows. Returns where they end. */
@inline
function keepPlain(marks: usize, list: usize, end: usize, first: u32): usize {
  const states = statesAt();
  let mark = first;
  let to = curveAt();
  let acc: u32 = 0;
  let left: u64 = 0;
  for (let at = list; at < end; at++) {
    const next = markAt(marks, at);
    const p = states + <usize>(next & OFFSET);
    const state = load<u32>(p);
    to += <usize>((next ^ mark) > OFFSET) << 3;
    mark = next;
    acc += state;
    store<u32>(p, state + (2 - 131072));
    left += 0x0001000100000000;
    store<u64>(to, left | <u64>acc);
  }
  return to;
}

@inline
function keepWeighted(marks: usize, list: usize, end: usize, first: u32): usize {
  const states = statesAt();
  let mark = first;
  let to = curveAt();
  let acc: u32 = 0;
  let left: u64 = 0;
  for (let at = list; at < end; at++) {
    const next = markAt(marks, at);
    const w = <u32>smallWeight(<usize>load<u8>(at));
    const p = states + <usize>(next & OFFSET);
    const state = load<u32>(p);
    to += <usize>((next ^ mark) > OFFSET) << 3;
    mark = next;
    acc += w * state + w * w * (1 - 65536);
    store<u32>(p, state + w * (2 - 131072));
    left += (<u64>w << 32) | 0x0001000000000000;
    store<u64>(to, left | <u64>acc);
  }
  return to;
}

/** All except the last: there is no cut after it. */
@inline
function weighKept(end: usize): void {
  const all = <i32>squares;
  const whole = squares / <f64>weight;
  for (let at = curveAt(); at < end; at += 8) {
    const acc = load<u32>(at);
    const left = <i32>load<u16>(at, 4);
    const right = weight - left;
    const l2 = <i32>(acc & 65535);
    const r2 = all - <i32>(acc >> 16);
    if (<f64>(l2 * right + r2 * left) < (least + whole) * <f64>(left * right)) continue;
    offer(<i32>load<u16>(at, 6), left, <f64>l2, <f64>r2);
  }
}
