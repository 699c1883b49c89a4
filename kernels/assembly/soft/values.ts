import { answers, at, gates, LANE, leafSums, leftOf, lefts, lossesOf, rightOf, rights, says, shares, slopes, spare, targetsOf, weightsOf } from "./job";
import { bothLanes } from "./gates";

// The loss of a block of rows is half the squared error of what the leaves say together.

export function addValueLoss(block: i32, partial: usize): void {
  averageLeaves();
  addSquares(block, partial);
  addErrors(leafSums(partial));
}

/** What the tree says below every gate: the average of its branches by their shares. */
function averageLeaves(): void {
  for (let leaf = 0; leaf <= gates; leaf++) {
    const value = v128.load64_splat(answers + (<usize>leaf << 3));
    const here = at(says, gates + leaf);
    for (let row: usize = 0; row < LANE; row += 16) v128.store(here + row, value);
  }
  for (let gate = gates - 1; gate >= 0; gate--) {
    const right = at(says, rightOf(gate));
    const left = at(says, leftOf(gate));
    for (let row: usize = 0; row < LANE; row += 16) {
      const ofRight = f64x2.mul(v128.load(at(rights, gate) + row), v128.load(right + row));
      const ofLeft = f64x2.mul(v128.load(at(lefts, gate) + row), v128.load(left + row));
      v128.store(at(says, gate) + row, f64x2.add(ofLeft, ofRight));
    }
  }
}

/** The squares, and by row its weight times its error. */
function addSquares(block: i32, partial: usize): void {
  const weights = weightsOf(block);
  const values = targetsOf(block);
  const losses = lossesOf(block);
  let sum = load<f64>(partial);
  for (let row: usize = 0; row < LANE; row += 8) {
    const error = load<f64>(says + row) - load<f64>(values + row);
    const loss = 0.5 * (error * error);
    if (losses != 0) store<f64>(losses + row, loss);
    const weight = load<f64>(weights + row);
    sum += weight * loss;
    store<f64>(spare + row, weight * error);
  }
  store<f64>(partial, sum);
}

function addErrors(sums: usize): void {
  for (let leaf = 0; leaf <= gates; leaf++) {
    let sum = f64x2.splat(0);
    const share = at(shares, gates + leaf);
    for (let row: usize = 0; row < LANE; row += 16) {
      sum = f64x2.add(sum, f64x2.mul(v128.load(spare + row), v128.load(share + row)));
    }
    const own = sums + (<usize>leaf << 3);
    store<f64>(own, load<f64>(own) + bothLanes(sum));
  }
}

export function valueSlopes(): void {
  for (let gate = 0; gate < gates; gate++) {
    const right = at(says, rightOf(gate));
    const left = at(says, leftOf(gate));
    for (let row: usize = 0; row < LANE; row += 16) {
      const steep = f64x2.mul(v128.load(at(rights, gate) + row), v128.load(at(lefts, gate) + row));
      const error = f64x2.mul(v128.load(spare + row), v128.load(at(shares, gate) + row));
      const step = f64x2.sub(v128.load(right + row), v128.load(left + row));
      v128.store(at(slopes, gate) + row, f64x2.mul(f64x2.mul(error, steep), step));
    }
  }
}
