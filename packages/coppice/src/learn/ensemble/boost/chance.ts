/**
 * Random numbers that depend on a key and a number alone, so that rows and attributes can be drawn in any order and by any
 * thread. Twin of kernels/assembly/boost/chance.ts.
 */
export function hash(key: number, item: number): number {
  let z = (key + Math.imul(item, 0x9e3779b9)) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

/** What a draw is for: each has a key of its own. */
const USES = ["rows", "rounding", "tree", "node", "held"] as const;

export function keyFor(use: (typeof USES)[number], seed: number, round = 0, output = 0): number {
  return hash(hash(hash(USES.indexOf(use) + 1, seed), round), output);
}

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
