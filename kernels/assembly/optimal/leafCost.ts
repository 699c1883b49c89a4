import { isClasses, isPlain, losses, width } from "./job";

/** What a leaf with these sums costs: the least loss of any class, or the squared error around the mean. */
export function leafCost(sums: usize): f64 {
  if (!isClasses) return squares(load<f64>(sums), load<f64>(sums, 8), load<f64>(sums, 16));
  if (losses) return leastLoss(sums);
  let total: f64 = 0;
  let most: f64 = 0;
  for (let k = 0; k < width; k++) {
    const n = load<f64>(sums + (<usize>k << 3));
    total += n;
    most = max(most, n);
  }
  return total - most;
}

@inline
function squares(weight: f64, sum: f64, squared: f64): f64 {
  return weight > 0 ? max<f64>(0, squared - (sum * sum) / weight) : 0;
}

function leastLoss(sums: usize): f64 {
  let least = Infinity;
  for (let label = 0; label < width; label++) {
    let loss: f64 = 0;
    for (let k = 0; k < width; k++)
      loss += load<f64>(sums + (<usize>k << 3)) * load<f64>(losses + (<usize>(k * width + label) << 3));
    least = min(least, loss);
  }
  return least;
}
