import fc from "fast-check";
import { expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
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

const kinds = ["thresholds", "levels", "sets"] as const;

function testsOn(kind: (typeof kinds)[number], count: number): CodedAttribute["tests"] {
  if (kind === "levels") return { kind, count };
  return kind === "thresholds"
    ? { kind }
    : { kind, sets: Uint32Array.from({ length: 2 ** count - 2 }, (_, i) => i + 1) };
}

/** A list of so many. */
const listOf = <T>(one: fc.Arbitrary<T>, length: number) =>
  fc.array(one, { minLength: length, maxLength: length });
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });

const attributeOf = (rows: number): fc.Arbitrary<CodedAttribute> =>
  fc
    .record({ kind: fc.constantFrom(...kinds), count: fc.integer({ min: 2, max: 4 }) })
    .chain(({ kind, count }) =>
      listOf(fc.nat(count - 1), rows).map((codes) => ({
        codes: Uint16Array.from(codes),
        count,
        tests: testsOn(kind, count),
      })),
    );

const targetOf = (rows: number): fc.Arbitrary<OptimalTable["target"]> =>
  fc.oneof(
    fc.integer({ min: 2, max: 4 }).chain((classes) =>
      fc
        .record({
          labels: listOf(fc.nat(classes - 1), rows),
          losses: maybe(listOf(fc.integer({ min: 1, max: 3 }), classes ** 2)),
        })
        .map(({ labels, losses }) => ({
          kind: "classes" as const,
          labels: Uint16Array.from(labels),
          classes,
          ...(losses && {
            losses: Float64Array.from(losses, (loss, i) => (i % (classes + 1) === 0 ? 0 : loss)),
          }),
        })),
    ),
    listOf(fc.integer({ min: -5, max: 5 }), rows).map((values) => ({
      kind: "values" as const,
      values: Float64Array.from(values),
    })),
  );

const tables: fc.Arbitrary<OptimalTable> = fc.integer({ min: 1, max: 14 }).chain((rows) =>
  fc
    .record({
      attributes: fc.array(attributeOf(rows), { minLength: 1, maxLength: 3 }),
      target: targetOf(rows),
      weights: maybe(listOf(fc.integer({ min: 1, max: 4 }), rows)),
    })
    .map(({ attributes, target, weights }) => ({
      rows,
      attributes,
      target,
      weights: weights ? Float64Array.from(weights) : new Float64Array(rows).fill(1),
      isPlain: target.kind === "classes" && weights === undefined && target.losses === undefined,
    })),
);

it("the search finds what trying every tree finds, by pairs of attributes and by scans", () => {
  fc.assert(
    fc.property(
      tables,
      fc.record({
        depth: fc.integer({ min: 1, max: 3 }),
        tests: fc.integer({ min: 1, max: 7 }),
        price: fc.constantFrom(0, 0, 0.25, 1),
      }),
      fc.boolean(),
      (table, limits, pairs) => {
        const { depth, price } = limits;
        const bounded = { depth, tests: Math.min(limits.tests, 2 ** depth - 1), price };
        const found = search(table, bounded, pairs);
        const least = bruteForce(table, allRows(table), bounded);
        expect(found.best.cost).toBeCloseTo(least, 9);
        expect(found.bound).toBeCloseTo(least, 9);
        expect(costOf(table, found.best, allRows(table), price)).toBeCloseTo(least, 9);
      },
    ),
    draws(300),
  );
});

it("the search has a bound below the optimum and a tree no worse than the greedy one when it is stopped", () => {
  fc.assert(
    fc.property(tables, fc.integer({ min: 1, max: 12 }), (table, steps) => {
      const whole = search(table, { depth: 3, tests: 7, price: 0 });
      const part = search(table, { depth: 3, tests: 7, price: 0, steps });
      expect(part.bound).toBeLessThanOrEqual(whole.best.cost + 1e-9);
      expect(part.best.cost).toBeGreaterThanOrEqual(whole.best.cost - 1e-9);
      expect(part.best.cost).toBeLessThanOrEqual(greedyTree(table, 3, 7, 0).cost + 1e-9);
    }),
    draws(100),
  );
});
