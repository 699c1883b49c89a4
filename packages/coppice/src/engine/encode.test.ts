import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problems } from "../../test/random-problems.js";
import { distinctValues, encodeAttribute, rankOf, targetFacts } from "./encode.js";

const { NaN: missing } = Number;

describe("distinctValues", () => {
  it("sorts by number and drops duplicates and missing values", () => {
    expect(Array.from(distinctValues(Float64Array.of(10, 9, missing, 10, -1, 9)))).toEqual([-1, 9, 10]);
    expect(distinctValues(Float64Array.of(missing, missing))).toHaveLength(0);
    expect(distinctValues(new Float64Array(0))).toHaveLength(0);
  });

  it("treats -0 as 0, whichever comes first: a threshold of -0 would not survive JSON", () => {
    for (const cells of [
      [0, -0],
      [-0, 0],
      [-0, -0],
    ]) {
      const values = distinctValues(Float64Array.from(cells));
      expect(values).toHaveLength(1);
      expect(Object.is(values[0], 0)).toBe(true);
    }
  });
});

describe("rankOf", () => {
  const values = Float64Array.of(-1, 2, 5);

  it.each([
    [-2, -1],
    [-1, 0],
    [0, 0],
    [2, 1],
    [4.999, 1],
    [5, 2],
    [1e308, 2],
  ])("of %d among -1, 2, 5 is %d", (x, rank) => expect(rankOf(values, x)).toBe(rank));

  it("counts the values at most x, less one", () => {
    const doubles = fc.array(fc.double({ noNaN: true }), { maxLength: 50 });
    fc.assert(
      fc.property(doubles, fc.double({ noNaN: true }), (cells, x) => {
        const sorted = distinctValues(Float64Array.from(cells));
        expect(rankOf(sorted, x)).toBe(sorted.filter((value) => value <= x).length - 1);
      }),
    );
  });
});

describe("encodeAttribute", () => {
  it("gives numbers their rank and missing values the code after the last", () => {
    const values = Float64Array.of(3, missing, -0, 1e308, 0, 3);
    const { facts, codes } = encodeAttribute({ type: "numeric", name: "x", values });
    expect(Array.from(facts.values!)).toEqual([0, 3, 1e308]);
    expect(facts).toMatchObject({ kind: "numeric", codes: 3 });
    expect(Array.from(codes)).toEqual([1, 3, 0, 2, 0, 1]);
  });

  it("keeps the codes of levels, counts levels that do not occur, and does not change the column", () => {
    const column = {
      type: "ordered",
      name: "x",
      levels: ["s", "m", "l"],
      codes: Int32Array.of(2, -1, 0),
    } as const;
    const { facts, codes } = encodeAttribute(column);
    expect(facts).toEqual({ kind: "ordered", codes: 3 });
    expect(Array.from(codes)).toEqual([2, 3, 0]);
    expect(Array.from(column.codes)).toEqual([2, -1, 0]);
  });

  it("allows cells to be recovered from the codes", () => {
    fc.assert(
      fc.property(problems(), ({ attributes }) => {
        for (const column of attributes) {
          const { facts, codes } = encodeAttribute(column);
          codes.forEach((code, row) => {
            if (column.type !== "numeric")
              expect(code).toBe(column.codes[row] < 0 ? facts.codes : column.codes[row]);
            else if (Number.isNaN(column.values[row])) expect(code).toBe(facts.codes);
            else expect(facts.values![code] === column.values[row]).toBe(true); // -0 === 0
          });
        }
      }),
    );
  });
});

describe("targetFacts", () => {
  it("counts declared classes", () => {
    const column = {
      type: "nominal",
      name: "y",
      levels: ["a", "b", "c"],
      codes: Int32Array.of(0, 0),
    } as const;
    expect(targetFacts({ kind: "classes", column })).toEqual({ kind: "classes", classes: 3 });
  });

  it("lists the distinct units of a numeric target", () => {
    fc.assert(
      fc.property(problems({ target: "values" }), ({ target }) => {
        const facts = targetFacts(target);
        if (facts.kind !== "values" || target.kind !== "values") throw new Error("values expected");
        expect(new Set(facts.units)).toEqual(new Set(target.grid.units.map((u) => u + 0)));
      }),
    );
  });
});
