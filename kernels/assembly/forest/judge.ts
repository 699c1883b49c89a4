import { bag, landed, readParams, rows, target, width } from "./params";
import { findPure, NO_CLASS } from "./pureAnswers";
import { recordOf, slotOf, treeOf } from "./queue";

// The out-of-bag error as trees are added: the sums of what they say about the rows that they have not seen. For classes by
// their mean shares and rows of equal weight; operation by operation as in learn/ensemble/outOfBag.ts.
//
//   bag: rows that are wrong i32 · rows that some tree has judged i32 · by row and class the sum of shares f64 · by row the
//        sum of its own class f64 and the greatest of another f64 · by row the number of trees u32 · by row 1 if it is wrong
//        u8 · by answer of the tree its only class, or NO_CLASS u32 (driver: bagBytes in memberQueue.ts)
//
// With two classes there are neither the greatest sums nor the classes of answers.
//
// With more than two classes the sum of a row's own class is only where the greatest of another is, so that a tree that is
// right touches nothing else.

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
  memory.fill(bag, 0, treesBy() + <usize>rows * 5 - bag);
}

/** Adds the tree of a member, the next in their order. */
export function judge(at: usize, member: i32): void {
  readParams(at);
  const from = landedOf(member);
  const list = from + 8;
  const record = recordOf(member);
  const answers = treeOf(member) + <usize>load<u32>(record, 4);
  if (width == 2) return judgeTwo(load<i32>(from), list, answers);
  findPure(answers, <usize>load<u32>(record, 8), pureBy());
  judgeMany(load<i32>(from), list, answers);
}

@inline
function addTotals(wrong: i32, judged: i32): void {
  store<i32>(bag, load<i32>(bag) + wrong);
  store<i32>(bag, load<i32>(bag, 4) + judged, 4);
}

@inline
function truthOf(row: usize): u32 {
  return <u32>load<u16>(target + (row << 1));
}

@inline
function rivalsBy(): usize {
  return bag + SUMS + ((<usize>rows * <usize>width) << 3);
}

@inline
function treesBy(): usize {
  return rivalsBy() + (width == 2 ? 0 : <usize>rows << 4);
}

@inline
function pureBy(): usize {
  return (treesBy() + <usize>rows * 5 + 3) & ~3;
}

/** Notes whether a row is wrong; returns the change. */
@inline
function note(row: usize, now: i32, flags: usize): i32 {
  const before = <i32>load<u8>(flags + row);
  store<u8>(flags + row, <u8>now);
  return now - before;
}

function judgeTwo(n: i32, list: usize, answers: usize): void {
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
    change += note(row, i32(u32(isSecond) != truthOf(row)), flags);
  }
  addTotals(change, fresh);
}

function judgeMany(n: i32, list: usize, answers: usize): void {
  const bytes = <usize>width << 3;
  const rivals = rivalsBy();
  const trees = treesBy();
  const flags = trees + (<usize>rows << 2);
  const pure = pureBy();
  const leaves = list + (<usize>rows << 2);
  let change = 0;
  let fresh = 0;
  for (let i: usize = 0; i < <usize>n << 2; i += 4) {
    const row = <usize>load<u32>(list + i);
    const count = load<u32>(trees + (row << 2)) + 1;
    store<u32>(trees + (row << 2), count);
    fresh += i32(count == 1);
    const answer = <usize>load<u32>(leaves + i);
    const only = load<u32>(pure + (answer << 2));
    const sums = bag + SUMS + row * bytes;
    const pair = rivals + (row << 4);
    const truth = truthOf(row);
    if (only == NO_CLASS) hear(sums, answers + answer * bytes, bytes, truth, pair);
    else hearOne(sums, only, truth, pair);
    change += note(row, isWrong(sums, bytes, truth, pair, TIE * <f64>count), flags);
  }
  addTotals(change, fresh);
}

/** Adds shares to the sums of a row, of which the pair are its own class's and the greatest of another. */
@inline
function hear(sums: usize, shares: usize, bytes: usize, truth: u32, pair: usize): void {
  const own = <usize>truth << 3;
  let most: f64 = 0;
  for (let k: usize = 0; k < bytes; k += 8) {
    const sum = load<f64>(sums + k) + load<f64>(shares + k);
    store<f64>(sums + k, sum);
    most = max<f64>(most, select<f64>(0, sum, k == own));
  }
  store<f64>(pair, load<f64>(pair) + load<f64>(shares + own));
  store<f64>(pair, most, 8);
}

/** The same for an answer that is a single class. */
@inline
function hearOne(sums: usize, only: u32, truth: u32, pair: usize): void {
  if (only == truth) return store<f64>(pair, load<f64>(pair) + 1);
  const at = sums + (<usize>only << 3);
  const sum = load<f64>(at) + 1;
  store<f64>(at, sum);
  store<f64>(pair, max<f64>(load<f64>(pair, 8), sum), 8);
}

/** Whether the class with the greatest sum is another than this one. */
@inline
function isWrong(sums: usize, bytes: usize, truth: u32, pair: usize, tie: f64): i32 {
  const ahead = load<f64>(pair) - load<f64>(pair, 8);
  // Far from a tie the order of classes does not matter.
  if (abs(ahead) > 4 * tie) return i32(ahead < 0);
  store<f64>(sums + (<usize>truth << 3), load<f64>(pair));
  return i32(labelOf(sums, bytes, tie) != truth);
}

/** The class with the greatest sum; of equal ones the lowest. */
function labelOf(sums: usize, bytes: usize, tie: f64): u32 {
  let best: usize = 0;
  for (let k: usize = 8; k < bytes; k += 8) if (load<f64>(sums + k) > load<f64>(sums + best) + tie) best = k;
  return <u32>(best >> 3);
}
