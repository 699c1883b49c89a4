import { log2 } from "../common/log2";
import { classes, mostProducts, products } from "./job";

export function fillProducts(): void {
  for (let count = 0; count < mostProducts; count++) {
    store<f64>(products + (<usize>count << 3), count > 0 ? <f64>count * log2(<f64>count) : 0);
  }
}

/** x log2 x, with 0 log 0 = 0; integers are tabulated. */
@inline
export function xlog2x(x: f64): f64 {
  if (!(x > 0)) return 0;
  if (x < <f64>mostProducts) {
    const count = <i32>x;
    if (<f64>count == x) return load<f64>(products + (<usize>count << 3));
  }
  return x * log2(x);
}

/** Weight x entropy of class weights: the operations of learn/criterion/entropy.ts in their order. */
export function entropyOf(cells: usize): f64 {
  let weight: f64 = 0;
  let sum: f64 = 0;
  const end = cells + (<usize>classes << 3);
  for (let at = cells; at < end; at += 8) {
    const w = load<f64>(at);
    if (w > 0) {
      weight += w;
      sum += xlog2x(w);
    }
  }
  return weight > 0 ? xlog2x(weight) - sum : 0;
}

export function weightOf(cells: usize): f64 {
  let weight: f64 = 0;
  const end = cells + (<usize>classes << 3);
  for (let at = cells; at < end; at += 8) weight += load<f64>(at);
  return weight;
}
