import { log2 } from "../common/log2";
import { fillRoughTable, roughXlog2x } from "../common/roughLog2";
import { altered, byEntropy, isOther, productCount, products, roughTable, unit, weighted } from "./job";
import { otherGainOf, otherImpurityOf } from "./otherImpurity";

// Weight x impurity of class weights, each times its class's factor: the operations of the learner's criteria, in the order
// of the classes. Classes that do not occur add nothing, so only those that occur at the node are gone through.

@inline
export function xlog2x(x: f64): f64 {
  if (!(x > 0)) return 0;
  if (x < <f64>productCount) {
    const count = <i32>x;
    if (<f64>count == x) return load<f64>(products + (<usize>count << 3));
  }
  return x * log2(x);
}

/** The same nearly enough: the error is far below what tests are looked at again for. */
export function nearXlog2x(x: f64): f64 {
  return weighted || altered ? roughXlog2x(x, roughTable) : xlog2x(x);
}

export function fillProducts(): void {
  if (byEntropy) fillRoughTable(roughTable);
  for (let count = 0; count < productCount; count++) {
    store<f64>(products + (<usize>count << 3), count > 0 ? <f64>count * log2(<f64>count) : 0);
  }
}

@inline
function impurity(weight: f64, sum: f64): f64 {
  if (!(weight > 0)) return 0;
  return byEntropy ? unit * (xlog2x(weight) - sum) : weight - sum / weight;
}

@inline
export function term(w: f64): f64 {
  return byEntropy ? xlog2x(w) : w * w;
}

/** Of `count` class weights at `cells`. */
export function impurityOf(cells: usize, factors: usize, count: i32): f64 {
  if (isOther) return otherImpurityOf(cells, factors, count);
  let weight: f64 = 0;
  let sum: f64 = 0;
  for (let i: usize = 0; i < <usize>count << 3; i += 8) {
    const w = altered ? load<f64>(cells + i) * load<f64>(factors + i) : load<f64>(cells + i);
    weight += w;
    sum += term(w);
  }
  return impurity(weight, sum);
}

/** The gain of dividing `known` class weights, whose impurity is `whole`, into `left` and the others. */
export function gainOf(whole: f64, left: usize, known: usize, factors: usize, count: i32): f64 {
  if (isOther) return otherGainOf(whole, left, known, factors, count);
  let leftWeight: f64 = 0;
  let leftSum: f64 = 0;
  let rightWeight: f64 = 0;
  let rightSum: f64 = 0;
  for (let i: usize = 0; i < <usize>count << 3; i += 8) {
    let l = load<f64>(left + i);
    let r = load<f64>(known + i) - l;
    if (altered) {
      l *= load<f64>(factors + i);
      r *= load<f64>(factors + i);
    }
    leftWeight += l;
    rightWeight += r;
    leftSum += term(l);
    rightSum += term(r);
  }
  return whole - impurity(leftWeight, leftSum) - impurity(rightWeight, rightSum);
}
