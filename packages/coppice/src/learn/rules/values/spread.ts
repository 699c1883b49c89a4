/** Weight, sum and sum of squares of numbers. */
export interface Sums {
  readonly weight: number;
  readonly sum: number;
  readonly squares: number;
}

/** Squared error around their mean. */
export function spread({ weight, sum, squares }: Sums): number {
  return weight > 0 ? Math.max(0, squares - (sum * sum) / weight) : 0;
}

export function less(all: Sums, some: Sums): Sums {
  return {
    weight: all.weight - some.weight,
    sum: all.sum - some.sum,
    squares: all.squares - some.squares,
  };
}

export function plus(a: Sums, b: Sums): Sums {
  return { weight: a.weight + b.weight, sum: a.sum + b.sum, squares: a.squares + b.squares };
}

export const NO_SUMS: Sums = { weight: 0, sum: 0, squares: 0 };

export function sumsOf(targets: Float64Array, weights: Float64Array, rows: Int32Array): Sums {
  let [weight, sum, squares] = [0, 0, 0];
  for (const row of rows) {
    weight += weights[row];
    sum += weights[row] * targets[row];
    squares += weights[row] * targets[row] * targets[row];
  }
  return { weight, sum, squares };
}
