import { columnOf, describeTable, type Table, tableFrom } from "coppice";
import { tennis } from "coppice/synthetic";
import { expect, it } from "vitest";
import { groupedBy, UNGROUPED } from "./bars.js";
import { pairOf, quantile } from "./pairs.js";

const pair = (table: Table, x: string, y: string, by = UNGROUPED, target?: string) =>
  pairOf(table, columnOf(table, x), columnOf(table, y), by, target);

it("two columns of levels are counted by the target's classes", () => {
  const table = tennis();
  const by = groupedBy(columnOf(table, "Play"), [0, 1], 2);
  const { view, x, y, tells } = pair(table, "Outlook", "Wind", by, "Play");
  if (view.kind !== "cells" || x.kind !== "levels" || y.kind !== "levels") throw new Error("cells of levels");
  // The most frequent first: five sunny and five rainy days, then four overcast ones; eight with weak wind.
  expect(x.levels).toEqual(["Sunny", "Rainy", "Overcast"]);
  expect(y.levels).toEqual(["Weak", "Strong"]);
  // Sunny, weak: days 1 and 8 (no), 9 (yes); strong: 2 (no), 11 (yes).
  expect([...view.counts.subarray(0, 4)]).toEqual([1, 2, 1, 1]);
  expect(view.counts.reduce((a, b) => a + b, 0)).toBe(14);
  const { pairs, target } = describeTable(table, { target: "Play", pair: [["Outlook", "Wind"]], pairs: 0 });
  if (target?.task !== "classification") throw new Error("classes");
  expect(tells?.both).toBeCloseTo(pairs[0].gain! / target.entropy, 12);
});

it("two columns of a number and levels are boxes, with the quartiles of R", () => {
  const table = tableFrom({ kind: ["a", "a", "a", "a", "b", null], size: [1, 2, 3, 10, 5, 7] });
  const { view, rows } = pair(table, "kind", "size");
  if (view.kind !== "boxes") throw new Error("boxes");
  expect(rows).toBe(5);
  expect(view.isUpright).toBe(true);
  // quantile(c(1, 2, 3, 10)): 1.00 1.75 2.50 4.75 10.00
  expect(view.boxes).toEqual([
    { level: "a", rows: 4, five: [1, 1.75, 2.5, 4.75, 10] },
    { level: "b", rows: 1, five: [5, 5, 5, 5, 5] },
  ]);
  expect(quantile(Float64Array.of(3), 0.25)).toBe(3);
});

it("two columns of numbers are dots, and of many rows a grid that counts all of them", () => {
  const rows = 5000;
  const x = Float64Array.from({ length: rows }, (_, i) => (i % 100 === 0 ? Number.NaN : i % 71));
  const y = Float64Array.from({ length: rows }, (_, i) => (i * 7) % 53);
  const { view, rows: known } = pair(tableFrom({ x, y }), "x", "y");
  if (view.kind !== "dots") throw new Error("dots");
  expect(known).toBe(4950);
  expect(view.x).toHaveLength(2000);
  expect(view.cells!.reduce((a, b) => a + b, 0)).toBe(4950);
  const few = pair(tableFrom({ x: [1, 2], y: [3, 4] }), "x", "y").view;
  expect(few).toMatchObject({ kind: "dots", x: Float64Array.of(1, 2) });
  expect(few).not.toHaveProperty("cells");
});

it("two columns have at most twelve levels each, the others together", () => {
  const names = Array.from({ length: 60 }, (_, i) => `level ${i < 30 ? 0 : i}`);
  const { view, x } = pair(tableFrom({ a: names, b: names.map(() => "same") }), "a", "b");
  if (view.kind !== "cells" || x.kind !== "levels") throw new Error("cells of levels");
  expect(x.levels).toHaveLength(12);
  expect(x.levels[11]).toBe("20 others");
  expect(view.counts[0]).toBe(30);
  expect(view.counts[11]).toBe(20);
});

it("two columns of no known row are empty, not an error", () => {
  const table = tableFrom({ a: Float64Array.of(Number.NaN, 1), b: Float64Array.of(1, Number.NaN) });
  expect(pair(table, "a", "b")).toMatchObject({ rows: 0, view: { kind: "dots" } });
});
