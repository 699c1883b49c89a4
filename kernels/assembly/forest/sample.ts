import { belowOf, drawAt } from "../common/nodeRandom";
import { take } from "./arena";
import { attributes, isShuffled } from "./params";

// The order in which a node's attributes are examined: a permutation of all of them, drawn only as far as needed.
// `order` is 0, 1, 2 … between nodes.

let order: usize = 0;
/** What the i-th was swapped with. */
let swaps: usize = 0;
let drawn: i32 = 0;
let from: u32 = 0;

export function takeSample(): void {
  order = take(<usize>attributes << 2);
  swaps = take(<usize>attributes << 2);
}

export function clearSample(): void {
  for (let a = 0; a < attributes; a++) store<i32>(order + (<usize>a << 2), a);
  drawn = 0;
}

/** Begins the order of the node with this key. */
@inline
export function startSample(key: u32): void {
  while (drawn > 0) {
    drawn--;
    swap(<usize>drawn, <usize>load<u32>(swaps + (<usize>drawn << 2)));
  }
  from = key;
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
  if (drawn == attributes) return -1;
  const i = drawn;
  const j = isShuffled ? i + belowOf(drawAt(from, i), attributes - i) : i;
  store<u32>(swaps + (<usize>i << 2), j);
  swap(<usize>i, <usize>j);
  drawn = i + 1;
  return load<i32>(order + (<usize>i << 2));
}
