// The nodes that rows are sent down, in three formats. Nodes are in preorder, so the left branch is the node after. `ahead`
// is the number of bytes to the right branch: a multiple of the node's size, plus 1 at a test on levels; 0 at a leaf, so
// that a row which has reached its leaf stays there.
//
// Narrow, 8 bytes: u16 offset of the code within a row, u16 limit, u32 ahead. A code below the limit goes left. A leaf has
// limit 0, and the row of its answer in place of the offset: what lies there is read, and not used.
//
// Wide, 16 bytes: the same, then u32: where the bits of a test on levels begin, or the row of a leaf's answer.
//
// On cells, 16 bytes: f64 threshold, u32 offset of the column, u32 ahead. A cell up to the threshold goes left. A leaf's
// threshold is NaN, which no cell is up to; its low word is the row of the answer. A test on levels has the place of its bits
// there; the code is the low word of the cell.

// Types stand for the formats, since AssemblyScript has no generic values: each gets its own copy of the loops.
export type Narrow = u64;
export type Wide = u32;
export type WideLevels = i32;
export type OnCells = f64;
export type OnCellsLevels = f32;

/** The low bit of `ahead`. */
export const ON_LEVELS: u32 = 1;

@inline
export function isOnCells<N>(): bool {
  return isFloat<N>();
}

@inline
function testsLevels<N>(): bool {
  return sizeof<N>() == 4 && (isFloat<N>() || isSigned<N>());
}

@inline
export function bytesOf<N>(): usize {
  return isInteger<N>() && sizeof<N>() == 8 ? 8 : 16;
}

@inline
function aheadOf<N>(node: usize): u32 {
  return isOnCells<N>() ? load<u32>(node, 12) : load<u32>(node, 4);
}

@inline
export function isSplit<N>(node: usize): bool {
  return aheadOf<N>(node) != 0;
}

/** The row of a leaf's answer. */
@inline
export function answerAt<N>(leaf: usize): u32 {
  if (isOnCells<N>()) return load<u32>(leaf);
  return bytesOf<N>() == 8 ? <u32>load<u16>(leaf) : load<u32>(leaf, 8);
}

/** The node after one step: a row's codes, or the row's place within the columns of cells, are at `row`. */
@inline
export function step<N>(node: usize, row: usize, sets: usize): usize {
  const ahead = aheadOf<N>(node);
  if (isOnCells<N>()) {
    const cell = row + <usize>load<u32>(node, 8);
    const isUpTo = <u32>(load<f64>(cell) <= load<f64>(node));
    if (!testsLevels<N>()) return node + select<usize>(16, <usize>ahead, isUpTo);
    return node + stepAny(ahead, isUpTo, load<u32>(cell), node, sets + <usize>load<u32>(node));
  }
  const code = <u32>load<u16>(row + <usize>load<u16>(node));
  const isBelow = <u32>(code < <u32>load<u16>(node, 2));
  if (!testsLevels<N>()) return node + select<usize>(bytesOf<N>(), <usize>ahead, isBelow);
  return node + stepAny(ahead, isBelow, code, node, sets + <usize>load<u32>(node, 8));
}

/** Bytes to the next node, whatever the test. At a test on a threshold the word read is the node's own, and is not used. */
@inline
function stepAny(ahead: u32, isLow: u32, code: u32, node: usize, set: usize): usize {
  const isSet = ahead & ON_LEVELS;
  const word = load<u32>(select<usize>(set + (<usize>(code >> 5) << 2), node, isSet));
  const left = select<u32>((word >> (code & 31)) & 1, isLow, isSet);
  return select<usize>(16, <usize>(ahead & ~ON_LEVELS), left);
}
