import { take } from "./arena";

// A table for moving some of eight lanes of two bytes to the front of a vector.

/** By mask byte: the byte positions of the lanes whose bits are set, packed to the front. */
let packs: usize = 0;

export function takePacks(): void {
  packs = take(4096);
}

export function fillPacks(): void {
  for (let mask: usize = 0; mask < 256; mask++) {
    let lane: usize = 0;
    for (let bit: usize = 0; bit < 8; bit++) {
      if (((mask >> bit) & 1) == 0) continue;
      store<u8>(packs + mask * 16 + lane, <u8>(2 * bit));
      store<u8>(packs + mask * 16 + lane + 1, <u8>(2 * bit + 1));
      lane += 2;
    }
  }
}

/** The lanes whose bits are set, at the front. */
@inline
export function pack(eight: v128, mask: u32): v128 {
  return i8x16.swizzle(eight, v128.load(packs + (<usize>mask << 4)));
}
