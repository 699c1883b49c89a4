// Chance as a function of a key and an item's number: the twin of src/base/chance.ts.

@inline
export function hash(key: u32, item: u32): u32 {
  let z = key + item * 0x9e3779b9;
  z = (z ^ (z >> 16)) * 0x21f0aaad;
  z = (z ^ (z >> 15)) * 0x735a2d97;
  return z ^ (z >> 15);
}

/** An item and the next three. */
@inline
export function fourFrom(item: u32): v128 {
  return i32x4.add(i32x4.splat(item), i32x4(0, 1, 2, 3));
}

/** The hashes of four items. */
@inline
export function hashes(key: u32, items: v128): v128 {
  let z = i32x4.add(i32x4.splat(key), i32x4.mul(items, i32x4.splat(0x9e3779b9)));
  z = i32x4.mul(v128.xor(z, i32x4.shr_u(z, 16)), i32x4.splat(0x21f0aaad));
  z = i32x4.mul(v128.xor(z, i32x4.shr_u(z, 15)), i32x4.splat(0x735a2d97));
  return v128.xor(z, i32x4.shr_u(z, 15));
}
