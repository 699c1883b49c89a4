import { weighted, weightOf } from "./job";
import { classOf, entry, MIDDLE, rowOf } from "./lists";
import { count } from "./node";
import { offer } from "./search";

// Scans of attributes with few distinct values: the rows of one value are counted together, and only the cuts between two
// values are evaluated. Nothing is skipped, so a second pass is needed only for ties.

/** Rows per distinct value from which this is worthwhile. */
const ROWS_A_CELL: i32 = 8;

/** Counts of the left side by class, twice: neighbouring rows alternate, so that additions do not wait for each other. */
let left: usize = 0;
/** From the one to the other, in bytes. */
let turns: usize = 0;

/** By middle id: its class (u8). */
let classById: usize = 0;

export function useRunScratch(at: usize, classes: i32, classById_: usize): void {
  classById = classById_;
  left = at;
  turns = <usize>classes << 2;
}

@inline
export function isWorthRuns(cells: i32, m: i32): bool {
  return cells > 0 && cells * ROWS_A_CELL <= m;
}

/** By id or by row, as in the lists. */
@inline
function keyOf(width: i32, e: u32): usize {
  return width == MIDDLE ? <usize>e : rowOf(width, e);
}

/** `codes` has the rank of the cell of each row, or of each id of middle lists. */
@inline
export function scanRuns(width: i32, list: usize, m: i32, counts: usize, classes: i32, codes: usize): void {
  memory.fill(left, 0, <usize>classes << 3);
  let code = <u32>load<u8>(codes + keyOf(width, entry(width, list, 0)));
  let moved = 0;
  let turn: usize = 0;
  for (let i = 0; i < m; i++) {
    const e = entry(width, list, i);
    const key = keyOf(width, e);
    const next = <u32>load<u8>(codes + key);
    if (next != code) {
      weigh(i, moved, counts, classes);
      code = next;
    }
    const c = width == MIDDLE ? <usize>load<u8>(classById + key) : classOf(width, e, key);
    const w = weighted ? weightOf(rowOf(width, e)) : 1;
    const p = left + turn + (c << 2);
    store<i32>(p, load<i32>(p) + w);
    moved += w;
    turn ^= turns;
  }
}

function weigh(place: i32, moved: i32, counts: usize, classes: i32): void {
  let l2: f64 = 0;
  let r2: f64 = 0;
  for (let c = 0; c < classes; c++) {
    const l = count(left, c) + count(left + turns, c);
    const r = count(counts, c) - l;
    l2 += <f64>l * <f64>l;
    r2 += <f64>r * <f64>r;
  }
  offer(place, moved, l2, r2);
}
