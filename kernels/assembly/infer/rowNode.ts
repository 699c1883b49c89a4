// The nodes that a single row traverses, eight trees at a time.
//
// A node has eight bytes: a limit, and a link with a column (its low bits) and the number of nodes to the right branch
// (the others). A code below the limit goes left, to the node after. A leaf stays where it is: its column
// is one whose code is above every limit, its link points to itself, and its limit is the row of its prediction.

/** The bit of a link that marks a test on levels: the limit is then the word at which its bits begin. */
const ON_LEVELS: u32 = 0x80000000;

@inline
export function step(node: usize, row: usize, bits: u32, mask: u32, sets: usize, levels: bool): usize {
  const limit = load<u32>(node);
  const link = load<u32>(node, 4);
  const code = load<u32>(row + (<usize>(link & mask) << 2));
  if (!levels) return node + select<usize>(8, <usize>(link >> bits) << 3, code < limit);
  const isSet = link >> 31;
  // If the test is not on levels the word is read but not used.
  const word = load<u32>(sets + (<usize>(limit + (code >> 5)) << 2) * <usize>isSet);
  const left = select<u32>((word >> (code & 31)) & 1, <u32>(code < limit), isSet);
  return node + select<usize>(8, <usize>((link & ~ON_LEVELS) >> bits) << 3, left);
}
