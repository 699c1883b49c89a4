import { FRAME, inFirst, localA, localCodes, localRowsA, localStride, wideRowsA, wideRowsB } from "./arena";
import { growLocal } from "./grow";
import {
  attributes,
  codeCount,
  codesOf,
  control,
  ids,
  isCounted,
  labels,
  listsA,
  listsB,
  NEXT_TASK,
  TASK_COUNT,
  tasks,
  weighted,
  weightOf,
} from "./job";
import { LOCAL_MISSING, localLabels, localRow, localWeights } from "./lists";
import { wideBytes } from "./sortRows";

// Whole subtrees, which the threads take in turn.

export function growTasks(): void {
  const count = atomic.load<i32>(control + TASK_COUNT);
  for (;;) {
    const task = atomic.add<i32>(control + NEXT_TASK, 1);
    if (task >= count) return;
    const p = tasks + <usize>task * FRAME;
    const start = load<i32>(p);
    const m = load<i32>(p, 4);
    const lists = (load<i32>(p, 12) ? listsB : listsA) + (<usize>start << 2);
    // Every thread has the rows, but one that started late does not.
    nameRows(inFirst(load<i32>(p, 12) ? wideRowsB : wideRowsA) + (<usize>start << 2), m);
    for (let a = 0; a < attributes; a++) {
      if (isCounted(a)) narrowCodes(a, m);
      else narrow(a, lists + <usize>a * wideBytes(), m);
    }
    growLocal(m, load<i32>(p, 8));
  }
}

/** Gives each row of a wide list an id, its position. */
export function nameRows(list: usize, m: i32): void {
  const names = ids;
  const entries = localRowsA;
  const rows = localRow;
  const classes = localLabels;
  const wideClasses = labels;
  for (let i: usize = 0; i < <usize>m; i++) {
    const row = <usize>load<u32>(list + (i << 2));
    store<u16>(names + (row << 1), <u16>i);
    store<u16>(entries + (i << 1), <u16>i);
    store<u32>(rows + (i << 2), <u32>row);
    store<u16>(classes + (i << 1), load<u16>(wideClasses + (row << 1)));
  }
  if (!weighted) return;
  for (let i: usize = 0; i < <usize>m; i++) {
    store<f64>(localWeights + (i << 3), weightOf(<usize>load<u32>(list + (i << 2))));
  }
}

/** Makes this thread's codes of a counted attribute: they stay what they are. */
export function narrowCodes(attribute: i32, m: i32): void {
  const wide = codesOf(attribute);
  const codes = localCodes + ((<usize>attribute * localStride()) << 1);
  const rows = localRow;
  for (let i: usize = 0; i < <usize>m; i++) {
    store<u16>(codes + (i << 1), load<u16>(wide + (<usize>load<u32>(rows + (i << 2)) << 2)));
  }
}

/** Makes this thread's list and codes of an attribute from a wide list: codes are ranks within the subtree. */
export function narrow(attribute: i32, list: usize, m: i32): void {
  const wide = codesOf(attribute);
  const missing = codeCount(attribute);
  const to = localA + ((<usize>attribute * localStride()) << 1);
  const codes = localCodes + ((<usize>attribute * localStride()) << 1);
  const names = ids;
  let last = load<u32>(wide + (<usize>load<u32>(list) << 2));
  let code: u16 = 0;
  for (let i: usize = 0; i < <usize>m; i++) {
    const row = <usize>load<u32>(list + (i << 2));
    const id = load<u16>(names + (row << 1));
    const next = load<u32>(wide + (row << 2));
    code += u16(next != last);
    last = next;
    store<u16>(to + (i << 1), id);
    store<u16>(codes + (<usize>id << 1), next == missing ? LOCAL_MISSING : code);
  }
}
