import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { type Random, random } from "../../base/random.js";
import { type CodedAttribute, type OptimalTable, testsOf } from "../../kernels/drivers/optimal.js";
import { SoloTeam } from "../../kernels/team.js";
import { divide } from "./divide.js";
import { allRows, greedyTree } from "./greedy.js";
import { OptimalSearch, type SearchLimits } from "./search.js";
import type { Solution } from "./solution.js";
import { leafCost, sumsOf } from "./sums.js";

/** Every tree there is, one after the other. */
function bruteForce(table: OptimalTable, rows: Uint32Array, limits: SearchLimits): number {
  const { depth, tests, price } = limits;
  let best = leafCost(table, sumsOf(table, rows)) + price;
  if (depth === 0 || tests === 0) return best;
  const below = (part: Uint32Array, most: number) =>
    bruteForce(table, part, { depth: depth - 1, tests: most, price });
  for (const attribute of table.attributes) {
    for (let test = 0; test < testsOf(attribute); test++) {
      const [left, right] = divide(attribute, test, rows);
      if (left.length === 0 || right.length === 0) continue;
      for (let onLeft = 0; onLeft < tests; onLeft++) {
        const one = below(left, onLeft);
        if (one < best) best = Math.min(best, one + below(right, tests - 1 - onLeft));
      }
    }
  }
  return best;
}

function costOf(table: OptimalTable, { split }: Solution, rows: Uint32Array, price: number): number {
  if (split === undefined) return leafCost(table, sumsOf(table, rows)) + price;
  const [left, right] = divide(table.attributes[split.attribute], split.test, rows);
  return costOf(table, split.left, left, price) + costOf(table, split.right, right, price);
}

function search(table: OptimalTable, limits: SearchLimits, pairs?: boolean) {
  const steps = new OptimalSearch(table, limits, new SoloTeam(), pairs).search();
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

function testsOn(kind: number, count: number): CodedAttribute["tests"] {
  if (kind === 0) return { kind: "thresholds" };
  if (kind === 1) return { kind: "levels", count };
  return { kind: "sets", sets: Uint32Array.from({ length: 2 ** count - 2 }, (_, i) => i + 1) };
}

/** A table with tests of all kinds; of classes, with losses or without, or of values; with weights or without. */
function randomTable(rng: Random, rows: number): OptimalTable {
  const list = (count: number, from = 0) => Array.from({ length: rows }, () => from + rng.below(count));
  const attributes = Array.from({ length: 1 + rng.below(3) }, (): CodedAttribute => {
    const count = 2 + rng.below(3);
    return { codes: Uint16Array.from(list(count)), count, tests: testsOn(rng.below(3), count) };
  });
  const classes = 2 + rng.below(3);
  const lossAt = (i: number) => (i % (classes + 1) === 0 ? 0 : 1 + rng.below(3));
  const losses = rng.below(2) === 0 && Float64Array.from({ length: classes ** 2 }, (_, i) => lossAt(i));
  const target: OptimalTable["target"] =
    rng.below(2) === 0
      ? { kind: "values", values: Float64Array.from(list(11, -5)) }
      : { kind: "classes", labels: Uint16Array.from(list(classes)), classes, ...(losses && { losses }) };
  const most = rng.below(2) === 0 ? 1 : 4;
  const isPlain = target.kind === "classes" && most === 1 && !losses;
  return { rows, attributes, target, weights: Float64Array.from(list(most, 1)), isPlain };
}

const tables = fc
  .record({ seed: fc.nat(), rows: fc.integer({ min: 1, max: 14 }) })
  .map(({ seed, rows }) => randomTable(random(seed), rows));

it("the search finds what trying every tree finds, by pairs of attributes and by scans", () => {
  const depths = fc.integer({ min: 1, max: 3 });
  const counts = fc.integer({ min: 1, max: 7 });
  const prices = fc.constantFrom(0, 0, 0.25, 1);
  forAll(300, [tables, depths, counts, prices, fc.boolean()], (table, depth, most, price, pairs) => {
    const limits = { depth, tests: Math.min(most, 2 ** depth - 1), price };
    const found = search(table, limits, pairs);
    const least = bruteForce(table, allRows(table), limits);
    expect(found.best.cost).toBeCloseTo(least, 9);
    expect(found.bound).toBeCloseTo(least, 9);
    expect(costOf(table, found.best, allRows(table), price)).toBeCloseTo(least, 9);
  });
});

it("the search has a bound below the optimum and a tree no worse than the greedy one when it is stopped", () => {
  forAll(100, [tables, fc.integer({ min: 1, max: 12 })], (table, steps) => {
    const whole = search(table, { depth: 3, tests: 7, price: 0 });
    const part = search(table, { depth: 3, tests: 7, price: 0, steps });
    expect(part.bound).toBeLessThanOrEqual(whole.best.cost + 1e-9);
    expect(part.best.cost).toBeGreaterThanOrEqual(whole.best.cost - 1e-9);
    expect(part.best.cost).toBeLessThanOrEqual(greedyTree(table, 3, 7, 0).cost + 1e-9);
  });
});
