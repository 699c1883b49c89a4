import { take } from "../forest/arena";
import { rows } from "../forest/params";
import { hasBit } from "./levelSets";

// Divides the entries of a node, in place and in their order: those that go left come first.

let moved: usize = 0;

export function takePartition(): void {
  moved = take((<usize>rows << 3) + 64);
}

/** Codes up to `low`, and `also`, go left; returns how many. I: an entry, whose lower bits are its row or number; T: a code. */
export function divideAt<I, T>(ids: usize, n: i32, codes: usize, low: u32, also: u32): i32 {
  const end = ids + <usize>n * sizeof<I>();
  let left = ids;
  let right = moved;
  for (let at = ids; at < end; at += sizeof<I>()) {
    const id = load<I>(at);
    const code = <u32>load<T>(codes + rowOf<I>(id) * sizeof<T>());
    const goes = <usize>(i32(code <= low) | i32(code == also));
    store<I>(left, id);
    store<I>(right, id);
    left += goes * sizeof<I>();
    right += (1 - goes) * sizeof<I>();
  }
  copyBytes(left, moved, right - moved);
  return <i32>((left - ids) / sizeof<I>());
}

/** Codes in the set go left. */
export function divideBy<I, T>(ids: usize, n: i32, codes: usize, set: usize): i32 {
  const end = ids + <usize>n * sizeof<I>();
  let left = ids;
  let right = moved;
  for (let at = ids; at < end; at += sizeof<I>()) {
    const id = load<I>(at);
    const goes = <usize>hasBit(set, <u32>load<T>(codes + rowOf<I>(id) * sizeof<T>()));
    store<I>(left, id);
    store<I>(right, id);
    left += goes * sizeof<I>();
    right += (1 - goes) * sizeof<I>();
  }
  copyBytes(left, moved, right - moved);
  return <i32>((left - ids) / sizeof<I>());
}

/** A few bytes are copied without a call of the host. */
@inline
function copyBytes(to: usize, from: usize, bytes: usize): void {
  if (bytes > 128) return memory.copy(to, from, bytes);
  let at: usize = 0;
  for (; at + 8 <= bytes; at += 8) store<u64>(to + at, load<u64>(from + at));
  for (; at < bytes; at++) store<u8>(to + at, load<u8>(from + at));
}

@inline
function rowOf<I>(entry: I): usize {
  return <usize>(<u32>entry);
}
