import { leaveIfStopped } from "../common/control";
import { copiedCells, copiedLabels, copiedOrder, copiedRows, copiedWeights, stack } from "./arena";
import { processAlone, push } from "./grow";
import {
  cells,
  control,
  labelOf,
  labels,
  NEXT_TASK,
  order,
  rowAt,
  rowBytes,
  TASK_COUNT,
  tasks,
  useCopy,
  weightOf,
  weights,
} from "./job";
import { isToSplit, sizeOf, startOf } from "./node";

/** The subtrees of few rows, each by one thread. */
export function growTasks(): void {
  const count = load<i32>(control + TASK_COUNT);
  for (;;) {
    const task = atomic.add<i32>(control + NEXT_TASK, 1);
    if (task >= count) return;
    growCopied(load<i32>(tasks + (<usize>task << 2)));
  }
}

/**
 * Grows from a copy of a node's rows, one after the other: those of small nodes then share pages and lines of memory. A copy's
 * rows have numbers of their own until they are put back.
 */
function growCopied(root: i32): void {
  const size = sizeOf(root);
  const start = <usize>startOf(root) << 2;
  const list = order + start;
  const isWeighted = weights != 0;
  for (let i = 0; i < size; i++) {
    const row = rowAt(list, i);
    const at = <usize>i;
    memory.copy(copiedCells + at * rowBytes, cells + row * rowBytes, rowBytes);
    store<u16>(copiedLabels + (at << 1), <u16>labelOf(row));
    if (isWeighted) store<f64>(copiedWeights + (at << 3), weightOf(row));
    store<u32>(copiedRows + (at << 2), <u32>row);
    store<u32>(copiedOrder + (at << 2), i);
  }
  const wholeCells = cells;
  const wholeLabels = labels;
  const wholeWeights = weights;
  const wholeOrder = order;
  useCopy(copiedCells, copiedLabels, isWeighted ? copiedWeights : 0, copiedOrder - start);
  growAlone(root);
  useCopy(wholeCells, wholeLabels, wholeWeights, wholeOrder);
  for (let i = 0; i < size; i++) {
    store<u32>(list + (<usize>i << 2), load<u32>(copiedRows + (rowAt(copiedOrder, i) << 2)));
  }
}

function growAlone(root: i32): void {
  let top = push(stack, root);
  while (top > stack) {
    leaveIfStopped();
    top -= 4;
    const node = load<i32>(top);
    if (!isToSplit(node)) continue;
    const branch = processAlone(node);
    if (branch < 0) continue;
    push(top, branch + 1);
    push(top + 4, branch);
    top += 8;
  }
}
