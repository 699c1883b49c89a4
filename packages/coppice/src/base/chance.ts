/**
 * Chance as a function of a key and a number: what is drawn for a row depends on the seed, on what it is drawn for and on the
 * row's own key, not on the order of rows, on threads or on the engine. Integers of 32 bits only: kernels have the same function
 * (kernels/assembly/common/chance.ts), and SQL computes it in BIGINT without overflow.
 */
export function hash(key: number, item: number): number {
  let z = (key + Math.imul(item, 0x9e3779b9)) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

const WORD = 2 ** 32;

/** The same for any integer beyond 32 bits, as the key of a row may be: by its low word, then by its high word unless that is 0. */
export function hashInteger(key: number, item: number): number {
  const low = hash(key, item);
  if (item >= 0 && item < WORD) return low;
  return hash(low, Math.floor(item / WORD) >>> 0);
}

/** What a draw is for: each has a key of its own. New uses are added at the end, since their numbers are part of the key. */
const USES = [
  "rows",
  "rounding",
  "tree",
  "node",
  "held",
  "folds",
  "validation",
  "pruning",
  "content",
  "evaluation",
  "halves",
] as const;

export type Use = (typeof USES)[number];

export function keyFor(use: Use, seed: number, round = 0, output = 0): number {
  return hash(hash(hash(USES.indexOf(use) + 1, seed), round), output);
}
