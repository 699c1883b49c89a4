import { barrier } from "../common/barrier";
import { leaveIfStopped } from "../common/control";
import {
  active,
  block,
  classWeights,
  coefficients,
  counts,
  direction,
  forFisher,
  forSorting,
  gains,
  inverses,
  left,
  means,
  moments,
  places,
  products,
  scales,
  shared,
  sides,
  sorted,
  squares,
  stack,
  values,
} from "./arena";
import { bestCut, divide, gain, high, leftWeight, low, rightWeight } from "./cut";
import { coefficientsOf, project } from "./direction";
import { fisher } from "./fisher";
import {
  BARRIER,
  classes,
  columns,
  control,
  DIRECTION_COUNT,
  directions,
  f64At,
  localRows,
  NODE_COUNT,
  order,
  PART,
  putF64,
  rowBytes,
  TASK_COUNT,
  tasks,
  thread,
  threads,
  weights,
} from "./job";
import { addSquares, addUp, chooseColumns, countMarks, joinMoments, joinSums, momentBytes, partsOf } from "./moments";
import { depthOf, isToSplit, OPEN, setKind, sizeOf, startOf, sumsOf, weightAt, writeNode, writeTest } from "./node";
import { addProducts, padded, productBytes } from "./products";
import { within } from "./scatter";
import { sortValues } from "./sortValues";

// Growth. A node's rows are divided in place. Threads that work on a node together share its parts, and the first of them
// does what is left; a node of few rows is divided by one thread alone, by the same functions.

@inline
function listOf(node: i32): usize {
  return order + (<usize>startOf(node) << 2);
}

@inline
function meet(together: bool): void {
  if (together) barrier(control + BARRIER, threads);
}

/** Whether this thread does a part. */
@inline
function ofPart(together: bool, part: i32): bool {
  return !together || part % threads == thread;
}

/** Divides a node by a direction; its branches are written as nodes. */
function process(together: bool, node: i32): void {
  const list = listOf(node);
  const size = sizeOf(node);
  const parts = partsOf(size);
  const isFirst = !together || thread == 0;
  const total = weightAt(sumsOf(node));
  for (let p = 0; p < parts; p++) {
    if (ofPart(together, p)) addUp(list, p * PART, min(size, (p + 1) * PART), moments + <usize>p * momentBytes());
  }
  meet(together);
  if (isFirst) joinMoments(moments, momentBytes(), parts, total, counts);
  meet(together);
  for (let p = 0; p < parts; p++) {
    if (ofPart(together, p)) addSquares(list, p * PART, min(size, (p + 1) * PART), moments, squares + <usize>p * rowBytes);
  }
  meet(together);
  if (isFirst) choose(node, list, size, parts, total);
  meet(together);
  const used = load<i32>(shared);
  const present = load<i32>(shared, 4);
  if (used == 0 || present > 2) {
    if (isFirst) setKind(node, OPEN);
    return;
  }
  const bytes = productBytes(used, present);
  for (let p = 0; p < parts; p++) {
    if (!ofPart(together, p)) continue;
    const to = min(size, (p + 1) * PART);
    addProducts(list, p * PART, to, active, used, means, inverses, places, present, block, products + <usize>p * bytes);
  }
  meet(together);
  if (isFirst) store<i32>(shared, i32(findDirection(used, present, parts)), 8);
  meet(together);
  if (load<i32>(shared, 8) == 0) {
    if (isFirst) setKind(node, OPEN);
    return;
  }
  for (let p = 0; p < parts; p++) {
    if (ofPart(together, p)) project(list, p * PART, min(size, (p + 1) * PART), coefficients, values);
  }
  meet(together);
  if (isFirst) cut(node, list, size);
  meet(together);
}

/** The columns that vary, and the classes that occur. */
function choose(node: i32, list: usize, size: i32, parts: i32, total: f64): void {
  joinSums(squares, <usize>columns, rowBytes, parts);
  if (weights) countMarks(list, size, counts);
  const room = <usize>padded(columns) << 3;
  memory.fill(means, 0, room);
  memory.fill(inverses, 0, room);
  store<i32>(shared, chooseColumns(list, size, moments, squares, total, counts, active, means, inverses, scales));
  const own = sumsOf(node);
  let present = 0;
  for (let k = 0; k < classes; k++) {
    const weight = f64At(own, k);
    if (!(weight > 0)) continue;
    store<i32>(places + (<usize>k << 2), present);
    putF64(classWeights, present, weight);
    store<u8>(sides + <usize>present, u8(present == 1));
    present++;
  }
  store<i32>(shared, present, 4);
}

function findDirection(used: i32, present: i32, parts: i32): bool {
  const width = padded(used);
  const bytes = productBytes(used, present);
  joinSums(products, bytes >> 3, bytes, parts);
  within(products, present, used, width, classWeights);
  fisher(products, present, used, width, classWeights, sides, forFisher, direction);
  return coefficientsOf(direction, used, active, scales, coefficients);
}

/** Sorts the values, and divides the node where they separate the classes best. */
function cut(node: i32, list: usize, size: i32): void {
  sortValues(values, size, sorted, forSorting);
  if (!bestCut(node, list, values, sorted, size, left, gains)) return;
  const onLeft = divide(list, values, size, sorted);
  const branch = atomic.add<i32>(control + NODE_COUNT, 2);
  const number = atomic.add<i32>(control + DIRECTION_COUNT, 1);
  memory.copy(directions + ((<usize>number * <usize>columns) << 3), coefficients, <usize>columns << 3);
  writeTest(node, branch, number, low, high, gain, leftWeight, rightWeight);
  const depth = depthOf(node) + 1;
  writeNode(branch, startOf(node), onLeft, depth);
  writeNode(branch + 1, startOf(node) + onLeft, size - onLeft, depth);
  const own = sumsOf(node);
  for (let k = 0; k < classes; k++) {
    putF64(sumsOf(branch), k, f64At(left, k));
    putF64(sumsOf(branch + 1), k, f64At(own, k) - f64At(left, k));
  }
  store<i32>(shared, branch, 12);
}

/** Divides one node alone. A function of its own, so that the optimised code is used from the next call on. */
export function processAlone(node: i32): i32 {
  store<i32>(shared, -1, 12);
  process(false, node);
  return load<i32>(shared, 12);
}

export function processTogether(node: i32): i32 {
  if (thread == 0) store<i32>(shared, -1, 12);
  process(true, node);
  const branch = load<i32>(shared, 12);
  // No thread may begin the next node before all have read what became of this one.
  meet(true);
  return branch;
}

@inline
export function push(top: usize, node: i32): usize {
  store<i32>(top, node);
  return top + 4;
}

/** The large nodes, by all threads; those with few rows are noted as tasks. */
export function growTogether(): void {
  let found = 0;
  // All threads have the same list of pending nodes, in the same place.
  let top = push(stack, 0);
  while (top > stack) {
    leaveIfStopped();
    top -= 4;
    const node = load<i32>(top);
    meet(true);
    if (!isToSplit(node)) continue;
    if (sizeOf(node) <= localRows) {
      if (thread == 0) store<i32>(tasks + (<usize>found << 2), node);
      found++;
      continue;
    }
    const branch = processTogether(node);
    if (branch < 0) continue;
    push(top, branch + 1);
    push(top + 4, branch);
    top += 8;
  }
  if (thread == 0) store<i32>(control + TASK_COUNT, found);
}
