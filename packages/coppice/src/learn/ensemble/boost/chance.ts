import { hash } from "../../../base/chance.js";

export { hash, keyFor } from "../../../base/chance.js";

/** The key of the sample that the edges of bins are quantiles of. */
export function edgesKey(seed: number): number {
  return hash(0x65646765, seed);
}

/** `count` of n items by selection sampling: each item in turn, with the chance that is still due to it. */
export function draw(n: number, count: number, key: number): Uint8Array {
  const mask = new Uint8Array(n);
  let due = count;
  for (let i = 0; i < n; i++) {
    if ((hash(key, i) / 4294967296) * (n - i) >= due) continue;
    mask[i] = 1;
    due--;
  }
  return mask;
}
