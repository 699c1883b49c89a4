import { begin, best, consider, firstBest, leftBest, reconsider, rightBest } from "./best";
import { free, gather, layFrame, leftTest } from "./frame";
import { bitBytes, searchBits } from "./bits";
import { intervalBytes, layIntervals, searchThresholds } from "./intervals";
import { attributes, firstTest, isPlain, kindOf, readJob, tests, testCount, THRESHOLDS } from "./job";
import { pairBytes, searchPairs } from "./pairs";
import { beginScan, resolve, scanBytes, scanTest } from "./scan";

// Optimal trees of at most three tests in two levels. See src/kernels/drivers/optimal.ts.

/** Reads the job. */
export function start(job: usize): void {
  readJob(job);
  layFrame();
}

/** Bytes of scratch memory that the job needs. */
export function scratchBytes(job: usize, pairs: i32): usize {
  readJob(job);
  return layFrame() + (pairs ? max(pairBytes(), isPlain ? bitBytes() : 0) : 0) + scanBytes() + intervalBytes() + 256;
}

/**
 * The best tree of the rows in a list with at most so many tests (up to three, in two levels), where a leaf costs `price` besides
 * its errors, if it costs less than `upper`. Its cost is written to `into`, followed by its tests: first, left, right; -1: none.
 * `pairs`: by tables of two attributes. `order`: the attributes, the most promising first.
 */
export function search(list: usize, n: i32, most: i32, price: f64, upper: f64, pairs: i32, order: usize, into: usize): void {
  gather(list, n);
  begin(most, price, upper);
  if (n > 1 && most > 0 && best > price) {
    if (pairs) byPairs();
    else byScans(list, order);
  }
  store<f64>(into, best);
  store<f64>(into, <f64>firstBest, 8);
  store<f64>(into, <f64>leftBest, 16);
  store<f64>(into, <f64>rightBest, 24);
}

function byPairs(): void {
  if (isPlain) searchBits();
  else searchPairs();
  for (let t = 0; t < tests; t++) if (load<i32>(leftTest + (<usize>t << 2)) != -2) consider(t);
}

function byScans(list: usize, order: usize): void {
  beginScan(list);
  layIntervals(free + scanBytes());
  for (let i: usize = 0; i < <usize>attributes; i++) {
    const a = <i32>load<u32>(order + (i << 2));
    if (kindOf(a) == THRESHOLDS) {
      searchThresholds(a);
      continue;
    }
    for (let j = 0; j < testCount(a); j++) {
      scanTest(a, j);
      consider(firstTest(a) + j);
    }
  }
  if (firstBest >= 0) resolveBest();
}

/** The numbers of the second tests, where only their attributes are known. */
function resolveBest(): void {
  let a = 0;
  while (a + 1 < attributes && firstTest(a + 1) <= firstBest) a++;
  resolve(a, firstBest - firstTest(a));
  reconsider();
}
