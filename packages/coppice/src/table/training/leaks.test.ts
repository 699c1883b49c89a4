import { expect, it } from "vitest";
import { random } from "../../base/random.js";
import * as columns from "../../testing/columns.js";
import type { Column } from "../column.js";
import { warningText } from "../remedy.js";
import { makeTable } from "../table.js";
import { leakWarnings } from "./leaks.js";

const chance = random(5);
const rowsOf = (rows: number) => Array.from({ length: rows }, (_, row) => row);
const numeric = (name: string, rows: number, of: (row: number) => number) =>
  columns.numeric(name, rowsOf(rows).map(of));
const nominal = (name: string, rows: number, levels: number, of: (row: number) => number) =>
  columns.nominal(name, columns.names(name, levels), rowsOf(rows).map(of));

function leaks(target: Column, ...attributes: Column[]): string[] {
  const table = makeTable([...attributes, target]);
  const names = attributes.map(({ name }) => name);
  const warnings = leakWarnings(table, target.name, names);
  return warnings.map((warning) => `${warning.code}: ${warningText(warning, "flag")}`);
}

const ROWS = 300;
const y = nominal("y", ROWS, 2, (row) => (row % 3 === 0 ? 1 : 0));
const noise = numeric("noise", ROWS, () => chance.uniform());

it("what predicts a class by itself is a leak, by a threshold or by its levels", () => {
  const paid = numeric("paid", ROWS, (row) => (row % 3 === 0 ? 100 : 0) + chance.uniform());
  expect(leaks(y, noise, paid)).toEqual([
    'LEAK: "paid" alone predicts the target "y" perfectly: it may have been recorded after the outcome; ' +
      "add --ignore paid if it is not known when predicting",
  ]);
  // One of the 100 rows outside the majority class is misclassified: 99% of the errors are removed.
  const stage = nominal("stage", ROWS, 10, (row) => (row === 3 ? 0 : (row % 3 === 0 ? 5 : 0) + (row % 5)));
  expect(leaks(y, noise, stage)[0]).toContain('"stage" alone predicts the target "y" almost perfectly');
});

it("what predicts a class by itself is not a leak with two errors in a hundred rows, with few rows per level, or with few rows", () => {
  const errors = nominal("x", ROWS, 2, (row) => (row === 3 || row === 6 ? 0 : y.codes[row]));
  expect(leaks(y, errors)).toEqual([]);
  const thirds = nominal("x", ROWS, 100, (row) => Math.floor(row / 3));
  expect(leaks(y, thirds)).toEqual([]);
  const few = nominal("y", 27, 2, (row) => (row < 9 ? 1 : 0));
  const rows = numeric("x", 27, (row) => row);
  expect(leaks(few, rows)).toEqual([]);
});

it("what predicts a class by itself separates three classes by two thresholds, in any order", () => {
  const three = nominal("y", ROWS, 3, (row) => row % 3);
  const code = numeric("code", ROWS, (row) => [50, 10, 90][row % 3] + chance.uniform());
  expect(leaks(three, code)[0]).toContain('"code" alone predicts');
  const one = numeric("one", ROWS, (row) => [0, 0, 1][row % 3] + chance.uniform() / 2);
  expect(leaks(three, one)).toEqual([]);
});

it("what predicts a class by itself is found in a sample of a large table, even with a rare class", () => {
  const rows = 60_000;
  const rare = nominal("y", rows, 2, (row) => (row % 200 === 7 ? 1 : 0));
  const code = numeric("code", rows, (row) => (row % 200 === 7 ? 3 : 1) + chance.uniform());
  const weak = numeric("weak", rows, (row) => (row % 200 === 7 ? 1 : 0) + 2 * chance.uniform());
  expect(leaks(rare, weak, code).map((text) => text.slice(0, 12))).toEqual(['LEAK: "code"']);
});

it("what predicts a class by itself shares a warning with others if there are more than three", () => {
  const copies = ["a", "b", "c", "d"].map((name) => numeric(name, ROWS, (row) => (row % 3 === 0 ? 1 : 0)));
  expect(leaks(y, ...copies)).toEqual([
    'LEAK: 4 attributes each predict the target "y" almost perfectly by themselves, such as "a", "b", "c": ' +
      "the target may be computed from them, or they from the target",
  ]);
});

it("an attribute that a numeric target follows is a leak, linearly or not, and no other", () => {
  const price = numeric("price", ROWS, () => 10 + 5 * chance.normal());
  const of = (row: number) => price.values[row];
  const cents = numeric("cents", ROWS, (row) => Math.round(100 * of(row)));
  const curve = numeric("curve", ROWS, (row) => -(of(row) ** 3));
  for (const other of [cents, curve]) expect(leaks(price, other)).toHaveLength(1);
  const band = nominal("band", ROWS, 3, (row) => row % 3);
  const squares = numeric("y", ROWS, (row) => (row % 3) ** 2);
  expect(leaks(squares, band)).toHaveLength(1);
  const near = numeric("x", ROWS, (row) => of(row) + chance.normal());
  expect(leaks(price, noise, near)).toEqual([]);
});

it("missing values that predict the target are a leak", () => {
  const died = numeric("dose", ROWS, (row) => (row % 3 === 0 ? Number.NaN : chance.uniform()));
  expect(leaks(y, noise, died)).toEqual([
    'LEAK_MISSING: whether "dose" is missing predicts the target "y" perfectly: it may have been recorded after the outcome; ' +
      "add --ignore dose if it is not known when predicting",
  ]);
  // It separates one of three classes from the others.
  const three = nominal("y", ROWS, 3, (row) => row % 3);
  const reason = nominal("reason", ROWS, 4, (row) => (row % 3 === 1 ? row % 4 : -1));
  expect(leaks(three, reason)[0]).toMatch(/^LEAK_MISSING: whether "reason" is missing/);
  const value = numeric("y", ROWS, (row) => (row % 3 === 0 ? 100 : 0) + chance.uniform());
  expect(leaks(value, died)[0]).toMatch(/^LEAK_MISSING/);
});

it("missing values that predict the target are not a leak if they are only more frequent in a class", () => {
  const often = numeric("x", ROWS, (row) => (row % 3 === 0 && row % 2 === 0 ? Number.NaN : 1));
  expect(leaks(y, often)).toEqual([]);
});

it("a threshold that separates a target of 0 and 1 is a leak", () => {
  const outcome = numeric("y", ROWS, (row) => (row % 3 === 0 ? 1 : 0));
  const fee = numeric("fee", ROWS, (row) => (row % 3 === 0 ? 10 : 0) + 8 * chance.uniform());
  expect(leaks(outcome, noise, fee)[0]).toContain('"fee" alone predicts the target "y" perfectly');
});
