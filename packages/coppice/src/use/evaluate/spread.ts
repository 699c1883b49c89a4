import { ExactSum, productError } from "../../base/exactSum.js";

/** Mean and variance of numbers that come one by one, from exact sums: the order of the numbers does not matter. */
export class Spread {
  /** Rows of weight 1, and the other weights. */
  private ones = 0;
  private readonly weights = new ExactSum();
  private readonly first = new ExactSum();
  private readonly second = new ExactSum();

  add(value: number, weight = 1): void {
    if (weight === 1) {
      this.ones++;
      this.first.add(value);
      this.second.addProduct(value, value);
      return;
    }
    this.weights.add(weight);
    const weighted = weight * value;
    const error = productError(weight, value, weighted);
    this.first.add(weighted);
    this.first.add(error);
    this.second.addProduct(weighted, value);
    this.second.addProduct(error, value);
  }

  get weight(): number {
    const sum = new ExactSum();
    sum.add(this.ones);
    for (const part of this.weights.expansion()) sum.add(part);
    return sum.value;
  }

  get mean(): number {
    return this.first.value / this.weight;
  }

  /** Σw(y - m)² / Σw, m the mean: Σwy² - 2mΣwy + m²Σw without rounding before the end. */
  get variance(): number {
    const { weight, mean } = this;
    const sum = new ExactSum();
    for (const part of this.second.expansion()) sum.add(part);
    for (const part of this.first.expansion()) sum.addProduct(-2 * mean, part);
    const square = mean * mean;
    for (const part of [this.ones, ...this.weights.expansion()]) {
      sum.addProduct(square, part);
      sum.addProduct(productError(mean, mean, square), part);
    }
    return Math.max(0, sum.value) / weight;
  }
}
