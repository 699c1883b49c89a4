// The codes of numbers among ascending edges: how many edges are below the number. One byte each.

/** For each column: numbers, bytes of a number, edges, how many edges, codes, whether all numbers are edges. */
const COLUMN: usize = 24;

/** Takes columns of n numbers from a queue. A missing number has the code after the last edge's. */
export function codeNumbers(_thread: i32, _threads: i32, queue: usize, columns: usize, count: i32, n: i32): void {
  for (let c = atomic.add<i32>(queue, 1); c < count; c = atomic.add<i32>(queue, 1)) {
    const column = columns + <usize>c * COLUMN;
    const numbers = <usize>load<u32>(column);
    const bytes = load<u32>(column, 4);
    const edges = <usize>load<u32>(column, 8);
    const m = load<u32>(column, 12);
    const codes = <usize>load<u32>(column, 16);
    let exact = true;
    for (let i = 0; i < n; i++) {
      const x = bytes == 4 ? <f64>load<f32>(numbers + (<usize>i << 2)) : load<f64>(numbers + (<usize>i << 3));
      const code = x == x ? rank(x, edges, m) : m;
      store<u8>(codes + <usize>i, <u8>code);
      if (code < m && load<f64>(edges + (<usize>code << 3)) != x) exact = false;
    }
    store<u32>(column, exact ? 1 : 0, 20);
  }
}

/** How many of at most 255 edges are below x; without branches. */
@inline
function rank(x: f64, edges: usize, m: u32): u32 {
  let low: u32 = 0;
  let size = m;
  while (size > 1) {
    const half = size >> 1;
    low += load<f64>(edges + (<usize>(low + half - 1) << 3)) < x ? half : 0;
    size -= half;
  }
  return low + <u32>(size == 1 && load<f64>(edges + (<usize>low << 3)) < x);
}
