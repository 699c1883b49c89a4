import { hash } from "../common/chance";

export { fourFrom, hash, hashes } from "../common/chance";

/** Marks `count` of n items in a byte mask by selection sampling: each item with probability (still to draw) / (left). */
export function draw(mask: usize, n: i32, count: i32, key: u32): void {
  let due = count;
  for (let i = 0; i < n; i++) {
    const u = <f64>hash(key, i) / 4294967296.0;
    const taken = u * <f64>(n - i) < <f64>due;
    store<u8>(mask + <usize>i, taken ? 1 : 0);
    if (taken) due--;
  }
}
