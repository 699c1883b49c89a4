import { landRow, NOWHERE } from "../forest/landing";
import { landedOf } from "../forest/judge";
import { landed, rows } from "../forest/params";
import { countsOf } from "../forest/queue";
import { blockWords, rowOf } from "./blocks";
import { kindOf, placeOf, WIDE } from "./column";
import { goesRight, LEAF, nodeAt, setOf } from "./nodes";
import { rowCells, rowWidth } from "./params";

// The answers that rows reach: those of a leaf, and those that walk down the finished tree.

/** Notes the rows of a leaf, if its link is one. */
@inline
export function landHere(link: u32, bits: usize): void {
  if (link == NOWHERE) return;
  for (let w: usize = 0; w < blockWords; w++)
    for (let rest = load<u64>(bits + (w << 3)); rest != 0; rest &= rest - 1)
      landRow(rowOf(<u32>(w << 6) + <u32>ctz(rest)), link);
}

/** Writes the out-of-bag rows, ascending, and the answers that they reach (landedOf in forest/judge.ts). */
export function followUnseen(member: i32): void {
  if (!landed) return;
  const counted = countsOf(member);
  if (!counted) return;
  const own = landedOf(member);
  let to = own + 8;
  for (let row = 0; row < rows; row++) {
    if (load<u8>(counted + <usize>row) > 0) continue;
    store<u32>(to, row);
    store<u32>(to + (<usize>rows << 2), answerAt(walk(row)));
    to += 4;
  }
  store<i32>(own, <i32>((to - own - 8) >> 2));
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
