import { blockWords, rowOf } from "./blocks";
import { kindOf, placeOf, WIDE } from "./column";
import { countOf } from "./mass";
import { goesRight, LEAF, nodeAt, preorderOf, setOf } from "./nodes";
import { landed, landsAll, rowCells, rows, rowWidth } from "./params";

// The leaves that rows reach. Rows that a tree is grown from are noted when a leaf is made; the others walk down the
// finished tree.

/** By row: the node it reaches (i32), of the current member. */
let places: usize = 0;

export function startLanding(member: i32): void {
  places = landed ? landed + ((<usize>member * <usize>rows) << 2) : 0;
}

/** Notes the rows of a leaf. */
@inline
export function landHere(node: i32, bits: usize): void {
  if (places == 0 || !landsAll) return;
  for (let w: usize = 0; w < blockWords; w++)
    for (let rest = load<u64>(bits + (w << 3)); rest != 0; rest &= rest - 1)
      store<i32>(places + (<usize>rowOf(<u32>(w << 6) + <u32>ctz(rest)) << 2), node);
}

/** After the tree was flattened: writes the place in preorder of every row's leaf, -1 for rows whose leaf is not requested. */
export function finishLanding(member: i32): void {
  if (places == 0) return;
  for (let row = 0; row < rows; row++) {
    const at = places + (<usize>row << 2);
    if (countOf(member, row) == 0) store<i32>(at, preorderOf(walk(row)));
    else store<i32>(at, landsAll ? preorderOf(load<i32>(at)) : -1);
  }
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
