import { log2 } from "./log2";

// x·log2 x: the twin of src/base/log2.ts, with a table of the products of integers.

/** x·log2 x for x = 0 … `productCount` - 1 (f64); there may be none. */
let products: usize = 0;
let productCount: u32 = 0;

export function useProducts(at: usize, count: u32): void {
  products = at;
  productCount = count;
}

/** With 0·log 0 = 0. */
@inline
export function xlog2x(x: f64): f64 {
  if (!(x > 0)) return 0;
  const count = <u32>x;
  if (<f64>count == x && count < productCount) return load<f64>(products + (<usize>count << 3));
  return x * log2(x);
}

/** The same of a count. */
@inline
export function productOf(count: u32): f64 {
  if (count < productCount) return load<f64>(products + (<usize>count << 3));
  return count == 0 ? 0 : <f64>count * log2(<f64>count);
}
