// Random numbers at the nodes of a tree: the twin of src/base/nodeRandom.ts.

const GOLDEN: u32 = 0x9e3779b9;
const OF_BRANCH: u32 = 0x3c6ef372;
const OF_ATTRIBUTE: u32 = 0x78dde6e4;
const OF_ROWS: u32 = 0xf1bbcdc8;

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

/** A draw as a share in [0, 1). */
@inline
export function shareOf(draw: u32): f64 {
  return <f64>draw * 2.3283064365386963e-10;
}

/** A draw as an integer in [0, n). */
@inline
export function belowOf(draw: u32, n: i32): i32 {
  return <i32>((<u64>draw * <u64>n) >> 32);
}
