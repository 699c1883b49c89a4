// Random numbers at the nodes of a tree: the twin of src/base/nodeRandom.ts.

const GOLDEN: u32 = 0x9e3779b9;
const OF_BRANCH: u32 = 0x3c6ef372;
const OF_ATTRIBUTE: u32 = 0x78dde6e4;
const OF_ROWS: u32 = 0xf1bbcdc8;
const PER_DRAW: f64 = 2.3283064365386963e-10;

@inline
function scramble(x: u32): u32 {
  let z = (x ^ (x >> 16)) * 0x21f0aaad;
  z = (z ^ (z >> 15)) * 0x735a2d97;
  return z ^ (z >> 15);
}

@inline
function combine(key: u32, corner: u32, number: u32): u32 {
  return scramble(scramble(key ^ corner) + (number + 1) * GOLDEN);
}

@inline
export function rootKey(seed: u32): u32 {
  return scramble(seed + GOLDEN);
}

@inline
export function branchKey(key: u32, branch: u32): u32 {
  return combine(key, OF_BRANCH, branch);
}

/** The key for sampling a tree's rows, independent of the draws at its nodes. */
@inline
export function rowsKey(seed: u32): u32 {
  return combine(rootKey(seed), OF_ROWS, 0);
}

/** attributeKey in two steps: the part that depends only on the node, and the rest. */
@inline
export function attributeCorner(key: u32): u32 {
  return scramble(key ^ OF_ATTRIBUTE);
}

@inline
export function attributeKeyFrom(corner: u32, attribute: u32): u32 {
  return scramble(corner + (attribute + 1) * GOLDEN);
}

/** Draw number `index` (from 0) of the stream of a key: the state is a counter, so draws can be made in any order. */
@inline
export function drawAt(key: u32, index: u32): u32 {
  return scramble(key + (index + 1) * GOLDEN);
}

@inline
function scrambleFour(x: v128): v128 {
  let z = i32x4.mul(v128.xor(x, i32x4.shr_u(x, 16)), i32x4.splat(0x21f0aaad));
  z = i32x4.mul(v128.xor(z, i32x4.shr_u(z, 15)), i32x4.splat(0x735a2d97));
  return v128.xor(z, i32x4.shr_u(z, 15));
}

/** The first draws of four attributes, as drawAt(attributeKeyFrom(corner, attribute), 0). */
@inline
export function firstDraws(corner: u32, attributes: v128): v128 {
  const golden = i32x4.splat(GOLDEN);
  const numbers = i32x4.mul(i32x4.add(attributes, i32x4.splat(1)), golden);
  return scrambleFour(i32x4.add(scrambleFour(i32x4.add(i32x4.splat(corner), numbers)), golden));
}

/** A draw as a share in [0, 1). */
@inline
export function shareOf(draw: u32): f64 {
  return <f64>draw * PER_DRAW;
}

/** The first two of four draws as shares. */
@inline
export function sharesOfTwo(draws: v128): v128 {
  return f64x2.mul(f64x2.convert_low_i32x4_u(draws), f64x2.splat(PER_DRAW));
}

/** A draw as an integer in [0, n). */
@inline
export function belowOf(draw: u32, n: i32): i32 {
  return <i32>((<u64>draw * <u64>n) >> 32);
}
