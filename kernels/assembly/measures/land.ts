import { allRows, at, count, counts, goTo, landed, lane, nextInt, order, readJob, rows, skip, spare, stack, take } from "./job";
import { measure } from "./measure";

// The leaves of a block of rows: the rows of a node are sent on together. The twin of predict/nodeLandings.ts.

const LEAF = 0;
const EDGES = 0;
const UNKNOWN = -1;

/** Where each row ends; -1 for rows whose branch is unknown. */
export function land(job: usize): void {
  readJob(job);
  allRows(order);
  memory.fill(landed, 0xff, <usize>rows << 2);
  let top = push(stack, 0, 0, rows);
  while (top > stack) {
    top -= 12;
    top = sendOn(top, load<i32>(top), load<i32>(top, 4), load<i32>(top, 8));
  }
}

@inline
function push(top: usize, node: i32, start: i32, many: i32): usize {
  store<i32>(top, node);
  store<i32>(top, start, 4);
  store<i32>(top, many, 8);
  return top + 12;
}

/** Divides the rows of a node, and opens its branches; returns the end of the stack. */
export function sendOn(top: usize, node: i32, start: i32, many: i32): usize {
  const list = order + (<usize>start << 2);
  goTo(node);
  if (nextInt() == LEAF) {
    for (let i = 0; i < many; i++) store<i32>(landed + (<usize>load<i32>(list + (<usize>i << 2)) << 2), node);
    return top;
  }
  const elsewhere = nextInt();
  take(list, many);
  const values = measure(0);
  const isEdges = nextInt() == EDGES;
  const size = nextInt();
  const table = at;
  skip(size);
  const branches = nextInt();
  const children = at;
  memory.fill(counts, 0, <usize>branches << 2);
  if (isEdges && size == 1) divideAt(list, values, load<f64>(table), elsewhere);
  else {
    for (let i = 0; i < many; i++) {
      const value = load<f64>(values + (<usize>i << 3));
      put(i, isEdges ? branchOfEdges(value, table, size, elsewhere) : branchOfLevel(value, table, size, elsewhere));
    }
    divide(list, branches);
  }
  let first = 0;
  for (let b = 0; b < branches; b++) {
    const end = load<i32>(counts + (<usize>b << 2));
    if (end > first) top = push(top, <i32>load<f64>(children + (<usize>b << 3)), start + first, end - first);
    first = end;
  }
  return top;
}

/** The rows at most at the threshold, then those above it, without branching; `counts` get the ends of both parts. */
export function divideAt(list: usize, values: usize, threshold: f64, elsewhere: i32): void {
  const toLeft = <i32>(elsewhere == 0);
  const toRight = <i32>(elsewhere == 1);
  let left = list;
  let right = spare;
  for (let i = 0; i < count; i++) {
    const value = load<f64>(values + (<usize>i << 3));
    const row = load<i32>(list + (<usize>i << 2));
    const isMissing = <i32>(value != value);
    store<i32>(left, row);
    store<i32>(right, row);
    left += <usize>(<i32>(value <= threshold) | (isMissing & toLeft)) << 2;
    right += <usize>(<i32>(value > threshold) | (isMissing & toRight)) << 2;
  }
  memory.copy(left, spare, right - spare);
  const first = <i32>((left - list) >> 2);
  store<i32>(counts, first);
  store<i32>(counts, first + <i32>((right - spare) >> 2), 4);
}

@inline
function branchOfEdges(value: f64, edges: usize, size: i32, elsewhere: i32): i32 {
  if (value != value) return elsewhere;
  let branch = 0;
  while (branch < size && value > load<f64>(edges + (<usize>branch << 3))) branch++;
  return branch;
}

@inline
function branchOfLevel(value: f64, table: usize, size: i32, elsewhere: i32): i32 {
  if (!(value >= 0 && value < <f64>size)) return elsewhere;
  const branch = <i32>load<f64>(table + (<usize>value << 3));
  return branch == UNKNOWN ? elsewhere : branch;
}

/** The branches of the rows at hand (i32). */
const BRANCHES = 4;

@inline
function put(i: i32, branch: i32): void {
  store<i32>(lane(BRANCHES) + (<usize>i << 2), branch);
  if (branch == UNKNOWN) return;
  const own = counts + (<usize>branch << 2);
  store<i32>(own, load<i32>(own) + 1);
}

/** Sorts the rows by branch, in their order; those of none are dropped. The counts become the ends of the branches. */
function divide(list: usize, branches: i32): void {
  let sum = 0;
  for (let b = 0; b < branches; b++) {
    const own = load<i32>(counts + (<usize>b << 2));
    store<i32>(counts + (<usize>b << 2), sum);
    sum += own;
  }
  for (let i = 0; i < count; i++) {
    const branch = load<i32>(lane(BRANCHES) + (<usize>i << 2));
    if (branch == UNKNOWN) continue;
    const own = counts + (<usize>branch << 2);
    const to = load<i32>(own);
    store<i32>(spare + (<usize>to << 2), load<i32>(list + (<usize>i << 2)));
    store<i32>(own, to + 1);
  }
  memory.copy(list, spare, <usize>sum << 2);
}
