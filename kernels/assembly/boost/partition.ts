// Divides a leaf's entries, keeping their order, without a branch that a processor could mispredict. The larger side
// goes first, so that few entries are copied back.

/**
 * Entries whose bin plus `add`, as a byte, is at most `limit` go left. `turned`: 1 if those that go right come first.
 * Returns how many come first.
 */
export function partitionByLimit(
  column: usize,
  entries: usize,
  count: i32,
  spare: usize,
  add: u32,
  limit: u32,
  turned: u32,
): i32 {
  let first = entries;
  let second = spare;
  const end = entries + (<usize>count << 3);
  for (let at = entries; at < end; at += 8) {
    const entry = load<u64>(at);
    store<u64>(first, entry);
    store<u64>(second, entry);
    const bin = <u32>load<u8>(column + <usize>(<u32>entry));
    const step = <usize>(u32(((bin + add) & 255) <= limit) ^ turned) << 3;
    first += step;
    second += 8 - step;
  }
  memory.copy(first, spare, second - spare);
  return <i32>((first - entries) >> 3);
}

/** The same for entries whose bin, of type T, has a 1 in `sides`. */
export function partitionBySides<T>(
  column: usize,
  entries: usize,
  count: i32,
  spare: usize,
  sides: usize,
  turned: u32,
): i32 {
  let first = entries;
  let second = spare;
  const end = entries + (<usize>count << 3);
  for (let at = entries; at < end; at += 8) {
    const entry = load<u64>(at);
    store<u64>(first, entry);
    store<u64>(second, entry);
    const bin = <usize>load<T>(column + <usize>(<u32>entry) * sizeof<T>());
    const step = <usize>(<u32>load<u8>(sides + bin) ^ turned) << 3;
    first += step;
    second += 8 - step;
  }
  memory.copy(first, spare, second - spare);
  return <i32>((first - entries) >> 3);
}
