import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusal } from "../../../test/kit/refusal.js";
import { tennis } from "../../synthetic/textbook.js";
import type { Column } from "../../table/column.js";
import { makeTable } from "../../table/table.js";
import { describeTable, tableCount } from "./describeTable.js";
import { groupsOf } from "./groups.js";

const numeric = (name: string, ...values: number[]): Column => {
  return { type: "numeric", name, values: Float64Array.from(values) };
};
/** `?` is a missing value; levels in order of their first appearance. */
const nominal = (name: string, cells: string, type: "nominal" | "ordered" | "string" = "nominal"): Column => {
  const levels = [...new Set(cells)].filter((cell) => cell !== "?");
  return { type, name, levels, codes: Int32Array.from(cells, (cell) => levels.indexOf(cell)) };
};
const [N, Missing] = [nominal, Number.NaN];

describe("columns", () => {
  it("describes numbers", () => {
    const [column] = describeTable(makeTable([numeric("x", 4, 1, 2, Missing, 3)])).columns;
    expect(column).toEqual({
      name: "x",
      type: "numeric",
      missing: 1,
      missingShare: 0.2,
      distinct: 4,
      min: 1,
      q1: 1.75, // 1 + ¾·(2 − 1): the place is ¼ of 3 steps
      median: 2.5,
      q3: 3.25,
      max: 4,
      mean: 2.5,
      sd: Math.sqrt(5 / 3), // (2.25 + 0.25 + 0.25 + 2.25) / 3
      histogram: { from: 0.5, to: 4.5, counts: [1, 1, 1, 1] },
    });
  });

  it("describes levels, most frequent first", () => {
    const [column] = describeTable(makeTable([N("c", "abb?ccb")])).columns;
    expect(column).toEqual({
      name: "c",
      type: "nominal",
      missing: 1,
      missingShare: 1 / 7,
      distinct: 3,
      levels: 3,
      mostFrequent: [
        { level: "b", count: 3, share: 0.5 },
        { level: "c", count: 2, share: 1 / 3 },
        { level: "a", count: 1, share: 1 / 6 },
      ],
    });
  });

  it("leaves out figures that are undefined", () => {
    const table = makeTable([numeric("none", Missing), N("empty", "?"), numeric("one", 7)]);
    expect(describeTable(table).columns).toEqual([
      { name: "none", type: "numeric", missing: 1, missingShare: 1, distinct: 0 },
      {
        name: "empty",
        type: "nominal",
        missing: 1,
        missingShare: 1,
        distinct: 0,
        levels: 0,
        mostFrequent: [],
      },
      expect.objectContaining({ mean: 7, median: 7, histogram: { from: 7, to: 7, counts: [1] } }),
    ]);
    expect(describeTable(table).columns[2]).not.toHaveProperty("sd");
    expect(describeTable(makeTable([])).columns).toEqual([]);
  });

  it("keeps figures of the greatest and least doubles finite", () => {
    const [huge, tiny] = describeTable(
      makeTable([numeric("huge", -1.5e308, 1.5e308, 1.5e308), numeric("tiny", 5e-324, 1e-320, 0)]),
    ).columns;
    // Mean 0.5e308; the middle of three is 1.5e308.
    expect(huge).toMatchObject({ mean: expect.closeTo(5e307, -295), median: 1.5e308, distinct: 2 });
    const wide = describeTable(makeTable([numeric("wide", 6e307, -1.75e308)])).columns[0];
    // A quarter of the distance is ¼·6e307 − ¾·1.75e308, though the distance itself overflows.
    expect(wide).toMatchObject({ q1: expect.closeTo(-1.1625e308, -295), q3: expect.closeTo(1.25e306, -293) });
    // Every value is in a bar, though half of the least double is 0 and the span of the greatest is infinite.
    const bars = (column: typeof huge) => (column.type === "numeric" ? column.histogram?.counts : undefined);
    expect(bars(huge)).toEqual([1, 0, 2]);
    // 0, 5e-324 and 1e-320, which is 2024 times the least double: the first two lie in the first third.
    expect(bars(tiny)).toEqual([2, 0, 1]);
    // JSON has null for what is not finite.
    expect(JSON.stringify([huge, tiny])).not.toContain("null");
  });

  it("warns of suspicious columns", () => {
    const rows = 25;
    const counting = numeric("n", ...Array.from({ length: rows }, (_, i) => i + 1));
    const constant = numeric("same", ...new Array<number>(rows).fill(3));
    const letters = "abcdefghijklmnopqrstuvwxy";
    const table = makeTable([counting, constant, N("id", letters), N("none", "?".repeat(rows))]);
    expect(describeTable(table).warnings.map(({ code }) => code)).toEqual([
      "ROW_NUMBER",
      "CONSTANT",
      "ID_LIKE",
      "ALL_MISSING",
    ]);
    expect(describeTable(table, { declared: new Set(["id"]) }).warnings).toHaveLength(3);
  });
});

describe("attributes against a class", () => {
  it("has the gains of the tennis table in their order", () => {
    const { attributes, target } = describeTable(tennis(), { target: "Play" });
    expect(target).toMatchObject({ task: "classification", rows: 14, entropy: expect.closeTo(0.940286, 6) });
    expect(attributes.map(({ attribute }) => attribute)).toEqual([
      "Outlook",
      "Humidity",
      "Wind",
      "Temperature",
    ]);
    const gains = [0.24675, 0.15184, 0.04813, 0.02922];
    attributes.forEach(({ gain }, i) => {
      expect(gain).toBeCloseTo(gains[i], 5);
    });
    // Outlook splits 14 rows into 5, 4 and 5: 1.577406 bits. 0.24675 / 1.577406 = 0.15643
    expect(attributes[0].gainRatio).toBeCloseTo(0.15643, 5);
    expect(attributes[0].groups).toContainEqual({
      kind: "level",
      level: "Overcast",
      rows: 4,
      counts: [4, 0],
    });
  });

  it("finds the best threshold of numbers", () => {
    const table = makeTable([numeric("x", 1, 2, 3, 4), N("c", "aabb")]);
    const [x] = describeTable(table, { target: "c" }).attributes;
    expect(x).toMatchObject({ gain: 1, gainRatio: 1, threshold: 2.5 });
    expect(x.groups).toEqual([
      { kind: "range", from: 1, to: 1, rows: 1, counts: [1, 0] },
      { kind: "range", from: 2, to: 2, rows: 1, counts: [1, 0] },
      { kind: "range", from: 3, to: 3, rows: 1, counts: [0, 1] },
      { kind: "range", from: 4, to: 4, rows: 1, counts: [0, 1] },
    ]);
  });

  it("has no gain for rows with a missing value", () => {
    const table = makeTable([N("x", "pq??"), N("c", "abab")]);
    const [x] = describeTable(table, { target: "c" }).attributes;
    expect(x.gain).toBeCloseTo(0.5, 12); // one bit for two rows of four
    expect(x.gainRatio).toBeCloseTo(0.5 / 1.5, 12); // parts of ¼, ¼ and ½ of the rows: 1.5 bits
    expect(x.groups[2]).toEqual({ kind: "missing", rows: 2, counts: [1, 1] });
  });

  it("leaves out rows without a class, with a warning", () => {
    const table = makeTable([N("x", "ppq"), N("c", "ab?")]);
    const { rows, target, attributes, warnings } = describeTable(table, { target: "c" });
    expect([rows, target?.rows, attributes[0].groups.length]).toEqual([3, 2, 1]);
    expect(warnings.map(({ code }) => code)).toContain("TARGET_MISSING_ROWS");
  });

  it("has no gain for a constant, a single row or a column without values", () => {
    for (const x of [numeric("x", 3, 3), N("x", "pp"), numeric("x", Missing, Missing), N("x", "??")]) {
      const [against] = describeTable(makeTable([x, N("c", "ab")]), { target: "c" }).attributes;
      expect(against).toMatchObject({ gain: 0, gainRatio: 0 });
      expect(against).not.toHaveProperty("threshold");
      expect(against.groups).toHaveLength(1);
    }
    const [one] = describeTable(makeTable([numeric("x", 3), N("c", "a")]), { target: "c" }).attributes;
    expect(one).toMatchObject({ gain: 0, groups: [{ rows: 1, counts: [1] }] });
  });

  it("counts the rarest of many classes and levels together", () => {
    const cells = Array.from({ length: 60 }, (_, i) => String.fromCharCode(0x4e00 + (i % 30))).join("");
    const table = makeTable([N("x", cells), N("c", cells)]);
    const { target, attributes } = describeTable(table, { target: "c" });
    if (target?.task !== "classification") throw new Error("not classes");
    expect(target.classes).toHaveLength(24);
    expect(target.classes[23]).toMatchObject({ kind: "others", levels: 7, count: 14 });
    expect(attributes[0].groups).toHaveLength(12);
    expect(attributes[0].groups[11]).toMatchObject({ kind: "others", levels: 19, rows: 38 });
    // The gain is that of all thirty levels.
    expect(attributes[0].gain).toBeCloseTo(Math.log2(30), 9);
  });
});

describe("attributes against a number", () => {
  const table = makeTable([N("x", "ppqq"), numeric("z", 1, 2, 3, 4), numeric("y", 1, 3, 5, 7)]);

  it("has the variance explained, and the means", () => {
    const { target, attributes } = describeTable(table, { target: "y" });
    expect(target).toEqual({
      task: "regression",
      name: "y",
      rows: 4,
      min: 1,
      max: 7,
      mean: 4,
      sd: Math.sqrt(20 / 3),
    });
    // Squares about the mean: 20 in all, 2 + 2 within p and q. (20 − 4) / 20
    expect(attributes.map(({ attribute, explained }) => [attribute, explained])).toEqual([
      ["x", expect.closeTo(0.8, 12)],
      ["z", expect.closeTo(0.8, 12)],
    ]);
    expect(attributes[1].threshold).toBe(2.5);
    expect(attributes[0].groups[1]).toEqual({
      kind: "level",
      level: "q",
      rows: 2,
      mean: 6,
      sd: Math.sqrt(2),
    });
  });

  it("survives a target that does not vary, one row and huge numbers", () => {
    const explained = (...y: number[]) => {
      const x = N("x", "pqpq".slice(0, y.length));
      return describeTable(makeTable([x, numeric("y", ...y)]), { target: "y" }).attributes[0].explained;
    };
    expect(explained(3, 3, 3)).toBe(0);
    expect(explained(3)).toBe(0);
    expect(explained(1e308, -1e308, 1e308, -1e308)).toBeCloseTo(1, 12);
    expect(explained(1e9, 1e9 + 1, 1e9, 1e9 + 1)).toBeCloseTo(1, 12);
  });
});

describe("pairs", () => {
  const xor = makeTable([N("a", "0011"), N("b", "0101"), N("noise", "0110"), N("c", "0110")]);

  it("finds an interaction of two attributes", () => {
    const [best] = describeTable(xor, { target: "c", attributes: ["a", "b"], pairs: 9 }).pairs;
    expect(best).toEqual({
      attributes: ["a", "b"],
      gain: 1,
      alone: [0, 0],
      groups: [
        [
          { kind: "level", level: "0" },
          { kind: "level", level: "1" },
        ],
        [
          { kind: "level", level: "0" },
          { kind: "level", level: "1" },
        ],
      ],
      cells: [
        [
          { rows: 1, counts: [1, 0] },
          { rows: 1, counts: [0, 1] },
        ],
        [
          { rows: 1, counts: [0, 1] },
          { rows: 1, counts: [1, 0] },
        ],
      ],
    });
  });

  it("only counts rows without a target", () => {
    const [pair] = describeTable(xor, { pair: [["a", "noise"]] }).pairs;
    expect(pair.cells).toEqual([
      [{ rows: 1 }, { rows: 1 }],
      [{ rows: 1 }, { rows: 1 }],
    ]);
    expect(pair).not.toHaveProperty("gain");
  });

  it("explains a numeric target", () => {
    const table = makeTable([N("a", "0011"), N("b", "0101"), numeric("y", 0, 1, 1, 0)]);
    expect(describeTable(table, { target: "y", pairs: 1 }).pairs[0]).toMatchObject({
      explained: 1,
      alone: [0, 0],
      cells: [
        [{ mean: 0 }, { mean: 1 }],
        [{ mean: 1 }, { mean: 0 }],
      ],
    });
  });

  // Lecture notes R, 1.2: of 16 attributes there are 16 histograms of one and 120 of two dimensions, 560 of three.
  it("counts 16 tables of one and 120 of two of 16 attributes", () => {
    expect([1, 2, 3].map((ways) => tableCount(16, ways))).toEqual([16, 120, 560]);
    expect([tableCount(0, 2), tableCount(1, 2)]).toEqual([0, 0]);
    const attributes = Array.from({ length: 16 }, (_, i) => N(`a${i}`, i % 2 === 0 ? "0011" : "0101"));
    const table = makeTable([...attributes, N("own", "nyyn")]);
    const found = describeTable(table, { target: "own", pairs: 1000 });
    expect(found.tables).toEqual({ oneWay: 16, twoWay: 120 });
    expect([found.attributes.length, found.pairs.length]).toEqual([16, 120]);
  });
});

describe("errors", () => {
  const table = makeTable([N("a", "01"), N("note", "pq", "string"), N("c", "01"), N("none", "??")]);

  it.each([
    [{ target: "note" }, 'TARGET_TYPE: the target "note" must be numeric, nominal or ordered; it is string'],
    [{ target: "none" }, 'TARGET_EMPTY: the target "none" has no value in any row'],
    [{ target: "d" }, 'COLUMN_UNKNOWN: the table has no column "d"; did you mean "a"?'],
    [{ target: "c", attributes: ["c"] }, 'OPTION_CONFLICT: the target "c" cannot be an attribute too'],
    [{ pair: [["a", "a"]] as const }, 'OPTION_CONFLICT: a pair needs two columns; got "a" twice'],
    [
      { pairs: 1 },
      "OPTION_CONFLICT: pairs are ranked by how informative they are about the target: pairs needs a target",
    ],
  ])("%j", (options, message) => {
    expect(refusal(() => describeTable(table, options))).toBe(message);
  });
});

describe("for any table", () => {
  const cell = fc.oneof(
    fc.constant(Missing),
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const rows = fc.integer({ min: 1, max: 40 }).chain((n) =>
    fc.record({
      x: fc.array(cell, { minLength: n, maxLength: n }),
      a: fc.array(fc.integer({ min: -1, max: 15 }), { minLength: n, maxLength: n }),
      y: fc.array(
        cell.map((v) => (Number.isNaN(v) ? 0 : v)),
        { minLength: n, maxLength: n },
      ),
      c: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: n, maxLength: n }),
    }),
  );
  const levels = Array.from({ length: 16 }, (_, i) => `l${i}`);
  const tableOf = ({ x, a, y, c }: { x: number[]; a: number[]; y: number[]; c: number[] }) =>
    makeTable([
      numeric("x", ...x),
      { type: "nominal", name: "a", levels, codes: Int32Array.from(a) },
      numeric("y", ...y),
      { type: "nominal", name: "c", levels: levels.slice(0, 4), codes: Int32Array.from(c) },
    ]);

  it("histograms contain every row once", () => {
    fc.assert(
      fc.property(rows, fc.constantFrom("y", "c"), (data, target) => {
        const table = tableOf(data);
        const found = describeTable(table, { target, pairs: 3 });
        const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
        for (const column of found.columns) {
          const present = table.rows - column.missing;
          if (column.type === "numeric") expect(sum(column.histogram?.counts ?? [])).toBe(present);
          else if (column.distinct <= 10)
            expect(sum(column.mostFrequent.map(({ count }) => count))).toBe(present);
        }
        for (const { groups, gain = 0, explained = 0 } of found.attributes) {
          expect(sum(groups.map((group) => group.rows))).toBe(table.rows);
          expect(groups.every((group) => group.rows > 0)).toBe(true);
          for (const { rows: n, counts } of groups) if (counts) expect(sum(counts)).toBe(n);
          expect(gain).toBeGreaterThanOrEqual(0);
          expect(gain).toBeLessThanOrEqual(2 + 1e-9);
          expect(explained).toBeGreaterThanOrEqual(0);
          expect(explained).toBeLessThanOrEqual(1 + 1e-9);
        }
        for (const { cells } of found.pairs)
          expect(sum(cells.flat().map((each) => each.rows))).toBe(table.rows);
        expect(JSON.stringify(found)).not.toContain("null");
      }),
    );
  });

  it("ranges are disjoint, in order, and contain their values", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 80 }), (values) => {
        const column = { type: "numeric", name: "x", values: Float64Array.from(values) } as const;
        const { groups, codes } = groupsOf(column, { ranges: 8, levels: 8 });
        expect(groups.length).toBeLessThanOrEqual(8);
        if (new Set(values).size <= 8) expect(groups.length).toBe(new Set(values).size);
        values.forEach((value, row) => {
          const group = groups[codes[row]];
          if (group.kind !== "range") throw new Error("not a range");
          expect(group.from <= value && value <= group.to).toBe(true);
        });
      }),
    );
  });
});
