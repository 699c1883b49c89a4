import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { problems } from "../../../test/random-problems.js";
import type { NominalColumn } from "../../table/column.js";
import { nominal, numeric } from "../../testing/columns.js";
import { type EncodedAttribute, encodeAttribute } from "../encode.js";
import type { Tally } from "../port.js";
import type { Problem } from "../problem.js";
import { type Entries, Gathered, targetRows } from "./entries.js";
import { rankTally, rankWeights } from "./ranks.js";
import { classTally, momentTally, Tallier } from "./tally.js";

/** Some of a problem's rows, whole or half. */
const nodes = problems({ maxRows: 60 }).chain((problem) =>
  fc
    .tuple(
      fc.array(fc.boolean(), { minLength: problem.rows, maxLength: problem.rows }),
      fc.constantFrom("whole", "halved"),
    )
    .map(([chosen, kind]) => {
      const rows = Int32Array.from(chosen.keys()).filter((row) => chosen[row]);
      return { problem, entries: kind === "whole" ? { rows } : halved(problem, rows) };
    }),
);

function halved(problem: Problem, rows: Int32Array): Entries {
  const target = targetRows(problem);
  const half = (values: Float64Array) => Float64Array.from(rows, (row) => values[row] / 2);
  return {
    rows,
    parts: {
      weight: half(target.weight ?? new Float64Array(problem.rows).fill(1)),
      ...(target.u1 && target.u2 && { u1: half(target.u1), u2: half(target.u2) }),
    },
  };
}

/** A tally is valid until the next is made. */
const kept = ({ codes, cells, missing, ...rest }: Tally): Tally => ({
  ...rest,
  codes: codes.slice(),
  cells: cells.slice(),
  missing: missing.slice(),
});

const ofClasses = (column: NominalColumn, weights?: Float64Array) =>
  ({ target: { kind: "classes", column }, weights, rows: column.codes.length }) as unknown as Problem;

function talliersOf(problem: Problem) {
  const target = targetRows(problem);
  const kind = problem.target.kind === "classes" ? classTally(target.codes) : momentTally;
  const tallier = new Tallier(kind);
  const gathered = new Gathered(target, problem.rows);
  const byCounting = (a: number, attribute: EncodedAttribute, rows: Int32Array) => {
    const cells = new Float64Array((attribute.facts.codes + 1) * kind.width);
    kind.count(cells, attribute.codes, rows, gathered);
    return kept(tallier.fromCells(a, attribute, cells, rows.length));
  };
  return { gathered, tallier, target, byCounting };
}

const encoded = ({ attributes }: Problem) => attributes.map((column) => encodeAttribute(column));

describe("Tallier", () => {
  itHolds("gives the same by counting and by sorting", 100, [nodes], ({ problem, entries }) => {
    const { gathered, tallier, byCounting } = talliersOf(problem);
    gathered.load(entries);
    encoded(problem).forEach((attribute, a) => {
      const counted = byCounting(a, attribute, entries.rows);
      expect(kept(tallier.bySorting(a, attribute, entries.rows, gathered))).toEqual(counted);
      // Nothing remains in the scratch: the second tally equals the first.
      expect(tallier.bySorting(a, attribute, entries.rows, gathered)).toEqual(counted);
      expect(byCounting(a, attribute, entries.rows)).toEqual(counted);
    });
  });

  it("gives the same for more codes than its scratch can hold", () => {
    const rows = Int32Array.from({ length: 5000 }, (_, row) => row);
    const [x, y] = [rows.map((row) => (row * 7919) % 4001), rows.map((row) => row % 3)];
    const { gathered, tallier, byCounting } = talliersOf(ofClasses(nominal("y", ["a", "b", "c"], y)));
    const attribute = encodeAttribute(numeric("x", x));
    gathered.load({ rows });
    const counted = byCounting(0, attribute, rows);
    expect(counted.codes).toHaveLength(4001);
    expect(tallier.bySorting(0, attribute, rows, gathered)).toEqual(counted);
  });

  it("counts a node by hand", () => {
    const problem = ofClasses(nominal("y", ["a", "b"], [0, 1, 1, 0]), Float64Array.of(1, 2, 0.5, 4));
    const attribute = encodeAttribute(nominal("x", ["p", "q", "r"], [2, 0, 2, -1]));
    const { gathered, tallier, byCounting } = talliersOf(problem);
    const rows = Int32Array.of(0, 1, 2, 3);
    gathered.load({ rows });
    const expected: Tally = {
      attribute: 5,
      codes: Int32Array.of(0, 2), // no row has level q
      cells: Float64Array.of(0, 2, 1, 0.5), // p: b weighs 2; r: a weighs 1, b weighs 0.5
      missing: Float64Array.of(4, 0),
    };
    expect(byCounting(5, attribute, rows)).toEqual(expected);
    expect(tallier.bySorting(5, attribute, rows, gathered)).toEqual(expected);
  });
});

describe("rankTally and rankWeights", () => {
  itHolds(
    "have the weight of every pair of code and target rank, as counted one by one",
    100,
    [nodes],
    ({ problem, entries: { rows, ...entries } }) => {
      const { gathered, target } = talliersOf(problem);
      // Ranks are for numeric targets, whose weights are always filled in.
      fc.pre(problem.target.kind === "values");
      gathered.load({ rows, ...entries });
      gathered.loadCodes();
      const sumsBy = <K>(keyOf: (row: number) => K) => {
        const sums = new Map<K, number>();
        rows.forEach((row, i) => {
          const weight = gathered.weight[i];
          if (weight > 0) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + weight);
        });
        return sums;
      };
      encoded(problem).forEach((attribute, a) => {
        const { codes, pairs } = rankTally(a, attribute, rows, gathered, target.codes);
        const found = new Map<string, number>();
        for (let c = 0; c <= codes.length; c++) {
          const end = c < codes.length ? pairs!.starts[c + 1] : pairs!.ranks.length;
          const code = c < codes.length ? codes[c] : attribute.facts.codes;
          for (let p = pairs!.starts[c]; p < end; p++)
            found.set(`${code} ${pairs!.ranks[p]}`, pairs!.weights[p]);
        }
        expect(found).toEqual(sumsBy((row) => `${attribute.codes[row]} ${target.code[row]}`));
        expect(Array.from(codes)).toEqual([...codes].sort((x, y) => x - y));
      });
      const { ranks, weights } = rankWeights(gathered, target.codes);
      expect(new Map(Array.from(ranks, (rank, i) => [rank, weights[i]]))).toEqual(
        sumsBy((row) => target.code[row]),
      );
    },
  );
});
