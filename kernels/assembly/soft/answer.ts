import { openGate, shareRows } from "./gates";
import { answers, at, blocks, cellsOf, classes, forms, gates, LANE, lefts, partialOf, readJob, rights, shares, spare, takeScratch } from "./job";

// What a soft tree predicts: the answers of its leaves, averaged by the shares of the row. The cells are the gates'
// measures, block by block and gate by gate; a form is a threshold and a slope. See src/kernels/drivers/soft/softAnswers.ts.

/** The twin of predict/walk.ts: leaf after leaf, then divided by the sum of the shares. NaN if a measure is missing. */
export function answer(job: usize): void {
  readJob(job);
  takeScratch(0);
  for (let block = 0; block < blocks; block++) {
    shareBlock(block);
    for (let k = 0; k < classes; k++) average(k, partialOf(block) + <usize>k * LANE);
  }
}

/** The same if leaves answer row by row: block after block, by leaf and number, a lane of answers. */
export function answerOwn(job: usize): void {
  readJob(job);
  takeScratch(0);
  for (let block = 0; block < blocks; block++) {
    shareBlock(block);
    const own = answers + <usize>(block * (gates + 1) * classes) * LANE;
    for (let k = 0; k < classes; k++) averageOwn(at(own, k), partialOf(block) + <usize>k * LANE);
  }
}

/** The shares of the leaves, and their sum. */
export function shareBlock(block: i32): void {
  const from = cellsOf(block);
  for (let gate = 0; gate < gates; gate++) {
    const threshold = v128.load64_splat(forms + (<usize>gate << 4));
    const slope = v128.load64_splat(forms + (<usize>gate << 4), 8);
    const right = at(rights, gate);
    for (let row: usize = 0; row < LANE; row += 16) {
      const cell = v128.load(at(from, gate) + row);
      v128.store(right + row, f64x2.mul(slope, f64x2.sub(threshold, cell)));
    }
    openGate(right, at(lefts, gate));
  }
  shareRows();
  sumShares();
}

function sumShares(): void {
  for (let row: usize = 0; row < LANE; row += 16) {
    let sum = f64x2.splat(0);
    for (let leaf = 0; leaf <= gates; leaf++) sum = f64x2.add(sum, v128.load(at(shares, gates + leaf) + row));
    v128.store(spare + row, sum);
  }
}

/** One of a leaf's numbers. */
function average(k: i32, into: usize): void {
  for (let row: usize = 0; row < LANE; row += 16) {
    let sum = f64x2.splat(0);
    for (let leaf = 0; leaf <= gates; leaf++) {
      const own = v128.load64_splat(answers + (<usize>(leaf * classes + k) << 3));
      sum = f64x2.add(sum, f64x2.mul(v128.load(at(shares, gates + leaf) + row), own));
    }
    v128.store(into + row, f64x2.div(sum, v128.load(spare + row)));
  }
}

/** The lanes of one number, from that of the first leaf on. */
function averageOwn(first: usize, into: usize): void {
  for (let row: usize = 0; row < LANE; row += 16) {
    let sum = f64x2.splat(0);
    let own = first + row;
    for (let leaf = 0; leaf <= gates; leaf++) {
      sum = f64x2.add(sum, f64x2.mul(v128.load(at(shares, gates + leaf) + row), v128.load(own)));
      own += <usize>classes * LANE;
    }
    v128.store(into + row, f64x2.div(sum, v128.load(spare + row)));
  }
}
