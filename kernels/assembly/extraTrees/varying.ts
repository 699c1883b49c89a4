import { take } from "../common/bump";
import { rowHere } from "./blocks";
import { cellCount, placeOf } from "./column";
import { rowWidth } from "./params";

// Which attributes may vary at a small node: of most, all rows have the same cell. One pass over whole rows finds them, so
// that they take no lanes.

/** Nodes up to this many rows, and rows up to this many cells. */
const FEW_ROWS: i32 = 40;
const MOST_CELLS: i32 = 32;

/** By place in a row: 0 if all cells of the node are equal (i32). */
let differences: usize = 0;
export let isMarked: bool = false;

export function takeVarying(): void {
  differences = take(<usize>rowWidth << 2);
}

@inline
export function markVarying(entries: usize, n: i32): void {
  isMarked = n <= FEW_ROWS && rowWidth <= MOST_CELLS && rowHere(entries) != 0;
  if (!isMarked) return;
  for (let place: usize = 0; place < <usize>rowWidth << 2; place += 16) markFour(entries, n, place);
}

@inline
function markFour(entries: usize, n: i32, place: usize): void {
  const first = v128.load(rowHere(entries) + place);
  const end = entries + (<usize>n << 3);
  let differs = i32x4.splat(0);
  for (let at = entries + 8; at < end; at += 8)
    differs = v128.or(differs, v128.xor(first, v128.load(rowHere(at) + place)));
  v128.store(differences + place, differs);
}

/** False if the attribute does not vary. */
@inline
export function mayVary(a: i32): bool {
  if (!isMarked) return true;
  const at = differences + (<usize>placeOf(a) << 2);
  return load<i32>(at) != 0 || (cellCount(a) > 1 && load<i32>(at, 4) != 0);
}
