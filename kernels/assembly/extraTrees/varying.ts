import { take } from "../common/bump";
import { rowHere } from "./blocks";
import { cellCount, distinctOf, kindOf, ORDERED, placeOf } from "./column";
import { attributes, rowWidth } from "./params";

// Which attributes may vary at a small node: of most, all rows have the same cell. One pass over whole rows finds them, so
// that they take no lanes.

/** Nodes up to this many rows, and rows up to this many cells. */
const FEW_ROWS: i32 = 40;
const MOST_CELLS: i32 = 32;
/** Attributes with few values repeat them; others vary nearly everywhere. */
const FEW_VALUES: i32 = 256;
/** At least half of the attributes repeat their values. */
let isWorthwhile: bool = false;

/** By attribute: the place of its first cell in a row | a bit for each of its cells << 8 (u32). */
let spots: usize = 0;
/** By place in a row, a bit: whether the node's cells differ. */
let differing: u32 = 0;
export let isMarked: bool = false;

export function takeVarying(): void {
  spots = take(<usize>attributes << 2);
}

/** Before the first tree. */
export function readSpots(): void {
  let repeating = 0;
  for (let a = 0; a < attributes; a++) repeating += i32(kindOf(a) >= ORDERED || distinctOf(a) <= FEW_VALUES);
  isWorthwhile = repeating * 2 >= attributes && rowWidth <= MOST_CELLS;
  for (let a = 0; a < attributes; a++)
    store<u32>(spots + (<usize>a << 2), <u32>placeOf(a) | (cellCount(a) > 1 ? 0x300 : 0x100));
}

@inline
export function markVarying(entries: usize, n: i32): void {
  isMarked = isWorthwhile && n <= FEW_ROWS && rowHere(entries) != 0;
  if (!isMarked) return;
  let bits: u32 = 0;
  for (let place: u32 = 0; place < <u32>rowWidth; place += 4) bits |= <u32>markFour(entries, n, <usize>place << 2) << place;
  differing = bits;
}

@inline
function markFour(entries: usize, n: i32, place: usize): i32 {
  const first = v128.load(rowHere(entries) + place);
  const end = entries + (<usize>n << 3);
  let differs = i32x4.splat(0);
  for (let at = entries + 8; at < end; at += 8)
    differs = v128.or(differs, v128.xor(first, v128.load(rowHere(at) + place)));
  return i32x4.bitmask(i32x4.ne(differs, i32x4.splat(0)));
}

/** False if the attribute does not vary; only if the node is marked. */
@inline
export function mayVary(a: i32): bool {
  const spot = load<u32>(spots + (<usize>a << 2));
  return ((differing >> (spot & 31)) & (spot >> 8)) != 0;
}
