import { log2 } from "./log2.js";

const LN_2 = 0.6931471805599453;

/**
 * The only source of randomness. A learner never calls Math.random: it receives a seed, so the same seed gives the same
 * result in every engine and on any number of threads.
 *
 * xoshiro128** (Blackman and Vigna 2018), seeded by splitmix32: integer arithmetic only, identical everywhere.
 */
export interface Random {
  /** An integer in [0, 2^32). */
  bits(): number;
  /** A number in [0, 1) with 53 random bits. */
  uniform(): number;
  /** An integer in [0, n). */
  below(n: number): number;
  /** Standard normal, by the polar method. */
  normal(): number;
}

/** 2^32 divided by the golden ratio: steps of this size visit all 32-bit numbers, each far from the previous one. */
const GOLDEN = 0x9e3779b9;

/** The finaliser of splitmix32: a bijection on 32-bit numbers whose outputs look random. */
function scrambled(x: number): number {
  let z = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

/**
 * Divides items at random: `drawn` is filled with a uniform random subset of its length, and the others go to `kept`.
 * Both keep the order of the items (Knuth's selection sampling). It has a faster stream of its own, since there may be
 * millions of items.
 */
export function drawSome(items: Int32Array, rng: Random, drawn: Int32Array, kept: Int32Array): void {
  let mix = rng.bits();
  let d = 0;
  let k = 0;
  for (let i = 0; i < items.length; i++) {
    mix = (mix + GOLDEN) | 0;
    // With probability (items still to draw) / (items left).
    if (scrambled(mix) * (items.length - i) < (drawn.length - d) * 4294967296) drawn[d++] = items[i];
    else kept[k++] = items[i];
  }
}

export function random(seed: number): Random {
  let mix = seed >>> 0;
  const next = () => {
    mix = (mix + GOLDEN) >>> 0;
    return scrambled(mix);
  };
  let a = next();
  let b = next();
  let c = next();
  let d = next();
  let spare: number | undefined;

  const bits = () => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  const uniform = () => ((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 9007199254740992;
  const below = (n: number) => Math.floor(uniform() * n);
  const normal = () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    for (;;) {
      const x = 2 * uniform() - 1;
      const y = 2 * uniform() - 1;
      const s = x * x + y * y;
      if (s > 0 && s < 1) {
        const scale = Math.sqrt((-2 * LN_2 * log2(s)) / s);
        spare = y * scale;
        return x * scale;
      }
    }
  };
  return { bits, uniform, below, normal };
}

/** Fisher and Yates, in place. */
export function shuffle<T extends { length: number; [index: number]: unknown }>(items: T, rng: Random): T {
  for (let i = items.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    const held = items[i];
    items[i] = items[j];
    items[j] = held;
  }
  return items;
}
