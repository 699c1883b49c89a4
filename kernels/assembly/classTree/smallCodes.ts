import { SMALL_CODES, smallCodes } from "./coded";
import { codesOf, differentCells, weighted } from "./job";
import { count } from "./node";
import { least, offer, squares, weight } from "./search";
import { classOffsetOf, curveAt, smallWeight, statesAt } from "./smallScan";

// Small lists of a table of codes: sorted by counting, and only the cuts between two codes are looked at.

@inline
function codesIn(attribute: i32): usize {
  return smallCodes + <usize>attribute * SMALL_CODES;
}

/** Notes the codes of m rows, and writes the list of their ids in the order of those. */
export function sortSmall(rows: usize, m: i32, attribute: i32, list: usize): void {
  const all = codesOf(attribute);
  const codes = codesIn(attribute);
  const starts = curveAt();
  const end = starts + (<usize>differentCells(attribute) << 2);
  memory.fill(starts, 0, end - starts);
  for (let i: usize = 0; i < <usize>m; i++) {
    const code = load<u8>(all + <usize>load<u32>(rows + (i << 2)));
    store<u8>(codes + i, code);
    const at = starts + (<usize>code << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let total: u32 = 0;
  for (let at = starts; at < end; at += 4) {
    const n = load<u32>(at);
    store<u32>(at, total);
    total += n;
  }
  for (let i: usize = 0; i < <usize>m; i++) {
    const at = starts + (<usize>load<u8>(codes + i) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<u8>(list + <usize>place, <u8>i);
  }
}

/** Both sums of squares run along as in smallScan; of each code what its last row leaves is kept. */
export function scanSmallCodes(attribute: i32, list: usize, m: i32, counts: usize, classes: i32): void {
  const codes = codesIn(attribute);
  const first = load<u8>(codes + <usize>load<u8>(list));
  if (first == load<u8>(codes + <usize>load<u8>(list + <usize>(m - 1)))) return;
  const states = statesAt();
  const kept = curveAt();
  for (let c = 0; c < classes; c++) store<u32>(states + (<usize>c << 2), (2 * count(counts, c)) << 16);
  let code = first;
  let at = kept;
  let acc: u32 = 0;
  let left = 0;
  for (let i = 0; i < m; i++) {
    const id = <usize>load<u8>(list + <usize>i);
    const p = states + classOffsetOf(id);
    const w: u32 = weighted ? <u32>smallWeight(id) : 1;
    const state = load<u32>(p);
    const next = load<u8>(codes + id);
    at += <usize>(next != code) << 3;
    code = next;
    acc += w * state + w * w * (1 - 65536);
    store<u32>(p, state + w * (2 - 131072));
    left += w;
    store<u32>(at, acc);
    store<u16>(at, <u16>left, 4);
    store<u16>(at, <u16>(i + 1), 6);
  }
  weighKept(kept, at);
}

@inline
function weighKept(from: usize, to: usize): void {
  const all = <i32>squares;
  const whole = squares / <f64>weight;
  for (let at = from; at < to; at += 8) {
    const acc = load<u32>(at);
    const left = <i32>load<u16>(at, 4);
    const right = weight - left;
    const l2 = <i32>(acc & 65535);
    const r2 = all - <i32>(acc >> 16);
    if (<f64>(l2 * right + r2 * left) < (least + whole) * <f64>(left * right)) continue;
    offer(<i32>load<u16>(at, 6), left, <f64>l2, <f64>r2);
  }
}
