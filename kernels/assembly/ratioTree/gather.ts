import { classes, labels, rowWeights } from "./job";
import { entryClass, entryPair, entryWeight } from "./scratch";

/** Gathers the class and the weight of every entry of a node; `weights` are those of its entries, 0 if they are the rows'. */
export function gather(entries: usize, n: i32, weights: usize): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = <usize>load<u32>(entries + (i << 2));
    store<i32>(entryClass + (i << 2), load<i32>(labels + (row << 2)));
    if (!weights) store<f64>(entryWeight + (i << 3), rowWeights ? load<f64>(rowWeights + (row << 3)) : 1);
  }
  if (weights) memory.copy(entryWeight, weights, <usize>n << 3);
  if (classes == 2) fillPairs(n);
}

/** So that one addition counts an entry, whichever of two classes it has. */
function fillPairs(n: i32): void {
  const class_ = entryClass;
  const weight = entryWeight;
  const pair = entryPair;
  for (let i: usize = 0; i < <usize>n; i++) {
    const w = load<f64>(weight + (i << 3));
    const second = w * <f64>load<i32>(class_ + (i << 2));
    store<f64>(pair + (i << 4), w - second);
    store<f64>(pair + (i << 4), second, 8);
  }
}
