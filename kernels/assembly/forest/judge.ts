import { bag, landed, readParams, rows, target, width } from "./params";
import { recordOf, slotOf, treeOf } from "./queue";

// The out-of-bag error as trees are added: the sums of what they say about the rows that they have not seen. For classes by
// their mean shares and rows of equal weight; operation by operation as in learn/ensemble/outOfBag.ts.
//
//   bag: rows that are wrong i32 · rows that some tree has judged i32 · by row and class the sum of shares f64 · by row
//        the number of trees u32 · by row 1 if it is wrong u8

/** Shares closer than this, per tree, are a tie, which goes to the lowest class. */
const TIE: f64 = 1e-12;

const SUMS: usize = 64;

/** Of each slot: the number of out-of-bag rows (i32), from byte 8 on the rows, and after those of all rows their answers. */
@inline
export function landedOf(member: i32): usize {
  return landed + slotOf(member) * (8 + (<usize>rows << 3));
}

export function startBag(at: usize): void {
  readParams(at);
  memory.fill(bag, 0, SUMS + <usize>rows * ((<usize>width << 3) + 5));
}

/** Adds the tree of a member, the next in their order. */
export function judge(at: usize, member: i32): void {
  readParams(at);
  const from = landedOf(member);
  const list = from + 8;
  const answers = treeOf(member) + <usize>load<u32>(recordOf(member), 4);
  if (width == 2) judgeTwo(load<i32>(from), list, answers);
  else judgeMany(load<i32>(from), list, answers);
}

let judged: i32 = 0;
let wrong: i32 = 0;

@inline
function readTotals(): void {
  wrong = load<i32>(bag);
  judged = load<i32>(bag, 4);
}

@inline
function writeTotals(): void {
  store<i32>(bag, wrong);
  store<i32>(bag, judged, 4);
}

@inline
function treesBy(): usize {
  return bag + SUMS + ((<usize>rows * <usize>width) << 3);
}

/** Notes whether a row is wrong, given the class that it is told. */
@inline
function note(row: usize, label: u32, flags: usize): i32 {
  const now = <i32>i32(label != <u32>load<u16>(target + (row << 1)));
  const before = <i32>load<u8>(flags + row);
  store<u8>(flags + row, <u8>now);
  return now - before;
}

function judgeTwo(n: i32, list: usize, answers: usize): void {
  readTotals();
  const sums = bag + SUMS;
  const trees = treesBy();
  const flags = trees + (<usize>rows << 2);
  const leaves = list + (<usize>rows << 2);
  let change = 0;
  let fresh = 0;
  for (let i: usize = 0; i < <usize>n << 2; i += 4) {
    const row = <usize>load<u32>(list + i);
    const at = sums + (row << 4);
    const shares = f64x2.add(v128.load(at), v128.load(answers + (<usize>load<u32>(leaves + i) << 4)));
    v128.store(at, shares);
    const count = load<u32>(trees + (row << 2)) + 1;
    store<u32>(trees + (row << 2), count);
    fresh += i32(count == 1);
    const isSecond = f64x2.extract_lane(shares, 1) > f64x2.extract_lane(shares, 0) + TIE * <f64>count;
    change += note(row, u32(isSecond), flags);
  }
  wrong += change;
  judged += fresh;
  writeTotals();
}

function judgeMany(n: i32, list: usize, answers: usize): void {
  readTotals();
  const bytes = <usize>width << 3;
  const sums = bag + SUMS;
  const trees = treesBy();
  const flags = trees + (<usize>rows << 2);
  const leaves = list + (<usize>rows << 2);
  for (let i: usize = 0; i < <usize>n << 2; i += 4) {
    const row = <usize>load<u32>(list + i);
    const count = load<u32>(trees + (row << 2)) + 1;
    store<u32>(trees + (row << 2), count);
    judged += i32(count == 1);
    const label = hear(sums + row * bytes, answers + <usize>load<u32>(leaves + i) * bytes, bytes, TIE * <f64>count);
    wrong += note(row, label, flags);
  }
  writeTotals();
}

/** Adds shares to sums; returns the class with the greatest. */
@inline
function hear(sums: usize, shares: usize, bytes: usize, tie: f64): u32 {
  let top = load<f64>(sums) + load<f64>(shares);
  store<f64>(sums, top);
  let best: usize = 0;
  for (let k: usize = 8; k < bytes; k += 8) {
    const sum = load<f64>(sums + k) + load<f64>(shares + k);
    store<f64>(sums + k, sum);
    const isMore = sum > top + tie;
    best = select<usize>(k, best, isMore);
    top = select<f64>(sum, top, isMore);
  }
  return <u32>(best >> 3);
}
