import { fourFrom, hash, hashes } from "../common/chance";
import { rowsKey } from "../common/nodeRandom";
import { rows, seeds } from "./params";
import { countsOf } from "./queue";

/**
 * Makes a member's counts as src/engine/bag.ts does: a row counts as often as there are limits that are not above its hash. At
 * `limits`: how many there are, then the limits, ascending (u32). A bag that would be empty is all rows.
 */
export function drawRows(member: i32, limits: usize): void {
  const counts = countsOf(member);
  const key = rowsKey(load<u32>(seeds + (<usize>member << 2)));
  const end = limits + 4 + (<usize>load<u32>(limits) << 2);
  let any: i32 = 0;
  let row = 0;
  for (; row + 4 <= rows; row += 4) {
    const four = fourCounts(hashes(key, fourFrom(row)), limits + 4, end);
    // The low bytes of the four words.
    const bytes = i8x16.shuffle(four, four, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12);
    const packed = i32x4.extract_lane(bytes, 0);
    store<i32>(counts + <usize>row, packed);
    any |= packed;
  }
  for (; row < rows; row++) {
    const count = countOf(hash(key, row), limits + 4, end);
    store<u8>(counts + <usize>row, <u8>count);
    any |= count;
  }
  if (any == 0) memory.fill(counts, 1, <usize>rows);
}

@inline
function fourCounts(four: v128, from: usize, end: usize): v128 {
  let counts = i32x4.splat(0);
  for (let at = from; at < end; at += 4) {
    const isAbove = i32x4.ge_u(four, v128.load32_splat(at));
    // Limits ascend: those that follow are above, too.
    if (!v128.any_true(isAbove)) break;
    counts = i32x4.sub(counts, isAbove);
  }
  return counts;
}

@inline
function countOf(bits: u32, from: usize, end: usize): i32 {
  let count = 0;
  for (let at = from; at < end && bits >= load<u32>(at); at += 4) count++;
  return count;
}
