import type { Bits } from "../../base/bits.js";
import { drawSome, type Random } from "../../base/random.js";

/**
 * The rows in two parts, one to grow rules and one, a share of 1/folds drawn at random, to prune them. The class has its
 * share in both; of a class too small for that, more rows grow. Both parts are ascending, those of the class first.
 */
export function partsOf(
  rows: Int32Array,
  ofClass: Bits,
  folds: number,
  chance: Random,
): { grow: Int32Array; prune: Int32Array } {
  const { hits, misses } = apart(rows, ofClass);
  const pruned = Math.floor(rows.length / folds);
  const prunedHits = Math.floor(hits.length / folds);
  const grow = new Int32Array(rows.length - pruned);
  const prune = new Int32Array(pruned);
  drawSome(hits, chance, prune.subarray(0, prunedHits), grow.subarray(0, hits.length - prunedHits));
  drawSome(misses, chance, prune.subarray(prunedHits), grow.subarray(hits.length - prunedHits));
  return { grow, prune };
}

function apart(rows: Int32Array, ofClass: Bits): { hits: Int32Array; misses: Int32Array } {
  const hits = new Int32Array(rows.length);
  const misses = new Int32Array(rows.length);
  let h = 0;
  for (let i = 0; i < rows.length; i++) {
    hits[h] = misses[i - h] = rows[i];
    h += (ofClass[rows[i] >>> 5] >>> (rows[i] & 31)) & 1;
  }
  return { hits: hits.subarray(0, h), misses: misses.subarray(0, rows.length - h) };
}
