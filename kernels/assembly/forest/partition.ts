import { take } from "./arena";
import { fillPacks, pack, takePacks } from "./packs";

// Stable partition of sorted lists by a byte per number: 1 goes left.

/** By number. */
export let side: usize = 0;
let moved: usize = 0;

export function takePartition(most: i32): void {
  side = take(<usize>most + 64);
  moved = take((<usize>most << 1) + 64);
  takePacks();
}

export function clearPartition(): void {
  fillPacks();
}

@inline
function sideOf(at: usize): u32 {
  return <u32>load<u8>(side + <usize>load<u16>(at));
}

@inline
function eightSides(at: usize): u32 {
  const low = sideOf(at) + 2 * (sideOf(at + 2) + 2 * (sideOf(at + 4) + 2 * sideOf(at + 6)));
  const high = sideOf(at + 8) + 2 * (sideOf(at + 10) + 2 * (sideOf(at + 12) + 2 * sideOf(at + 14)));
  return low | (high << 4);
}

/** Writes a list of n entries to `to`, the `lefts` that go left first, and nothing past n entries. */
export function partition(list: usize, n: i32, to: usize, lefts: i32): void {
  let left = to;
  let at = list;
  const end = list + (<usize>n << 1);
  let right = moved;
  // A vector written at the end of the left part must end within the right one.
  if (n - lefts >= 8) {
    const whole = list + (<usize>(n & ~7) << 1);
    for (; at < whole; at += 16) {
      const eight = v128.load(at);
      const mask = eightSides(at);
      const bytes = <usize>i32.popcnt(mask) << 1;
      v128.store(left, pack(eight, mask));
      v128.store(right, pack(eight, mask ^ 255));
      left += bytes;
      right += 16 - bytes;
    }
  }
  for (; at < end; at += 2) {
    const goes = <usize>sideOf(at) << 1;
    const entry = load<u16>(at);
    store<u16>(left, entry);
    store<u16>(right, entry);
    left += goes;
    right += 2 - goes;
  }
  copyTail(left, right - moved);
}

@inline
function copyTail(to: usize, bytes: usize): void {
  if (bytes > 512) return memory.copy(to, moved, bytes);
  let at: usize = 0;
  for (; at + 16 <= bytes; at += 16) v128.store(to + at, v128.load(moved + at));
  for (; at < bytes; at += 2) store<u16>(to + at, load<u16>(moved + at));
}
