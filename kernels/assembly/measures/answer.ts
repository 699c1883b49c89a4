import { expOf8 } from "../common/exp";
import { fill, formula } from "./formula";
import { bytes, counts, goTo, LANE, landed, lane, next, nextInt, nodes, order, out, readJob, rows, take, width } from "./job";

// What the leaves of a block of rows predict: the twin of model/answer.ts.

const CONSTANT = 0;
const LINEAR = 1;

/** The answers of rows whose leaves are known; those of other rows (-1) stay as they are. */
export function answer(job: usize): void {
  readJob(job);
  sortByLeaf();
  let start = 0;
  for (let node = 0; node < nodes; node++) {
    const end = load<i32>(counts + (<usize>node << 2));
    if (end > start) answerLeaf(node, order + (<usize>start << 2), end - start);
    start = end;
  }
}

/** The rows by leaf, in their order; the counts become the ends of the leaves. */
export function sortByLeaf(): void {
  memory.fill(counts, 0, <usize>nodes << 2);
  for (let row = 0; row < rows; row++) {
    const leaf = load<i32>(landed + (<usize>row << 2));
    if (leaf < 0) continue;
    const own = counts + (<usize>leaf << 2);
    store<i32>(own, load<i32>(own) + 1);
  }
  let sum = 0;
  for (let node = 0; node < nodes; node++) {
    const own = load<i32>(counts + (<usize>node << 2));
    store<i32>(counts + (<usize>node << 2), sum);
    sum += own;
  }
  for (let row = 0; row < rows; row++) {
    const leaf = load<i32>(landed + (<usize>row << 2));
    if (leaf < 0) continue;
    const own = counts + (<usize>leaf << 2);
    const to = load<i32>(own);
    store<i32>(order + (<usize>to << 2), row);
    store<i32>(own, to + 1);
  }
}

export function answerLeaf(leaf: i32, list: usize, many: i32): void {
  answerInto(leaf, list, many);
  for (let k = 0; k < width; k++) copyOut(lane(k), list, many, k);
}

/** The answers of a leaf for some rows, a lane per number. */
export function answerInto(leaf: i32, list: usize, many: i32): void {
  goTo(leaf);
  const kind = nextInt();
  take(list, many);
  if (kind == CONSTANT) for (let k = 0; k < width; k++) fill(lane(k), next());
  else if (kind == LINEAR) within(next(), next());
  else shares();
}

@inline
function placeOf(list: usize, i: i32, k: i32): usize {
  return out + (<usize>(load<i32>(list + (<usize>i << 2)) * width + k) << 3);
}

function copyOut(values: usize, list: usize, many: i32, k: i32): void {
  for (let i = 0; i < many; i++) store<f64>(placeOf(list, i, k), load<f64>(values + (<usize>i << 3)));
}

/** The formula, kept within the limits (which may be infinite). */
function within(least: f64, most: f64): void {
  const into = lane(0);
  formula(into);
  const low = f64x2.splat(least);
  const high = f64x2.splat(most);
  for (let row: usize = 0; row < bytes; row += 16) {
    v128.store(into + row, f64x2.min(high, f64x2.max(low, v128.load(into + row))));
  }
}

/** Shares proportional to e to the power of the formulas. */
function shares(): void {
  for (let k = 0; k < width; k++) formula(lane(k));
  for (let row: usize = 0; row < bytes; row += 64) sharesOf8(lane(0) + row);
}

export function sharesOf8(first: usize): void {
  const end = first + <usize>width * LANE;
  for (let row = first; row < first + 64; row += 16) {
    let most = v128.load(row);
    for (let score = row + LANE; score < end; score += LANE) most = f64x2.max(most, v128.load(score));
    for (let score = row; score < end; score += LANE) v128.store(score, f64x2.sub(v128.load(score), most));
  }
  for (let scores = first; scores < end; scores += LANE) expOf8(scores);
  for (let row = first; row < first + 64; row += 16) {
    let total = f64x2.splat(0);
    for (let share = row; share < end; share += LANE) total = f64x2.add(total, v128.load(share));
    for (let share = row; share < end; share += LANE) v128.store(share, f64x2.div(v128.load(share), total));
  }
}
