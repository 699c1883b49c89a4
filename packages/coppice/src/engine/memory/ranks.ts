import type { EncodedAttribute } from "../encode.js";
import type { RankWeights, Tally } from "../port.js";
import type { Gathered } from "./entries.js";

/** The weight of each target rank among the gathered entries, ascending, without ranks of weight 0. */
export function rankWeights(g: Gathered, targetCodes: number): RankWeights {
  const sums = new Float64Array(targetCodes);
  for (let i = 0; i < g.length; i++) sums[g.code[i]] += g.weight[i];
  const ranks = new Int32Array(Math.min(targetCodes, g.length));
  let m = 0;
  for (let rank = 0; rank < targetCodes; rank++) if (sums[rank] > 0) ranks[m++] = rank;
  const kept = ranks.subarray(0, m);
  return { ranks: kept, weights: Float64Array.from(kept, (rank) => sums[rank]) };
}

/** Pairs of code and target rank with their weights, from one sort of packed keys. */
export function rankTally(
  index: number,
  { facts, codes }: EncodedAttribute,
  rows: Int32Array,
  g: Gathered,
  targetCodes: number,
): Tally {
  const n = rows.length;
  const sums = new Map<number, number>();
  for (let i = 0; i < n; i++) {
    const key = codes[rows[i]] * targetCodes + g.code[i];
    sums.set(key, (sums.get(key) ?? 0) + g.weight[i]);
  }
  const keys = Float64Array.from([...sums.keys()].filter((key) => sums.get(key)! > 0)).sort();
  const ranks = new Int32Array(keys.length);
  const weights = new Float64Array(keys.length);
  const present: number[] = [];
  const starts: number[] = [];
  keys.forEach((key, i) => {
    const code = Math.floor(key / targetCodes);
    ranks[i] = key - code * targetCodes;
    weights[i] = sums.get(key)!;
    if (code < facts.codes && present.at(-1) !== code) {
      present.push(code);
      starts.push(i);
    }
  });
  const firstMissing = keys.findIndex((key) => key >= facts.codes * targetCodes);
  starts.push(firstMissing < 0 ? keys.length : firstMissing);
  return {
    attribute: index,
    codes: Int32Array.from(present),
    cells: new Float64Array(0),
    missing: new Float64Array(0),
    pairs: { ranks, weights, starts: Int32Array.from(starts) },
  };
}
