import { type CodedAttribute, type OptimalTable, testsOf } from "../../kernels/drivers/optimal.js";
import { divide, leftCodes } from "./divide.js";
import type { Solution } from "./solution.js";
import { addRow, entropy, impurity, leafCost, type Sums, sumsOf, widthOf } from "./sums.js";

interface Split {
  readonly attribute: number;
  readonly test: number;
  readonly impurity: number;
}

/** The attributes, that of the purest split of all rows first. */
export function mostPromisingFirst(table: OptimalTable): number[] {
  const rows = allRows(table);
  const best = table.attributes.map(
    (_, a) => purestOf(table, rows, a, impurity)?.impurity ?? Number.POSITIVE_INFINITY,
  );
  return best.map((_, a) => a).sort((a, b) => best[a] - best[b] || a - b);
}

export function allRows({ rows }: OptimalTable): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, row) => row);
}

/** What a tree takes the split with the least of. */
type Score = (table: OptimalTable, sums: Sums) => number;

/** The tree that always takes the purest split, where that is worth the price of its leaves: one to do better than. */
export function greedyTree(table: OptimalTable, depth: number, tests: number, price: number): Solution {
  return grow(table, allRows(table), depth, tests, price, impurity);
}

/** Trees by other criteria, for a search that was stopped: its tree is to be no worse than any of them. */
export function otherGreedyTrees(
  table: OptimalTable,
  depth: number,
  tests: number,
  price: number,
): Solution[] {
  return [entropy, leafCost].map((score) => grow(table, allRows(table), depth, tests, price, score));
}

function grow(
  table: OptimalTable,
  rows: Uint32Array,
  depth: number,
  tests: number,
  price: number,
  score: Score,
): Solution {
  const leaf = leafCost(table, sumsOf(table, rows)) + price;
  if (depth === 0 || tests === 0 || rows.length < 2) return { cost: leaf };
  const split = purest(table, rows, score);
  if (split === undefined) return { cost: leaf };
  const { attribute, test } = split;
  const [one, other] = divide(table.attributes[attribute], test, rows);
  const left = grow(table, one, depth - 1, tests - 1, price, score);
  const right = grow(table, other, depth - 1, tests - 1 - testsIn(left), price, score);
  const cost = left.cost + right.cost;
  return cost < leaf ? { cost, split: { attribute, test, left, right } } : { cost: leaf };
}

function testsIn({ split }: Solution): number {
  return split ? 1 + testsIn(split.left) + testsIn(split.right) : 0;
}

function purest(table: OptimalTable, rows: Uint32Array, score: Score): Split | undefined {
  let best: Split | undefined;
  for (let a = 0; a < table.attributes.length; a++) {
    const split = purestOf(table, rows, a, score);
    if (split && (best === undefined || split.impurity < best.impurity)) best = split;
  }
  return best;
}

function purestOf(table: OptimalTable, rows: Uint32Array, a: number, score: Score): Split | undefined {
  const attribute = table.attributes[a];
  const width = widthOf(table);
  const tally = new Float64Array(attribute.count * width);
  for (const row of rows) addRow(table, row, tally, attribute.codes[row] * width);
  const whole = new Float64Array(width);
  for (let i = 0; i < tally.length; i++) whole[i % width] += tally[i];
  let best: Split | undefined;
  for (const [test, left] of leftSums(attribute, tally, width).entries()) {
    const right = whole.map((sum, k) => sum - left[k]);
    if (isNothing(table, left) || isNothing(table, right)) continue;
    const both = score(table, left) + score(table, right);
    if (best === undefined || both < best.impurity) best = { attribute: a, test, impurity: both };
  }
  return best;
}

/** The sums on the left of each test. */
function leftSums(attribute: CodedAttribute, tally: Float64Array, width: number): Sums[] {
  const sums: Sums[] = [];
  const isRunning = attribute.tests.kind === "thresholds";
  for (let test = 0; test < testsOf(attribute); test++) {
    const left = isRunning && test > 0 ? sums[test - 1].slice() : new Float64Array(width);
    const goesLeft = isRunning ? undefined : leftCodes(attribute, test);
    for (let code = isRunning ? test : 0; code < (isRunning ? test + 1 : attribute.count); code++) {
      if (goesLeft && !goesLeft[code]) continue;
      for (let k = 0; k < width; k++) left[k] += tally[code * width + k];
    }
    sums.push(left);
  }
  return sums;
}

/** Of a numeric target the first sum is the weight. */
function isNothing({ target }: OptimalTable, sums: Sums): boolean {
  return target.kind === "classes" ? sums.every((sum) => sum === 0) : sums[0] === 0;
}
