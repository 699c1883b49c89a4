/**
 * Divides a list in two and keeps each part in order; `sides` has a byte per entry, 1 for the right. Each entry is written
 * without a branch that could be mispredicted.
 */
@inline
export function partition<T>(from: usize, m: i32, to: usize, leftRows: i32, sides: usize): void {
  const end = from + <usize>m * sizeof<T>();
  let left = to;
  let right = to + <usize>leftRows * sizeof<T>();
  for (let at = from; at < end; at += sizeof<T>()) {
    const e = load<T>(at);
    const side = <usize>load<u8>(sides + <usize>e);
    store<T>(left ^ ((left ^ right) & (0 - side)), e);
    right += side * sizeof<T>();
    left += sizeof<T>() - side * sizeof<T>();
  }
}
