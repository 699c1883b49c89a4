import { take } from "../forest/arena";
import { attributes, counts, landed, rows } from "../forest/params";
import { hasBit } from "./levelSets";
import { LEAF, MISSING_LEFT, ON_LEVELS } from "./nodes";
import { codeAt, codeShift, codesOf, hasMissing, missingCode } from "./params";
import { attributeColumn, flagColumn, lowColumn, setColumn, skipColumn } from "./write";

// The leaves of a tree's out-of-bag rows, from which the out-of-bag error is computed.

/** Rows gathered contiguously before they are traversed: read from columns, every test of a row is a cache miss. */
const BLOCK: i32 = 256;
/** Rows traversed at once, so that their cache misses overlap. */
const LANES: i32 = 4;
const MISSING: u32 = 0xffffffff;

let block: usize = 0;
let ids: usize = 0;

export function takeUnseen(): void {
  block = take(landed ? (<usize>(BLOCK + LANES) * <usize>attributes) << 2 : 0);
  ids = take(landed ? <usize>(BLOCK + LANES) << 2 : 0);
}

/** Writes the node (i32) that each out-of-bag row reaches in the tree just written, in the order of rows. */
export function followUnseen(member: i32): void {
  if (!landed) return;
  const count = <usize>load<u32>(counts + (<usize>member << 2));
  if (!count) return;
  let to = landed + ((<usize>member * <usize>rows) << 2);
  let n = 0;
  for (let row = 0; row < rows; row++) {
    store<u32>(ids + (<usize>n << 2), row);
    n += load<u8>(count + <usize>row) == 0 ? 1 : 0;
    if (n < BLOCK) continue;
    follow(n, to);
    to += <usize>n << 2;
    n = 0;
  }
  if (n > 0) follow(n, to);
}

function follow(n: i32, to: usize): void {
  // Lanes beyond the last row follow it too.
  const last = load<u32>(ids + (<usize>(n - 1) << 2));
  for (let i = n; i % LANES != 0; i++) store<u32>(ids + (<usize>i << 2), last);
  const full = (n + LANES - 1) & -LANES;
  for (let a = 0; a < attributes; a++) gather(a, full);
  const step = <usize>attributes << 2;
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
    store<u32>(to + (<usize>i << 2), <u32>n0);
    if (i + 1 < n) store<u32>(to + (<usize>i << 2), <u32>n1, 4);
    if (i + 2 < n) store<u32>(to + (<usize>i << 2), <u32>n2, 8);
    if (i + 3 < n) store<u32>(to + (<usize>i << 2), <u32>n3, 12);
  }
}

function gather(a: i32, n: i32): void {
  const codes = codesOf(a);
  const shift = codeShift(a);
  const none = hasMissing(a) ? <u32>missingCode(a) : MISSING;
  const step = <usize>attributes << 2;
  let to = block + (<usize>a << 2);
  for (let i = 0; i < n; i++) {
    const code = codeAt(codes, shift, <usize>load<u32>(ids + (<usize>i << 2)));
    store<u32>(to, code == none ? MISSING : code);
    to += step;
  }
}

@inline
function isLeaf(node: usize): bool {
  return load<i32>(attributeColumn + (node << 2)) == LEAF;
}

/** A leaf stays where it is. The side of a row is unpredictable: no branch depends on it. */
@inline
function next(node: usize, codes: usize): usize {
  const a = load<i32>(attributeColumn + (node << 2));
  if (a == LEAF) return node;
  const code = load<u32>(codes + (<usize>a << 2));
  const right = <usize>load<u32>(skipColumn + (node << 2));
  const flags = <i32>load<u8>(flagColumn + node);
  const low = load<u32>(lowColumn + (node << 2));
  if (code == MISSING) return node + ((flags & MISSING_LEFT) != 0 ? 1 : right);
  const goesLeft = (flags & ON_LEVELS) != 0 ? hasBit(setColumn + (<usize>low << 2), code) != 0 : code <= low;
  return node + select<usize>(1, right, goesLeft);
}
