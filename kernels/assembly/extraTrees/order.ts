import { belowOf, drawAt } from "../common/nodeRandom";
import { take } from "../forest/arena";
import { attributes, isShuffled, perNode } from "../forest/params";
import { tests } from "./params";

// The order in which a node's attributes are examined, how many tests are drawn on each, and when that is enough: the
// rules of learn/examine. The permutation is drawn only as far as needed. `order` is 0, 1, 2 … between nodes.

let order: usize = 0;
/** What the i-th was swapped with. */
let swaps: usize = 0;
let swapped: i32 = 0;
let from: u32 = 0;

/** If pairs of attribute and test are drawn: by attribute, how many; and the attributes drawn, in order of appearance. */
let draws: usize = 0;
let first: usize = 0;
let firsts: i32 = 0;
/** How many of them were given out. */
let given: i32 = 0;

export function takeOrder(): void {
  order = take(<usize>attributes << 2);
  swaps = take(<usize>attributes << 2);
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
}

/** Begins the order of the node with this key. */
@inline
export function startOrder(key: u32): void {
  while (swapped > 0) {
    swapped--;
    swap(<usize>swapped, <usize>load<u32>(swaps + (<usize>swapped << 2)));
  }
  from = key;
  if (tests > 0) drawTests();
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
