// Cells to codes: those of a block, column by column, to its rows.

import { binOf } from "../boost/bin";

/** Bytes of a column's record: its cells, edges or bins of levels, the code of missing cells, its place in a row, its kind. */
const COLUMN: usize = 20;
const LEVELS: u32 = 1;
const WIDE: u32 = 2;

function codeNumbers(column: usize, to: usize, stride: usize, from: i32, end: i32): void {
  const cells = <usize>load<u32>(column);
  const edges = <usize>load<u32>(column, 4);
  const missing = load<i32>(column, 8);
  for (let i = from; i < end; i++) {
    const x = load<f64>(cells + (<usize>i << 3));
    store<u8>(to + <usize>i * stride, <u8>(x == x ? binOf(x, edges) : missing));
  }
}

function codeLevels(column: usize, to: usize, stride: usize, from: i32, end: i32, twoBytes: bool): void {
  const cells = <usize>load<u32>(column);
  const bins = <usize>load<u32>(column, 4);
  const missing = load<i32>(column, 8);
  for (let i = from; i < end; i++) {
    const level = load<i32>(cells + (<usize>i << 2));
    const bin = level < 0 ? missing : <i32>load<u16>(bins + (<usize>level << 1));
    const at = to + <usize>i * stride;
    if (twoBytes) store<u16>(at, <u16>bin);
    else store<u8>(at, <u8>bin);
  }
}

/** Codes `count` rows. Threads take parts of them. */
export function codeBlock(thread: i32, threads: i32, columns: usize, n: i32, codes: usize, stride: usize, count: i32): void {
  const from = <i32>((<i64>count * thread) / threads);
  const end = <i32>((<i64>count * (thread + 1)) / threads);
  for (let a = 0; a < n; a++) {
    const column = columns + <usize>a * COLUMN;
    const kind = load<u32>(column, 16);
    const to = codes + <usize>load<u32>(column, 12);
    if ((kind & LEVELS) != 0) codeLevels(column, to, stride, from, end, (kind & WIDE) != 0);
    else codeNumbers(column, to, stride, from, end);
  }
}
