import { take } from "../forest/arena";
import { landedOf } from "../forest/judge";
import { landed, leaves, rows } from "../forest/params";
import { countsOf, slotOf } from "../forest/queue";
import { blockWords, rowOf } from "./blocks";
import { kindOf, placeOf, WIDE } from "./column";
import { goesRight, LEAF, nodeAt, setOf } from "./nodes";
import { rowCells, rowWidth } from "./params";

// The answers that rows reach. Rows that a tree is grown from are noted when a leaf is made; the others walk down the
// finished tree.

/** By row: the leaf that it is at (u32). */
let places: usize = 0;

export function takeLanding(): void {
  places = take(leaves ? <usize>rows << 2 : 0);
}

/** Notes the rows of a leaf. */
@inline
export function landHere(node: i32, bits: usize): void {
  if (leaves == 0) return;
  for (let w: usize = 0; w < blockWords; w++)
    for (let rest = load<u64>(bits + (w << 3)); rest != 0; rest &= rest - 1)
      store<i32>(places + (<usize>rowOf(<u32>(w << 6) + <u32>ctz(rest)) << 2), node);
}

/** After the tree was written. */
export function finishLanding(member: i32): void {
  const counted = countsOf(member);
  if ((landed || leaves) && counted) followUnseen(member, counted);
  if (!leaves) return;
  const own = leaves + ((slotOf(member) * <usize>rows) << 2);
  for (let at: usize = 0; at < <usize>rows << 2; at += 4) store<u32>(own + at, answerAt(load<i32>(places + at)));
}

/** Writes the out-of-bag rows, ascending, and the answers that they reach (landedOf in forest/judge.ts). */
function followUnseen(member: i32, counted: usize): void {
  const own = landedOf(member);
  let to = own + 8;
  for (let row = 0; row < rows; row++) {
    if (load<u8>(counted + <usize>row) > 0) continue;
    const leaf = walk(row);
    if (leaves) store<i32>(places + (<usize>row << 2), leaf);
    if (!landed) continue;
    store<u32>(to, row);
    store<u32>(to + (<usize>rows << 2), answerAt(leaf));
    to += 4;
  }
  if (landed) store<i32>(own, <i32>((to - own - 8) >> 2));
}

/** The answer of a leaf. */
@inline
function answerAt(leaf: i32): u32 {
  return load<u32>(nodeAt(leaf), 4);
}

function walk(row: i32): i32 {
  const cells = rowCells + ((<usize>row * <usize>rowWidth) << 2);
  let node = 0;
  for (let a = load<i32>(nodeAt(0)); a != LEAF; a = load<i32>(nodeAt(node))) {
    const at = nodeAt(node);
    const cell = cells + (<usize>placeOf(a) << 2);
    node = load<i32>(at, 4) + i32(kindOf(a) == WIDE ? wideGoesRight(at, load<i32>(cell)) : goesRight(at, cell));
  }
  return node;
}

@inline
function wideGoesRight(node: usize, code: i32): bool {
  if (code < 0) return load<i32>(node, 16) == 0;
  return ((load<u32>(setOf(node) + (<usize>(<u32>code >> 5) << 2)) >> (code & 31)) & 1) == 0;
}
