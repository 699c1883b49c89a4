import { log2 } from "../common/log2";
import { answers, at, BLOCK, classes, gates, LANE, leafSums, leftOf, lefts, lossesOf, rightOf, rights, says, shares, slopes, spare, targetsOf, weightsOf } from "./job";

// The loss of a block of rows is minus the logarithm of what the leaves together give the row's class. A leaf's part of a
// row (`says`) is what it contributes to that.

const LN_2: f64 = 0.6931471805599453;
/** Below it, the probability of a row's class counts as this. */
const LEAST: f64 = 1e-300;

export function addClassLoss(block: i32, partial: usize): void {
  const labels = targetsOf(block);
  weighLeaves(labels);
  addLogs(block, partial);
  divideParts(labels, weightsOf(block), leafSums(partial));
}

/** What each leaf gives the class of each row, and the sums over the leaves. */
function weighLeaves(labels: usize): void {
  memory.fill(spare, 0, LANE);
  for (let leaf = 0; leaf <= gates; leaf++) {
    const here = at(says, gates + leaf);
    const share = at(shares, gates + leaf);
    const own = answers + ((<usize>leaf * <usize>classes) << 3);
    for (let row: usize = 0; row < LANE; row += 8) {
      const k = <usize>load<f64>(labels + row);
      const part = load<f64>(share + row) * load<f64>(own + (k << 3));
      store<f64>(here + row, part);
      store<f64>(spare + row, load<f64>(spare + row) + part);
    }
  }
}

function addLogs(block: i32, partial: usize): void {
  const weights = weightsOf(block);
  const losses = lossesOf(block);
  let sum = load<f64>(partial);
  for (let row: usize = 0; row < LANE; row += 8) {
    const all = max(load<f64>(spare + row), LEAST);
    store<f64>(spare + row, all);
    const loss = -(LN_2 * log2(all));
    if (losses != 0) store<f64>(losses + row, loss);
    sum += load<f64>(weights + row) * loss;
  }
  store<f64>(partial, sum);
}

/** Each leaf's part of each row, and its sums by class. */
function divideParts(labels: usize, weights: usize, sums: usize): void {
  for (let leaf = 0; leaf <= gates; leaf++) {
    const here = at(says, gates + leaf);
    const own = sums + ((<usize>leaf * <usize>classes) << 3);
    for (let row: usize = 0; row < LANE; row += 16) {
      v128.store(here + row, f64x2.div(v128.load(here + row), v128.load(spare + row)));
    }
    for (let i: usize = 0; i < BLOCK; i++) {
      const row = i << 3;
      const sum = own + (<usize>load<f64>(labels + row) << 3);
      store<f64>(sum, load<f64>(sum) + load<f64>(weights + row) * load<f64>(here + row));
    }
  }
}

/** A gate's part of a row is that of its branches; the slope compares them with their shares. */
export function classSlopes(block: i32): void {
  const weights = weightsOf(block);
  for (let gate = gates - 1; gate >= 0; gate--) {
    const right = at(says, rightOf(gate));
    const left = at(says, leftOf(gate));
    for (let row: usize = 0; row < LANE; row += 16) {
      const onRight = v128.load(right + row);
      const onLeft = v128.load(left + row);
      const more = f64x2.mul(v128.load(at(rights, gate) + row), onLeft);
      const less = f64x2.mul(v128.load(at(lefts, gate) + row), onRight);
      v128.store(at(says, gate) + row, f64x2.add(onLeft, onRight));
      v128.store(at(slopes, gate) + row, f64x2.mul(v128.load(weights + row), f64x2.sub(more, less)));
    }
  }
}
