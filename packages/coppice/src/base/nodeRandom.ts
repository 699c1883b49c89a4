/**
 * Random numbers at the nodes of a tree. A node's key depends only on the seed and the path to it, so the numbers drawn
 * there do not depend on the order of growth, on threads or on the engine. 32-bit integer arithmetic only: the kernels
 * have the same functions.
 */

const GOLDEN = 0x9e3779b9;
/** Different constants keep the keys of branches and attributes apart from the numbers drawn at a node. */
const OF_BRANCH = 0x3c6ef372;
const OF_ATTRIBUTE = 0x78dde6e4;
const OF_MEMBER = 0xb54cda56;
const OF_ROWS = 0xf1bbcdc8;

/** The finaliser of splitmix32: a bijection that leaves no bit of its argument where it was. */
function scramble(x: number): number {
  let z = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

function combine(key: number, domain: number, number: number): number {
  return scramble(scramble(key ^ domain) + Math.imul(number + 1, GOLDEN));
}

/** The number that `scramble` makes this of: its multipliers are odd, and have inverses modulo 2^32. */
function unscramble(y: number): number {
  let z = Math.imul(y ^ (y >>> 15) ^ (y >>> 30), 0x97132227);
  z = Math.imul(z ^ (z >>> 15) ^ (z >>> 30), 0x333c4925);
  return (z ^ (z >>> 16)) >>> 0;
}

export function rootKey(seed: number): number {
  return scramble(seed + GOLDEN);
}

/** The seed of a tree whose root has this key: so a subtree can be grown as a tree of its own. */
export function seedWithRoot(key: number): number {
  return (unscramble(key) - GOLDEN) >>> 0;
}

export function branchKey(key: number, branch: number): number {
  return combine(key, OF_BRANCH, branch);
}

/** The seed of one member of an ensemble: any thread can grow any member. */
export function memberSeed(seed: number, member: number): number {
  return combine(rootKey(seed), OF_MEMBER, member);
}

/** The key for sampling a tree's rows, independent of the draws at its nodes. */
export function rowsKey(seed: number): number {
  return combine(rootKey(seed), OF_ROWS, 0);
}

/** The key for draws that concern one attribute at a node: they must not depend on how many were made for others. */
export function attributeKey(key: number, attribute: number): number {
  return combine(key, OF_ATTRIBUTE, attribute);
}

/** A stream of integers below 2^32: splitmix32 seeded with a key. */
export class Draws {
  private state: number;

  constructor(key: number) {
    this.state = key;
  }

  next(): number {
    this.state = (this.state + GOLDEN) | 0;
    return scramble(this.state);
  }

  /** In [0, 1), a multiple of 2^-32. */
  share(): number {
    return this.next() / 4294967296;
  }

  /** An integer in [0, n), n below 2^21, so that the product is exact. */
  below(n: number): number {
    return Math.floor((this.next() * n) / 4294967296);
  }
}

/** The numbers 0 … n-1 in a random order (Fisher and Yates from the front: the first m are known after m draws). */
export function permutation(n: number, draws: Draws): Int32Array {
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  for (let i = 0; i < n; i++) {
    const j = i + draws.below(n - i);
    const held = order[i];
    order[i] = order[j];
    order[j] = held;
  }
  return order;
}
