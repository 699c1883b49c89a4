import { ATTRIBUTE, BRANCHES, branchAt, COUNT, entryRows, FROM, nodeAt, pending } from "./job";

const NOWHERE: i32 = -2;
const SEVERAL: i32 = -1;

/** Writes the leaf (i32) of each of `rows` rows of the rebuilt tree: -1 if several leaves share it, -2 if none has it. */
export function landRows(out: usize, rows: i32): void {
  for (let row: usize = 0; row < <usize>rows; row++) store<i32>(out + (row << 2), NOWHERE);
  let depth: usize = 1;
  store<i32>(pending, 0);
  while (depth > 0) {
    depth--;
    const node = load<i32>(pending + (depth << 2));
    const record = nodeAt(node);
    if (load<i32>(record + ATTRIBUTE) < 0) {
      landAt(node, out);
      continue;
    }
    for (let b = 0; b < load<i32>(record + BRANCHES); b++, depth++) store<i32>(pending + (depth << 2), branchAt(record, b));
  }
}

function landAt(leaf: i32, out: usize): void {
  const list = entryRows + (<usize>load<i32>(nodeAt(leaf) + FROM) << 2);
  const end = list + (<usize>load<i32>(nodeAt(leaf) + COUNT) << 2);
  for (let at = list; at < end; at += 4) {
    const to = out + (<usize>load<u32>(at) << 2);
    store<i32>(to, load<i32>(to) == NOWHERE ? leaf : SEVERAL);
  }
}
