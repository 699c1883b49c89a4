import fc from "fast-check";
import { expect, it } from "vitest";
import { cases } from "../../../test/kit/cases.js";
import { itHolds } from "../../../test/kit/forAll.js";
import { refusal } from "../../../test/kit/refusal.js";
import { tennis } from "../../synthetic/textbook.js";
import type { Column } from "../../table/column.js";
import { makeTable } from "../../table/table.js";
import { names, nominal, numeric as numericColumn } from "../../testing/index.js";
import { describeTable, tableCount } from "./describeTable.js";
import { groupsOf } from "./groups.js";

const Missing = Number.NaN;
const numeric = (name: string, ...values: number[]) => numericColumn(name, values);
/** `?` is a missing value; levels in order of their first appearance. */
function N(name: string, cells: string, type: "nominal" | "string" = "nominal"): Column {
  const levels = [...new Set(cells)].filter((cell) => cell !== "?");
  const codes = Int32Array.from(cells, (cell) => levels.indexOf(cell));
  return { type, name, levels, codes };
}
const columnsOf = (...columns: Column[]) => describeTable(makeTable(columns)).columns;
/** What the first column says of the last. */
const against = (...columns: Column[]) =>
  describeTable(makeTable(columns), { target: columns.at(-1)!.name }).attributes[0];

it("describes numbers", () => {
  expect(columnsOf(numeric("x", 4, 1, 2, Missing, 3))).toEqual([
    {
      ...{ name: "x", type: "numeric", missing: 1, missingShare: 0.2, distinct: 4 },
      ...{ min: 1, q1: 1.75, median: 2.5, q3: 3.25, max: 4 }, // 1 + ¾·(2 − 1): the place is ¼ of 3 steps
      ...{ mean: 2.5, sd: Math.sqrt(5 / 3) }, // (2.25 + 0.25 + 0.25 + 2.25) / 3
      histogram: { from: 0.5, to: 4.5, counts: [1, 1, 1, 1] },
    },
  ]);
});

it("describes levels, most frequent first", () => {
  const mostFrequent = [
    { level: "b", count: 3, share: 0.5 },
    { level: "c", count: 2, share: 1 / 3 },
    { level: "a", count: 1, share: 1 / 6 },
  ];
  expect(columnsOf(N("c", "abb?ccb"))).toEqual([
    { name: "c", type: "nominal", missing: 1, missingShare: 1 / 7, distinct: 3, levels: 3, mostFrequent },
  ]);
});

it("leaves out figures that are undefined", () => {
  const missing = { missing: 1, missingShare: 1, distinct: 0 };
  const columns = columnsOf(numeric("none", Missing), N("empty", "?"), numeric("one", 7));
  expect(columns).toEqual([
    { name: "none", type: "numeric", ...missing },
    { name: "empty", type: "nominal", ...missing, levels: 0, mostFrequent: [] },
    expect.objectContaining({ mean: 7, median: 7, histogram: { from: 7, to: 7, counts: [1] } }),
  ]);
  expect(columns[2]).not.toHaveProperty("sd");
  expect(columnsOf()).toEqual([]);
});

it("keeps figures of the greatest and least doubles finite", () => {
  const [huge, tiny, wide] = columnsOf(
    numeric("huge", -1.5e308, 1.5e308, 1.5e308),
    numeric("tiny", 5e-324, 1e-320, 0),
    numeric("wide", 6e307, -1.75e308, Missing),
  );
  // Mean 0.5e308; the middle of three is 1.5e308.
  expect(huge).toMatchObject({ mean: expect.closeTo(5e307, -295), median: 1.5e308, distinct: 2 });
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
  const counting = numeric("n", ...Array.from({ length: 25 }, (_, i) => i + 1));
  const constant = numeric("same", ...new Array<number>(25).fill(3));
  const table = makeTable([
    counting,
    constant,
    N("id", "abcdefghijklmnopqrstuvwxy"),
    N("none", "?".repeat(25)),
  ]);
  const codes = describeTable(table).warnings.map(({ code }) => code);
  expect(codes).toEqual(["ROW_NUMBER", "CONSTANT", "ID_LIKE", "ALL_MISSING"]);
  expect(describeTable(table, { declared: new Set(["id"]) }).warnings).toHaveLength(3);
});

it("against a class: has the gains of the tennis table in their order", () => {
  const { attributes, target } = describeTable(tennis(), { target: "Play" });
  expect(target).toMatchObject({ task: "classification", rows: 14, entropy: expect.closeTo(0.940286, 6) });
  expect(attributes).toMatchObject([
    { attribute: "Outlook", gain: expect.closeTo(0.24675, 5) },
    { attribute: "Humidity", gain: expect.closeTo(0.15184, 5) },
    { attribute: "Wind", gain: expect.closeTo(0.04813, 5) },
    { attribute: "Temperature", gain: expect.closeTo(0.02922, 5) },
  ]);
  // Outlook splits 14 rows into 5, 4 and 5: 1.577406 bits. 0.24675 / 1.577406 = 0.15643
  expect(attributes[0].gainRatio).toBeCloseTo(0.15643, 5);
  const overcast = { kind: "level", level: "Overcast", rows: 4, counts: [4, 0] };
  expect(attributes[0].groups).toContainEqual(overcast);
});

it("against a class: finds the best threshold of numbers", () => {
  const x = against(numeric("x", 1, 2, 3, 4), N("c", "aabb"));
  expect(x).toMatchObject({ gain: 1, gainRatio: 1, threshold: 2.5 });
  const groups = [1, 2, 3, 4].map((at) => ({ kind: "range", from: at, to: at, rows: 1 }));
  expect(x.groups).toEqual(groups.map((group, i) => ({ ...group, counts: i < 2 ? [1, 0] : [0, 1] })));
});

it("against a class: has no gain for rows with a missing value", () => {
  const x = against(N("x", "pq??"), N("c", "abab"));
  expect(x.gain).toBeCloseTo(0.5, 12); // one bit for two rows of four
  expect(x.gainRatio).toBeCloseTo(0.5 / 1.5, 12); // parts of ¼, ¼ and ½ of the rows: 1.5 bits
  expect(x.groups[2]).toEqual({ kind: "missing", rows: 2, counts: [1, 1] });
});

it("against a class: leaves out rows without a class, with a warning", () => {
  const table = makeTable([N("x", "ppq"), N("c", "ab?")]);
  const { rows, target, attributes, warnings } = describeTable(table, { target: "c" });
  expect([rows, target?.rows, attributes[0].groups.length]).toEqual([3, 2, 1]);
  expect(warnings.map(({ code }) => code)).toContain("TARGET_MISSING_ROWS");
});

it("against a class: has no gain for a constant, a single row or a column without values", () => {
  for (const x of [numeric("x", 3, 3), N("x", "pp"), numeric("x", Missing, Missing), N("x", "??")]) {
    const found = against(x, N("c", "ab"));
    expect(found).toMatchObject({ gain: 0, gainRatio: 0, groups: [{}] });
    expect(found).not.toHaveProperty("threshold");
  }
  const one = against(numeric("x", 3), N("c", "a"));
  expect(one).toMatchObject({ gain: 0, groups: [{ rows: 1, counts: [1] }] });
});

it("against a class: counts the rarest of many classes and levels together", () => {
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

it("against a number an attribute has the variance explained, and the means", () => {
  const table = makeTable([N("x", "ppqq"), numeric("z", 1, 2, 3, 4), numeric("y", 1, 3, 5, 7)]);
  const { target, attributes } = describeTable(table, { target: "y" });
  const range = { min: 1, max: 7, mean: 4, sd: Math.sqrt(20 / 3) };
  expect(target).toEqual({ task: "regression", name: "y", rows: 4, ...range });
  // Squares about the mean: 20 in all, 2 + 2 within p and q. (20 − 4) / 20
  const explained = expect.closeTo(0.8, 12);
  const [x, z] = attributes;
  expect([x, z]).toMatchObject([
    { attribute: "x", explained },
    { attribute: "z", explained },
  ]);
  expect(z.threshold).toBe(2.5);
  expect(attributes[0].groups[1]).toEqual({ kind: "level", level: "q", rows: 2, mean: 6, sd: Math.sqrt(2) });
});

it.each([
  [[3, 3, 3], 0],
  [[3], 0],
  [[1e308, -1e308, 1e308, -1e308], 1],
  [[1e9, 1e9 + 1, 1e9, 1e9 + 1], 1],
])("of %j a level for each value explains %i", (y, explained) => {
  const x = N("x", "pqpq".slice(0, y.length));
  expect(against(x, numeric("y", ...y)).explained).toBeCloseTo(explained, 12);
});

const xor = makeTable([N("a", "0011"), N("b", "0101"), N("noise", "0110"), N("c", "0110")]);

it("finds an interaction of two attributes", () => {
  const [best] = describeTable(xor, { target: "c", attributes: ["a", "b"], pairs: 9 }).pairs;
  const groups = ["0", "1"].map((level) => ({ kind: "level", level }));
  expect(best).toMatchObject({ attributes: ["a", "b"], gain: 1, alone: [0, 0], groups: [groups, groups] });
  const counts = best.cells.map((row) => row.map((cell) => [cell.rows, ...cell.counts!].join()));
  expect(counts).toEqual([
    ["1,1,0", "1,0,1"],
    ["1,0,1", "1,1,0"],
  ]);
});

it("only counts rows of pairs without a target", () => {
  const [pair] = describeTable(xor, { pair: [["a", "noise"]] }).pairs;
  expect(pair.cells.flat()).toEqual(new Array(4).fill({ rows: 1 }));
  expect(pair).not.toHaveProperty("gain");
});

it("explains a numeric target by pairs", () => {
  const table = makeTable([N("a", "0011"), N("b", "0101"), numeric("y", 0, 1, 1, 0)]);
  const [pair] = describeTable(table, { target: "y", pairs: 1 }).pairs;
  expect(pair).toMatchObject({ explained: 1, alone: [0, 0] });
  expect(pair.cells.flat()).toMatchObject([0, 1, 1, 0].map((mean) => ({ mean })));
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

it.each(cases`
  {"target":"note"} → TARGET_TYPE: the target "note" must be numeric, nominal or ordered; it is string
  {"target":"none"} → TARGET_EMPTY: the target "none" has no value in any row
  {"target":"d"} → COLUMN_UNKNOWN: the table has no column "d"; did you mean "a"?
  {"target":"c","attributes":["c"]} → OPTION_CONFLICT: the target "c" cannot be an attribute too
  {"pair":[["a","a"]]} → OPTION_CONFLICT: a pair needs two columns; got "a" twice
  {"pairs":1} → OPTION_CONFLICT: pairs are ranked by how informative they are about the target: pairs needs a target
`)("%s is refused", (options, message) => {
  const table = makeTable([N("a", "01"), N("note", "pq", "string"), N("c", "01"), N("none", "??")]);
  expect(refusal(() => describeTable(table, JSON.parse(options)))).toBe(message);
});

const cell = fc.oneof(
  fc.constant(Missing),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const row = fc.record({ x: cell, a: fc.integer({ min: -1, max: 15 }), y: cell, c: fc.nat(3) });
const rows = fc.array(row, { minLength: 1, maxLength: 40 });
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

itHolds("histograms contain every row once", 100, [rows, fc.constantFrom("y", "c")], (drawn, target) => {
  const of = (name: "x" | "a" | "y" | "c") => drawn.map((each) => each[name]);
  const table = makeTable([
    numeric("x", ...of("x")),
    nominal("a", names("l", 16), of("a")),
    numeric("y", ...of("y").map((y) => y || 0)),
    nominal("c", names("l", 4), of("c")),
  ]);
  const found = describeTable(table, { target, pairs: 3 });
  for (const column of found.columns) {
    const present = table.rows - column.missing;
    if (column.type === "numeric") expect(sum(column.histogram?.counts ?? [])).toBe(present);
    else if (column.distinct <= 10) expect(sum(column.mostFrequent.map(({ count }) => count))).toBe(present);
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
  for (const { cells } of found.pairs) expect(sum(cells.flat().map((each) => each.rows))).toBe(table.rows);
  expect(JSON.stringify(found)).not.toContain("null");
});

const few = fc.array(fc.nat(30), { minLength: 1, maxLength: 80 });
itHolds("ranges are disjoint, in order, and contain their values", 100, [few], (values) => {
  const { groups, codes } = groupsOf(numeric("x", ...values), { ranges: 8, levels: 8 });
  expect(groups.length).toBeLessThanOrEqual(8);
  if (new Set(values).size <= 8) expect(groups.length).toBe(new Set(values).size);
  values.forEach((value, row) => {
    const group = groups[codes[row]];
    if (group.kind !== "range") throw new Error("not a range");
    expect(group.from <= value && value <= group.to).toBe(true);
  });
});
