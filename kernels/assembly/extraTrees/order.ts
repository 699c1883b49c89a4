import { belowOf, drawAt, fourDraws } from "../common/nodeRandom";
import { take } from "../common/bump";
import { attributes, isShuffled, perNode, tests } from "./params";
import { mayVary } from "./varying";

// The order in which a node's attributes are examined, how many tests are drawn on each, and when that is enough: the
// rules of learn/examine. The permutation is drawn only as far as needed; at small nodes, where many attributes do not
// vary, all at once. `order` is 0, 1, 2 … between nodes.

let order: usize = 0;
/** What the i-th was swapped with. */
let swaps: usize = 0;
let swapped: i32 = 0;
let from: u32 = 0;

/** Attributes up to which an order is drawn at once. */
const MOST_AT_ONCE: i32 = 64;
/** Of an order drawn at once: the attributes that may vary, how many, and how many were given out; -1: it was not. */
let list: usize = 0;
let listed: i32 = -1;
let taken: i32 = 0;

/** If pairs of attribute and test are drawn: by attribute, how many; and the attributes drawn, in order of appearance. */
let draws: usize = 0;
let first: usize = 0;
let firsts: i32 = 0;
/** How many of them were given out. */
let given: i32 = 0;

export function takeOrder(): void {
  // Whole vectors are written.
  order = take((<usize>attributes << 2) + 16);
  swaps = take((<usize>attributes << 2) + 16);
  list = take((<usize>attributes << 2) + 16);
  draws = take(<usize>attributes << 2);
  first = take(<usize>attributes << 2);
}

export function clearOrder(): void {
  for (let a = 0; a < attributes; a++) {
    store<i32>(order + (<usize>a << 2), a);
    store<i32>(draws + (<usize>a << 2), 0);
  }
  swapped = 0;
  firsts = 0;
  listed = -1;
}

/** Begins the order of the node with this key; `isMarked`: it is known which attributes may vary. */
@inline
export function startOrder(key: u32, isMarked: bool): void {
  while (swapped > 0) {
    swapped--;
    swap(<usize>swapped, <usize>load<u32>(swaps + (<usize>swapped << 2)));
  }
  from = key;
  listed = -1;
  if (tests > 0) drawTests();
  else if (isMarked && attributes <= MOST_AT_ONCE) listVarying();
}

function listVarying(): void {
  listed = 0;
  taken = 0;
  if (isShuffled && attributes <= 16) return listSixteen();
  if (isShuffled) permute();
  for (let i: usize = 0; i < <usize>attributes << 2; i += 4) {
    const a = load<i32>(order + i);
    store<i32>(list + (<usize>listed << 2), a);
    listed += i32(mayVary(a));
  }
  if (isShuffled) for (let a = 0; a < attributes; a += 4) v128.store(order + (<usize>a << 2), fromOn(a));
}

/** a, a + 1, a + 2, a + 3 */
@inline
function fromOn(a: i32): v128 {
  return i32x4.add(i32x4.splat(a), i32x4(0, 1, 2, 3));
}

/** Up to sixteen attributes are permuted in one word, four bits each. */
function listSixteen(): void {
  drawSwaps();
  let word: u64 = 0xfedcba9876543210;
  for (let i = 0; i < attributes; i++) {
    const j = <u64>load<u32>(swaps + (<usize>i << 2)) << 2;
    const own = <u64>i << 2;
    const differs = ((word >> own) ^ (word >> j)) & 15;
    word ^= differs << j;
    // What stands at i is final, and nothing before it is read again.
    const a = <i32>(((word >> own) ^ differs) & 15);
    store<i32>(list + (<usize>listed << 2), a);
    listed += i32(mayVary(a));
  }
}

/** The whole permutation. */
function permute(): void {
  drawSwaps();
  for (let i: usize = 0; i < <usize>attributes; i++) swap(i, <usize>load<u32>(swaps + (i << 2)));
}

/** What each attribute is swapped with, four at a time. */
@inline
function drawSwaps(): void {
  for (let i = 0; i < attributes; i += 4) {
    const four = fourDraws(from, i);
    const left = i32x4.sub(i32x4.splat(attributes), fromOn(i));
    const low = i64x2.extmul_low_i32x4_u(four, left);
    const high = i64x2.extmul_high_i32x4_u(four, left);
    // The upper halves of the products: `belowOf`.
    const below = i8x16.shuffle(low, high, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
    v128.store(swaps + (<usize>i << 2), i32x4.add(below, fromOn(i)));
  }
}

function drawTests(): void {
  for (let i = 0; i < firsts; i++) store<i32>(draws + (<usize>load<i32>(first + (<usize>i << 2)) << 2), 0);
  firsts = 0;
  given = 0;
  for (let i = 0; i < tests; i++) {
    const a = belowOf(drawAt(from, i), attributes);
    const at = draws + (<usize>a << 2);
    if (load<i32>(at) == 0) store<i32>(first + (<usize>(firsts++) << 2), a);
    store<i32>(at, load<i32>(at) + 1);
  }
}

@inline
function swap(i: usize, j: usize): void {
  const held = load<i32>(order + (i << 2));
  store<i32>(order + (i << 2), load<i32>(order + (j << 2)));
  store<i32>(order + (j << 2), held);
}

/** The next attribute, or -1 after the last. */
@inline
export function nextAttribute(): i32 {
  if (listed >= 0) return taken < listed ? load<i32>(list + (<usize>(taken++) << 2)) : -1;
  if (tests == 0) return nextInOrder();
  if (given < firsts) return load<i32>(first + (<usize>(given++) << 2));
  let a = nextInOrder();
  while (a >= 0 && load<i32>(draws + (<usize>a << 2)) > 0) a = nextInOrder();
  return a;
}

@inline
function nextInOrder(): i32 {
  if (swapped == attributes) return -1;
  const i = swapped;
  const j = isShuffled ? i + belowOf(drawAt(from, tests + i), attributes - i) : i;
  store<u32>(swaps + (<usize>i << 2), j);
  swap(<usize>i, <usize>j);
  swapped = i + 1;
  return load<i32>(order + (<usize>i << 2));
}

/** The number of tests drawn on an attribute. */
@inline
export function drawsOf(a: i32): i32 {
  return tests == 0 ? 1 : max(1, load<i32>(draws + (<usize>a << 2)));
}

/** Whether an attribute counts among those examined: only those drawn with a test must all be. */
@inline
export function mustLook(a: i32): bool {
  return tests > 0 && load<i32>(draws + (<usize>a << 2)) > 0;
}

/** Whether it is enough that so many attributes vary, and so many of those drawn with a test were examined. */
@inline
export function isEnough(varied: i32, looked: i32): bool {
  return tests == 0 ? varied >= perNode : varied > 0 && looked >= firsts;
}

/** How many more attributes will be needed at least. */
@inline
export function stillWanted(varied: i32, looked: i32): i32 {
  return tests == 0 ? perNode - varied : max(1, firsts - looked);
}
