import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { problems } from "../../test/random-problems.js";
import { nominal, numeric, ordered } from "../testing/columns.js";
import { distinctValues, encodeAttribute, rankOf, targetFacts } from "./encode.js";

const { NaN: missing } = Number;

describe("distinctValues", () => {
  it.each([
    ["sorts by number and drops duplicates and missing values", [10, 9, missing, 10, -1, 9], [-1, 9, 10]],
    ["of missing values has none", [missing, missing], []],
    ["of no cells has none", [], []],
    // A threshold of -0 would not survive JSON.
    ["treats -0 as 0", [0, -0], [0]],
    ["treats -0 as 0, if it comes first", [-0, 0], [0]],
    ["treats -0 as 0, if it is alone", [-0, -0], [0]],
  ])("%s", (_, cells, values) => {
    expect(Array.from(distinctValues(Float64Array.from(cells)))).toEqual(values);
  });
});

describe("rankOf", () => {
  it.each([
    [-2, -1],
    [-1, 0],
    [0, 0],
    [2, 1],
    [4.999, 1],
    [5, 2],
    [1e308, 2],
  ])("of %d among -1, 2, 5 is %d", (x, rank) => expect(rankOf(Float64Array.of(-1, 2, 5), x)).toBe(rank));

  const double = fc.double({ noNaN: true });
  itHolds(
    "counts the values at most x, less one",
    100,
    [fc.array(double, { maxLength: 50 }), double],
    (cells, x) => {
      const sorted = distinctValues(Float64Array.from(cells));
      expect(rankOf(sorted, x)).toBe(sorted.filter((value) => value <= x).length - 1);
    },
  );
});

describe("encodeAttribute", () => {
  it("gives numbers their rank and missing values the code after the last", () => {
    const { facts, codes } = encodeAttribute(numeric("x", [3, missing, -0, 1e308, 0, 3]));
    expect(Array.from(facts.values!)).toEqual([0, 3, 1e308]);
    expect(facts).toMatchObject({ kind: "numeric", codes: 3 });
    expect(Array.from(codes)).toEqual([1, 3, 0, 2, 0, 1]);
  });

  it("keeps the codes of levels, counts levels that do not occur, and does not change the column", () => {
    const column = ordered("x", ["s", "m", "l"], [2, -1, 0]);
    const { facts, codes } = encodeAttribute(column);
    expect(facts).toEqual({ kind: "ordered", codes: 3 });
    expect(Array.from(codes)).toEqual([2, 3, 0]);
    expect(Array.from(column.codes)).toEqual([2, -1, 0]);
  });

  itHolds("allows cells to be recovered from the codes", 100, [problems()], ({ attributes }) => {
    for (const column of attributes) {
      const { facts, codes } = encodeAttribute(column);
      codes.forEach((code, row) => {
        if (column.type !== "numeric")
          expect(code).toBe(column.codes[row] < 0 ? facts.codes : column.codes[row]);
        else if (Number.isNaN(column.values[row])) expect(code).toBe(facts.codes);
        else expect(facts.values![code] === column.values[row]).toBe(true); // -0 === 0
      });
    }
  });
});

describe("targetFacts", () => {
  it("counts declared classes", () => {
    const column = nominal("y", ["a", "b", "c"], [0, 0]);
    expect(targetFacts({ kind: "classes", column })).toEqual({ kind: "classes", classes: 3 });
  });

  itHolds(
    "lists the distinct units of a numeric target",
    100,
    [problems({ target: "values" })],
    ({ target }) => {
      const facts = targetFacts(target);
      if (facts.kind !== "values" || target.kind !== "values") throw new Error("values expected");
      expect(new Set(facts.units)).toEqual(new Set(target.grid.units.map((u) => u + 0)));
    },
  );
});
