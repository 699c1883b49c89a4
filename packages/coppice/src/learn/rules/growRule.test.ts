import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, nominal, numeric } from "../../../test/kit/index.js";
import { log2 } from "../../base/log2.js";
import { random } from "../../base/random.js";
import { prepare } from "../../engine/problem.js";
import { makeTable } from "../../table/table.js";
import { binsOf } from "./bins.js";
import { type Examples, examplesOf } from "./examples.js";
import { growRule } from "./growRule.js";
import { coveredByAll, type Literal } from "./literal.js";

/** Numbers of many and of few values, some missing, and classes that depend on them a little. */
function examples(rows: number, seed: number, weights: boolean): Examples {
  const chance = random(seed);
  const cells = (of: (row: number) => number) => Array.from({ length: rows }, (_, row) => of(row));
  const many = cells(() => (chance.below(20) === 0 ? Number.NaN : chance.normal()));
  const few = cells(() => chance.below(7));
  const codes = cells((row) => Number(many[row] + few[row] / 4 + chance.normal() > 1));
  const w = cells(() => (weights ? 1 + chance.below(3) : 1));
  const columns = [numeric("many", many), numeric("few", few), numeric("w", w)];
  const table = makeTable([...columns, nominal("class", ["a", "b"], codes)]);
  const request = weights ? { weight: "w" } : { use: ["many", "few"] };
  return examplesOf(prepare(table, { target: "class", ...request }));
}

/** Foil's gain of a condition, counted row by row. */
function gainOf(ex: Examples, rows: Int32Array, literal: Literal): number {
  const count = (some: Int32Array) => {
    let [hits, total] = [0, 0];
    for (const row of some) {
      total += ex.weights[row];
      if (ex.classOf[row] === 1) hits += ex.weights[row];
    }
    return { hits, total };
  };
  const [before, now] = [count(rows), count(coveredByAll([literal], rows, ex))];
  return now.hits * (log2((now.hits + 1) / (now.total + 1)) - log2((before.hits + 1) / (before.total + 1)));
}

/** The rows as often as they weigh, each weighing 1. */
function repeated(ex: Examples): Examples {
  const rows = Array.from(ex.weights, (weight, row) => new Array<number>(weight).fill(row)).flat();
  const at = (codes: Int32Array) => Int32Array.from(rows, (row) => codes[row]);
  return {
    ...ex,
    rows: rows.length,
    classOf: at(ex.classOf),
    weights: new Float64Array(rows.length).fill(1),
    plain: true,
    attributes: ex.attributes.map(({ codes, count, ...rest }) => {
      const own = at(codes);
      return { ...rest, codes: own, count, bins: binsOf(own, count, false) };
    }),
  };
}

it("growRule by share takes the same conditions from rows of weight 1 to 3 as from rows that appear so often", () => {
  const options = { minWeight: 1, nominal: "level", measure: "share" } as const;
  // Bins of several values hold different values here and there: equals must not be told apart by them.
  const grown = (ex: Examples, value: number) => {
    const rows = Int32Array.from({ length: ex.rows }, (_, row) => row);
    const some = rows.filter((row) => ex.attributes[1].codes[row] >= value);
    return growRule(ex, some, 1, [], options);
  };
  forAll(25, [fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 400, max: 900 })], (seed, n) => {
    const ex = examples(n, seed, true);
    const often = repeated(ex);
    for (const value of [0, 2, 4, 6]) expect(grown(often, value)).toEqual(grown(ex, value));
  });
});

it("growRule takes the condition of greatest gain, though most bounds are never looked at", () => {
  forAll(
    15,
    [fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 5, max: 900 }), fc.boolean()],
    (seed, n, weights) => {
      const ex = examples(n, seed, weights);
      const all = Int32Array.from({ length: n }, (_, row) => row).filter((row) => row % 3 !== 1);
      const [first] = growRule(ex, all, 1, [], { minWeight: 0, nominal: "level" });
      const possible = ex.attributes.flatMap(({ count }, attribute) =>
        Array.from({ length: count }, (_, code): Literal[] => [
          { kind: "atMost", attribute, code },
          { kind: "above", attribute, code },
        ]).flat(),
      );
      // With missing values, to be known may gain, which no bound that parts the known says.
      if (first === undefined) return;
      const gain = gainOf(ex, all, first);
      const known = possible.filter((literal) => {
        const { codes, count } = ex.attributes[literal.attribute];
        return coveredByAll([literal], all, ex).length < all.filter((row) => codes[row] < count).length;
      });
      expect(gain).toBeCloseTo(Math.max(0, ...known.map((literal) => gainOf(ex, all, literal))), 9);
    },
  );
});
