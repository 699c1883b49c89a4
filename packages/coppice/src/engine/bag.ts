import { hash, hashInteger } from "../base/chance.js";
import { countWithin, poissonCount, poissonLimits } from "../base/poisson.js";

/** Rows that are drawn at random, each by itself: how often it counts depends on the key of the bag and its own. */
export interface Bag {
  readonly key: number;
  /** How many rows count, as a share of all, on average. */
  readonly share: number;
  /**
   * A row may count several times: as often as Poisson's law says, on average `share` times, or in proportion to its weight if
   * rows have weights, which then are in the counts and nowhere else. Otherwise a row counts once, with its weight, or not at all.
   */
  readonly replacement: boolean;
}

/** What is to be known of rows to fill a bag. */
export interface BagRows {
  readonly rows: number;
  /** Of how many rows these are some, if they are not all: shares are of all. */
  readonly of?: number;
  /** By row its key; absent: its position. */
  readonly keys?: ArrayLike<number> | undefined;
  readonly weights?: Float64Array | undefined;
  readonly totalWeight: number;
}

/** How often each row counts, up to 255 times. A bag that would be empty is all rows, once each. */
export function bagCounts(bag: Bag, given: BagRows): Uint8Array {
  const counts = drawnCounts(bag, given);
  return counts.some((count) => count > 0) ? counts : counts.fill(1);
}

/** The same of some of the rows: whether the bag is empty the others say, too. */
export function drawnCounts(bag: Bag, given: BagRows): Uint8Array {
  const counts = new Uint8Array(given.rows);
  if (!bag.replacement) drawOnce(counts, bag, given.keys);
  else if (given.weights) drawByWeight(counts, bag, given, given.weights);
  else drawEvenly(counts, bag, given.keys);
  return counts;
}

/** Whether every row is in the bag, once. */
export function isWhole({ share, replacement }: Omit<Bag, "key">): boolean {
  return !replacement && share >= 1;
}

function drawOnce(counts: Uint8Array, { key, share }: Bag, keys: BagRows["keys"]): void {
  const limit = Math.floor(share * 4294967296 + 0.5);
  if (keys)
    for (let row = 0; row < counts.length; row++) counts[row] = +(hashInteger(key, keys[row]) < limit);
  else for (let row = 0; row < counts.length; row++) counts[row] = +(hash(key, row) < limit);
}

function drawEvenly(counts: Uint8Array, { key, share }: Bag, keys: BagRows["keys"]): void {
  const limits = poissonLimits(share);
  if (keys)
    for (let row = 0; row < counts.length; row++)
      counts[row] = countWithin(limits, hashInteger(key, keys[row]));
  else for (let row = 0; row < counts.length; row++) counts[row] = countWithin(limits, hash(key, row));
}

function drawByWeight(
  counts: Uint8Array,
  { key, share }: Bag,
  { rows, of = rows, keys, totalWeight }: BagRows,
  weights: Float64Array,
): void {
  for (let row = 0; row < rows; row++) {
    const bits = hashInteger(key, keys ? keys[row] : row);
    counts[row] = poissonCount((weights[row] * (share * of)) / totalWeight, bits);
  }
}
