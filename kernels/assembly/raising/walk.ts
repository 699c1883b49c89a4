// Rows that may have missing values, sent down the rebuilt tree as prediction sends them: with exact shares, not on the weight
// grid. The operations of src/predict/sharedAnswers.ts in their order.

import { field, pointer } from "../common/job";
import { ATTRIBUTE, areLevels, BRANCHES, branchAt, cellsOf, classes, FIRST, nodeAt, shares, stack, THRESHOLD } from "./job";
import { sideOf } from "./divide";

/** What is written of a row that several leaves share. */
const SEVERAL: i32 = i32.MIN_VALUE;
/** Rows that a thread takes at once. */
const CHUNK: i32 = 64;
/** Bytes of a pending node: its share of the row (f64), its number (i32). */
const PENDING: usize = 16;

/** The number of leaves that the last row came to, the last of these, whether it was divided, and the sum of its shares. */
let visits: i32 = 0;
let last: i32 = 0;
let isDivided: bool = false;
let total: f64 = 0;

/**
 * The request, as doubles: where the rows are (u32), how many there are, where the next one to take is counted (i32), each node's
 * place in the model (i32), the class probabilities of each place, and where to write each row's leaf (i32) and probabilities.
 * A leaf is a place; inverted if the row was divided, and yet came to no other.
 */
export function walkRows(request: usize): void {
  const rows = pointer(request, 0);
  const count = <i32>field(request, 1);
  const next = pointer(request, 2);
  const places = pointer(request, 3);
  const leaves = pointer(request, 5);
  for (;;) {
    const from = atomic.add<i32>(next, CHUNK);
    if (from >= count) return;
    for (let i = <usize>from; i < <usize>min(from + CHUNK, count); i++) {
      walk(<usize>load<u32>(rows + (i << 2)), places, pointer(request, 4), pointer(request, 6) + ((i * <usize>classes) << 3));
      const place = load<i32>(places + (<usize>last << 2));
      store<i32>(leaves + (i << 2), !isDivided ? place : visits == 1 ? ~place : SEVERAL);
    }
  }
}

/** Writes the class probabilities of a row to `into`. */
function walk(row: usize, places: usize, probabilities: usize, into: usize): void {
  const width = <usize>classes << 3;
  let depth = pushed(0, 0, 1);
  visits = 0;
  isDivided = false;
  total = 0;
  memory.fill(into, 0, width);
  while (depth > 0) {
    depth--;
    const share = load<f64>(stack + depth * PENDING);
    const node = descent(load<i32>(stack + depth * PENDING, 8), row);
    if (load<i32>(nodeAt(node) + ATTRIBUTE) < 0) {
      const from = probabilities + <usize>load<i32>(places + (<usize>node << 2)) * width;
      for (let k: usize = 0; k < width; k += 8) store<f64>(into + k, load<f64>(into + k) + share * load<f64>(from + k));
      visits++;
      last = node;
      total += share;
    } else {
      isDivided = true;
      depth = divideShare(nodeAt(node), share, depth);
    }
  }
  for (let k: usize = 0; k < width; k += 8) store<f64>(into + k, load<f64>(into + k) / total);
}

/** The leaf, or the node whose value is missing, that a row comes to. */
function descent(from: i32, row: usize): i32 {
  let node = from;
  let record = nodeAt(node);
  let attribute = load<i32>(record + ATTRIBUTE);
  while (attribute >= 0) {
    const side = sideOf(cellsOf(attribute), areLevels(attribute), load<f64>(record + THRESHOLD), row);
    if (side < 0) break;
    node = branchAt(record, side);
    record = nodeAt(node);
    attribute = load<i32>(record + ATTRIBUTE);
  }
  return node;
}

/** The branches with a share are pending, the first of them on top. */
function divideShare(record: usize, share: f64, depth: usize): usize {
  const parts = shares + (<usize>load<i32>(record + FIRST) << 3);
  for (let b = load<i32>(record + BRANCHES) - 1; b >= 0; b--) {
    const part = load<f64>(parts + (<usize>b << 3));
    if (part > 0) depth = pushed(depth, branchAt(record, b), share * part);
  }
  return depth;
}

@inline
function pushed(depth: usize, node: i32, share: f64): usize {
  store<f64>(stack + depth * PENDING, share);
  store<i32>(stack + depth * PENDING, node, 8);
  return depth + 1;
}
