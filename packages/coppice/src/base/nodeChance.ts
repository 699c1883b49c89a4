/**
 * Chance at the nodes of a tree. A node's key depends on the seed and the path to it alone, so what is drawn there does
 * not depend on the order of growth, on threads or on the engine. 32-bit integer arithmetic only: kernels repeat it.
 */

const GOLDEN = 0x9e3779b9;
/** Keys of branches, of attributes and the numbers drawn at a node come from different corners. */
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

function combine(key: number, corner: number, number: number): number {
  return scramble(scramble(key ^ corner) + Math.imul(number + 1, GOLDEN));
}

export function rootKey(seed: number): number {
  return scramble(seed + GOLDEN);
}

export function branchKey(key: number, branch: number): number {
  return combine(key, OF_BRANCH, branch);
}

/** The seed of one tree of many: any thread can grow any of them. */
export function memberSeed(seed: number, member: number): number {
  return combine(rootKey(seed), OF_MEMBER, member);
}

/** For the draws of rows that a tree sees, apart from what is drawn at its nodes. */
export function rowsKey(seed: number): number {
  return combine(rootKey(seed), OF_ROWS, 0);
}

/** For what is drawn about one attribute at a node: it must not depend on how much was drawn about others. */
export function attributeKey(key: number, attribute: number): number {
  return combine(key, OF_ATTRIBUTE, attribute);
}

/** Whole numbers below 2^32, one after another: splitmix32 from a key. */
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

  /** A whole number in [0, n), n below 2^21, so that the product is exact. */
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
