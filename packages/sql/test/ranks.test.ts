import fc from "fast-check";
import { expect, it } from "vitest";
import { draws } from "../../coppice/test/kit/draws.js";
import { itHolds } from "../../coppice/test/kit/forAll.js";
import { allRows } from "../src/connection/results.js";
import { duckdb } from "../src/dialect/duckdb.js";
import { withStages } from "../src/engine/hashSql.js";
import { type CellRules, cellOf, rankCells } from "../src/engine/rankCells.js";
import { isRankable, type Ranking, rankByHalves, rankStages } from "../src/engine/rankSql.js";
import { openDuck } from "./duck.js";

const connection = await openDuck();

const below = (edges: Float64Array, x: number) => edges.filter((edge) => edge < x).length;

/** Numbers near each other, far apart, at the ends of doubles, integers that are no longer exact, and decimals. */
const numbers = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 53, 2 ** 53 + 2, 1e300),
  fc.integer({ min: 0, max: 300 }).map((i) => i / 10),
  fc.integer({ min: 0, max: 20 }).map((i) => 1 + i * 2 ** -52),
);

const ascending = (values: readonly number[]) => Float64Array.from(new Set(values.map((x) => x + 0))).sort();

/** What the database finds in columns of the same cells, and what is right; NaN stands for NULL. */
async function ranksOf(cells: readonly number[], columns: readonly Pick<Ranking, "edges" | "areEdges">[]) {
  const known = cells.filter((x) => !Number.isNaN(x));
  const range = known.length === 0 ? [Number.NaN, Number.NaN] : [Math.min(...known), Math.max(...known)];
  const literals = cells.map((x) => (Number.isNaN(x) ? "NULL" : duckdb.double(x)));
  const query = literals.map((x) => `SELECT CAST(${x} AS DOUBLE) AS x`).join(" UNION ALL ");
  const rankings = columns.map((column, i) => ({
    ...{ ...column, range: range as [number, number], x: "x", name: `r${i}` },
  }));
  const stages = [{ name: "given", query }, ...rankStages(rankings, "given", "ranked", duckdb)];
  const selected = columns.map((_, i) => `CAST(r${i} AS DOUBLE)`).join(", ");
  const statement = withStages(stages, `SELECT ${selected} FROM ${stages[stages.length - 1].name}`);
  const result = await allRows(connection, statement);
  return columns.map((_, i) => [...result.numbers(i)]);
}

it("ranks are those of comparing with every edge, whatever the numbers", async () => {
  const some = fc.array(numbers, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(some, fc.array(numbers, { maxLength: 40 }), async (given, more) => {
      const edges = ascending(given);
      const values = ascending([...given, ...more]);
      const cells = [...edges, ...more.map((x) => x + 0), Number.NaN];
      const ranks = (of: Float64Array) => cells.map((x) => (Number.isNaN(x) ? x : below(of, x)));
      const found = await ranksOf(cells, [{ edges }, { edges: values, areEdges: true }]);
      expect(found).toEqual([ranks(edges), ranks(values)]);
    }),
    draws(60),
  );
});

it.each([254, 255, 256, 257])("ranks among %i edges, where a code ends that a byte holds", async (count) => {
  const edges = Float64Array.from({ length: count }, (_, i) => Math.sqrt(i));
  const cells = [...edges, ...edges.map((x) => x + 0.01), -1, 1e6];
  expect(await ranksOf(cells, [{ edges }])).toEqual([cells.map((x) => below(edges, x))]);
  expect(await ranksOf([...edges], [{ edges, areEdges: true }])).toEqual([[...edges.keys()]]);
});

it("ranks among no edges, and of no numbers", async () => {
  expect(await ranksOf([1, Number.NaN], [{ edges: new Float64Array(0) }])).toEqual([[0, Number.NaN]]);
  expect(await ranksOf([Number.NaN], [{ edges: Float64Array.of(1, 2) }])).toEqual([[Number.NaN]]);
});

itHolds(
  "ranks by cells: the table has at most as many edges in a cell as the rules say",
  200,
  [fc.array(numbers, { minLength: 1, maxLength: 200 }), fc.constantFrom(1, 2)],
  (some, most) => {
    const rules: CellRules = { most, cells: 512, pieces: 6 };
    const edges = ascending(some);
    const cells = rankCells(edges, [edges[0], edges[edges.length - 1]], rules);
    if (cells === undefined) return;
    expect(cells.most).toBeLessThanOrEqual(most);
    expect(cells.before.length).toBeLessThanOrEqual(512);
    for (const x of edges) {
      const piece = cells.pieces.find(({ high }) => x <= high)!;
      const rank = cells.before[piece.first + cellOf(x, piece.low, piece.scale)];
      expect(below(edges, x) - rank).toBeGreaterThanOrEqual(0);
      expect(below(edges, x) - rank).toBeLessThan(most);
    }
  },
);

it("quantiles of usual distributions need no nested comparisons; numbers all over the range do", () => {
  const quantiles = (of: (p: number) => number) =>
    Float64Array.from({ length: 254 }, (_, i) => of((i + 1) / 255));
  const logit = (p: number) => Math.log(p / (1 - p));
  for (const of of [(p: number) => p, logit, (p: number) => -Math.log(1 - p), (p: number) => p ** 4])
    expect(isRankable(quantiles(of), duckdb)).toBe(true);
  const wide = Float64Array.from({ length: 200 }, (_, i) => 10 ** (3 * i - 300));
  expect(isRankable(wide, duckdb)).toBe(false);
  expect(rankByHalves("x", Float64Array.of(1), duckdb)).toContain("CASE WHEN x <= ");
});
