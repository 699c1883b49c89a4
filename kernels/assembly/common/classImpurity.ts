// Weight × impurity of `width` class weights (f64), by the operations of src/learn/criterion, in their order.

export const GINI: i32 = 0;
export const ENTROPY: i32 = 1;
/** The weight of all but the largest class; and twoing, where nodes are judged by Gini's impurity. */
export const MISTAKES: i32 = 2;
export const TWOING: i32 = 3;
/** The least loss of any answer, and Gini's impurity weighted by losses: src/learn/criterion/risk.ts. */
export const RISK: i32 = 4;
export const WEIGHTED_GINI: i32 = 5;

@inline
export function giniOf(weight: f64, squares: f64): f64 {
  return weight > 0 ? weight - squares / weight : 0;
}

export function giniOfCells(cells: usize, width: usize): f64 {
  let weight: f64 = 0;
  let squares: f64 = 0;
  const end = cells + (width << 3);
  for (let at = cells; at < end; at += 8) {
    const w = load<f64>(at);
    weight += w;
    squares += w * w;
  }
  return giniOf(weight, squares);
}

export function mistakesOfCells(cells: usize, width: usize): f64 {
  let weight: f64 = 0;
  let largest: f64 = 0;
  const end = cells + (width << 3);
  for (let at = cells; at < end; at += 8) {
    const w = load<f64>(at);
    weight += w;
    if (w > largest) largest = w;
  }
  return weight - largest;
}

@inline
function weightIn(cells: usize, k: usize): f64 {
  return load<f64>(cells + (k << 3));
}

/** `losses`: by class and answer (f64). */
export function riskOfCells(cells: usize, width: usize, answers: usize, losses: usize): f64 {
  let least: f64 = Infinity;
  for (let answer: usize = 0; answer < answers; answer++) {
    let sum: f64 = 0;
    for (let k: usize = 0; k < width; k++) sum += weightIn(losses, k * answers + answer) * weightIn(cells, k);
    if (sum < least) least = sum;
  }
  return least;
}

/** `losses`: by class and class (f64). */
export function weightedGiniOfCells(cells: usize, width: usize, losses: usize): f64 {
  let weight: f64 = 0;
  let sum: f64 = 0;
  for (let k: usize = 0; k < width; k++) {
    const own = weightIn(cells, k);
    weight += own;
    for (let j: usize = 0; j < width; j++) {
      if (j != k) sum += weightIn(losses, k * width + j) * own * weightIn(cells, j);
    }
  }
  return weight > 0 ? sum / weight : 0;
}

/** Weight × goodness of a division with these class weights on its sides: as in src/learn/criterion/twoing.ts. */
export function twoingOfCells(left: usize, right: usize, width: usize): f64 {
  const l = weightOfCells(left, width);
  const r = weightOfCells(right, width);
  if (l == 0 || r == 0) return 0;
  let spread: f64 = 0;
  for (let k: usize = 0; k < width << 3; k += 8) spread += abs(load<f64>(left + k) / l - load<f64>(right + k) / r);
  return (((l * r) / (l + r)) * spread * spread) / 2;
}

export function weightOfCells(cells: usize, width: usize): f64 {
  let weight: f64 = 0;
  const end = cells + (width << 3);
  for (let at = cells; at < end; at += 8) weight += load<f64>(at);
  return weight;
}
