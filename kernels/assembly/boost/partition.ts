// Divides a leaf's entries, keeping their order, without a branch that a processor could mispredict.

/** Entries whose bin plus `add`, as a byte, is at most `limit` first. Returns their number. */
export function partitionByLimit(column: usize, entries: usize, count: i32, spare: usize, add: u32, limit: u32): i32 {
  let left = entries;
  let right = spare;
  const end = entries + (<usize>count << 3);
  for (let at = entries; at < end; at += 8) {
    const entry = load<u64>(at);
    store<u64>(left, entry);
    store<u64>(right, entry);
    const bin = <u32>load<u8>(column + <usize>(<u32>entry));
    const step = <usize>i32(((bin + add) & 255) <= limit) << 3;
    left += step;
    right += 8 - step;
  }
  memory.copy(left, spare, right - spare);
  return <i32>((left - entries) >> 3);
}

/** Entries whose bin has a 1 in `sides` first. Returns their number. `wide`: 1 if bins take two bytes. */
export function partitionBySides(
  column: usize,
  wide: bool,
  entries: usize,
  count: i32,
  spare: usize,
  sides: usize,
): i32 {
  let left = entries;
  let right = spare;
  const end = entries + (<usize>count << 3);
  for (let at = entries; at < end; at += 8) {
    const entry = load<u64>(at);
    store<u64>(left, entry);
    store<u64>(right, entry);
    const row = <usize>(<u32>entry);
    const bin = wide ? <usize>load<u16>(column + (row << 1)) : <usize>load<u8>(column + row);
    const step = <usize>load<u8>(sides + bin) << 3;
    left += step;
    right += 8 - step;
  }
  memory.copy(left, spare, right - spare);
  return <i32>((left - entries) >> 3);
}
