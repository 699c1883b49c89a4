import { labels, rowWeights } from "./job";
import { entryClass, entryWeight } from "./scratch";

/** Gathers the class and the weight of every entry of a node; `weights` are those of its entries, 0 if they are the rows'. */
export function gather(entries: usize, n: i32, weights: usize): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = <usize>load<u32>(entries + (i << 2));
    store<i32>(entryClass + (i << 2), load<i32>(labels + (row << 2)));
    if (!weights) store<f64>(entryWeight + (i << 3), rowWeights ? load<f64>(rowWeights + (row << 3)) : 1);
  }
  if (weights) memory.copy(entryWeight, weights, <usize>n << 3);
}
