// Divides a leaf's entries, keeping their order, without a branch that a processor could mispredict. The larger side
// goes first, so that few entries are copied back.

/** Bytes of an entry. */
const ENTRY: u8 = 8;
/** Bytes of the steps of an attribute whose bins are bytes. */
export const NARROW_STEPS: usize = 256;

/** Whether an entry comes first is the step to the next place there: its bytes or 0, in a table with a byte for each bin. */
@inline
function storeSteps(to: usize, left: v128, turned: u32): void {
  const first = turned != 0 ? v128.not(left) : left;
  v128.store(to, v128.and(first, i8x16.splat(ENTRY)));
}

/** Bins that plus `add`, as bytes, are at most `limit` go left. `turned`: 1 if those that go right come first. */
export function stepsByLimit(to: usize, add: u32, limit: u32, turned: u32): void {
  let bins = i8x16.add(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>add));
  const limits = i8x16.splat(<i8>limit);
  for (let b: usize = 0; b < NARROW_STEPS; b += 16) {
    storeSteps(to + b, i8x16.le_u(bins, limits), turned);
    bins = i8x16.add(bins, i8x16.splat(16));
  }
}

/** Bins with a 1 in `sides` go left. `bytes`: how many sides there are, a multiple of 16. */
export function stepsBySides(to: usize, sides: usize, bytes: usize, turned: u32): void {
  for (let b: usize = 0; b < bytes; b += 16) {
    storeSteps(to + b, i8x16.ne(v128.load(sides + b), i8x16.splat(0)), turned);
  }
}

/** Divides entries by the steps of their bins, which are of type T. Returns how many come first. */
export function partition<T>(column: usize, entries: usize, count: i32, spare: usize, steps: usize): i32 {
  let first = entries;
  let second = spare;
  const end = entries + <usize>count * ENTRY;
  for (let at = entries; at < end; at += ENTRY) {
    const entry = load<u64>(at);
    const bin = <usize>load<T>(column + <usize>(<u32>entry) * sizeof<T>());
    const step = <usize>load<u8>(steps + bin);
    store<u64>(first, entry);
    store<u64>(second, entry);
    first += step;
    second += ENTRY - step;
  }
  memory.copy(first, spare, second - spare);
  return <i32>((first - entries) / ENTRY);
}
