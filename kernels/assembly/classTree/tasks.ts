import { middleA, middleCodesOf, middleRow, middleStride } from "./arena";
import {
  attributes,
  classBits,
  codesOf,
  control,
  differentCells,
  ids,
  isWide,
  listsA,
  listsB,
  NEXT_TASK,
  rows,
  TASK_COUNT,
  tag,
  tasks,
} from "./job";
import { growMiddle } from "./growLists";
import { setId } from "./ids";
import { listBytes, WIDE } from "./lists";

// Whole subtrees, which the threads take in turn.

export function growTasks(): void {
  const wide = isWide();
  const count = atomic.load<i32>(control + TASK_COUNT);
  for (;;) {
    const task = atomic.add<i32>(control + NEXT_TASK, 1);
    if (task >= count) return;
    const p = tasks + (<usize>task << 4);
    const start = load<i32>(p);
    const m = load<i32>(p, 4);
    const node = load<i32>(p, 8);
    const set = load<i32>(p, 12);
    if (wide) {
      narrow((set ? listsB : listsA) + (<usize>start << 2), m);
      growMiddle(0, m, node, 0);
    } else {
      growMiddle(start, m, node, set);
    }
  }
}

/** Makes this thread's middle lists from wide ones. */
function narrow(from: usize, m: i32): void {
  const stride = listBytes(WIDE, rows);
  const bits = classBits;
  const shift = <u16>tag;
  const classMask = <u32>tag;
  for (let i = 0; i < m; i++) {
    const row = load<u32>(from + (<usize>i << 2)) >> bits;
    store<u16>(ids + (<usize>row << 1), <u16>i);
    setId(i, row);
  }
  for (let a = 0; a < attributes; a++) if (differentCells(a) > 0) narrowCodes(codesOf(a), middleCodesOf(a), m);
  for (let a: usize = 0; a < <usize>attributes; a++) {
    let at = from + a * stride;
    let to = middleA + a * middleStride;
    const end = at + (<usize>m << 2);
    for (; at < end; at += 4, to += 2) {
      const e = load<u32>(at);
      store<u16>(to, (load<u16>(ids + (<usize>(e >> bits) << 1)) << shift) | <u16>(e & classMask));
    }
  }
}

function narrowCodes(codes: usize, to: usize, m: i32): void {
  for (let i: usize = 0; i < <usize>m; i++) {
    store<u8>(to + i, load<u8>(codes + <usize>load<u32>(middleRow + (i << 2))));
  }
}
