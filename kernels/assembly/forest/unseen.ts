import { take } from "./arena";
import { landedOf } from "./judge";
import { LEAF } from "./nodes";
import { attributes, cellsOf, landed, rows } from "./params";
import { countsOf } from "./queue";
import { attributeColumn, flagColumn, skipColumn, thresholdColumn } from "./written";

// The leaves of a tree's out-of-bag rows, from which the out-of-bag error is computed.

/** Rows gathered contiguously before they are traversed: read from columns, every test of a row is a cache miss. */
const BLOCK: i32 = 256;
/** Rows traversed at once, so that their cache misses overlap. */
const LANES: i32 = 4;

let block: usize = 0;
let ids: usize = 0;

export function takeUnseen(): void {
  block = take(landed ? (<usize>(BLOCK + LANES) * <usize>attributes) << 3 : 0);
  ids = take(landed ? <usize>BLOCK << 2 : 0);
}

/** Writes the rows, ascending, and the answers that they reach in the tree just written. */
export function followUnseen(member: i32): void {
  if (!landed) return;
  const count = countsOf(member);
  if (!count) return;
  const own = landedOf(member);
  let to = own + 8;
  let n = 0;
  for (let row = 0; row < rows; row++) {
    store<u32>(ids + (<usize>n << 2), row);
    n += load<u8>(count + <usize>row) == 0 ? 1 : 0;
    if (n < BLOCK) continue;
    follow(n, to);
    to += <usize>n << 2;
    n = 0;
  }
  follow(n, to);
  store<i32>(own, <i32>((to - own - 8) >> 2) + n);
}

function follow(n: i32, to: usize): void {
  for (let a = 0; a < attributes; a++) gather(a, n);
  memory.copy(to, ids, <usize>n << 2);
  const answers = to + (<usize>rows << 2);
  const step = <usize>attributes << 3;
  for (let i = 0; i < n; i += LANES) {
    const at = block + <usize>i * step;
    let n0: usize = 0;
    let n1: usize = 0;
    let n2: usize = 0;
    let n3: usize = 0;
    do {
      n0 = next(n0, at);
      n1 = next(n1, at + step);
      n2 = next(n2, at + 2 * step);
      n3 = next(n3, at + 3 * step);
    } while (!(isLeaf(n0) && isLeaf(n1) && isLeaf(n2) && isLeaf(n3)));
    const place = answers + (<usize>i << 2);
    store<u32>(place, answerAt(n0));
    if (i + 1 < n) store<u32>(place, answerAt(n1), 4);
    if (i + 2 < n) store<u32>(place, answerAt(n2), 8);
    if (i + 3 < n) store<u32>(place, answerAt(n3), 12);
  }
}

@inline
function answerAt(leaf: usize): u32 {
  return load<u32>(skipColumn + (leaf << 2));
}

/** Lanes beyond the last row get its cells too. */
function gather(a: i32, n: i32): void {
  const cells = cellsOf(a);
  const step = <usize>attributes << 3;
  let to = block + (<usize>a << 3);
  let cell: f64 = 0;
  for (let i = 0; i < n; i++) {
    cell = load<f64>(cells + (<usize>load<u32>(ids + (<usize>i << 2)) << 3));
    store<f64>(to, cell);
    to += step;
  }
  for (let i = n; i % LANES != 0; i++) {
    store<f64>(to, cell);
    to += step;
  }
}

@inline
function isLeaf(node: usize): bool {
  return load<i32>(attributeColumn + (node << 2)) == LEAF;
}

/** A leaf stays where it is. The side of a row is unpredictable: no branch depends on it. */
@inline
function next(node: usize, cells: usize): usize {
  const a = load<i32>(attributeColumn + (node << 2));
  if (a == LEAF) return node;
  const cell = load<f64>(cells + (<usize>a << 3));
  const right = <usize>load<u32>(skipColumn + (node << 2));
  if (cell != cell) return node + (load<u8>(flagColumn + node) != 0 ? 1 : right);
  return node + select<usize>(1, right, cell <= load<f64>(thresholdColumn + (node << 3)));
}
