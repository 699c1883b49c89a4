import { expect, it } from "vitest";
import { classesSaid } from "../../../test/kit/answers.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { makeTable, type Table } from "../../table/table.js";
import { names, nominal, numeric, table } from "../../testing/index.js";
import { fitTable } from "../fit.js";

const bit = (row: number, i: number) => (row >> i) & 1;
const odd = (row: number) => row % 2;
const count = (rows: number, make = (row: number) => row) =>
  Array.from({ length: rows }, (_, row) => make(row));

/** Three bits whose parity is the class, and two that say nothing: no single test gains anything. */
const bits = names("x", 5).map((name, i) =>
  numeric(
    name,
    count(32, (row) => bit(row, i)),
  ),
);
const sums = count(32, (row) => (bit(row, 1) + bit(row, 2) + bit(row, 4)) % 2);
const parity = makeTable([...bits, nominal("y", ["even", "odd"], sums)]);

const learn = (table: Table, options: Record<string, unknown> = {}): TreeModel =>
  fitTable(table, { target: "y", learner: "optimalTree", options });

it("optimalTree sees what one test at a time cannot: parity needs all three levels", () => {
  const model = learn(parity);
  expect(model.optimality).toMatchObject({ objective: 0, bound: 0, proved: true });
  expect(model.nodes.filter(isSplit)).toHaveLength(7);
  const used = new Set(model.nodes.filter(isSplit).map(({ test }) => test.attribute));
  expect([...used].sort()).toEqual([1, 2, 4]);
  // With two levels every leaf has as many even rows as odd ones: 16 of 32 are wrong.
  expect(learn(parity, { maxDepth: 2 }).optimality?.objective).toBe(16);
});

it("optimalTree buys leaves that save more errors than alpha", () => {
  // Eight leaves save 16 errors: they are worth it up to 16/7 each.
  expect(learn(parity, { alpha: 2 }).optimality?.objective).toBe(16);
  const lone = learn(parity, { alpha: 2.5 });
  expect(lone.optimality?.objective).toBe(18.5);
  expect(lone.nodes).toHaveLength(1);
});

it("optimalTree stops after so many steps, or seconds, and says what it could not rule out", () => {
  for (const options of [{ steps: 2 }, { seconds: 0 }]) {
    const { optimality } = learn(parity, options);
    expect(optimality).toMatchObject({ objective: 16, bound: 0, proved: false });
    expect(optimality!.steps).toBeLessThanOrEqual(2);
  }
});

it("optimalTree takes a missing number for the median, and a missing or new level for none that is tested", () => {
  const colours = table`colour:nominal=red|blue|green,y:nominal=no|yes
    red,yes\nred,yes\nblue,no\nblue,no\n?,no\n?,no`;
  const model = learn(colours, { maxDepth: 1 });
  expect(model.optimality?.objective).toBe(0);
  expect([...classesSaid(model, table`colour\nred\nmauve\n?`).labels]).toEqual([1, 0, 0]);
  const split = learn(table`x,y\n1,no\n2,no\n3,no\n4,yes\n5,yes\n?,no`, { maxDepth: 1 });
  expect(split.optimality?.objective).toBe(0);
  expect(split.nodes[0]).toMatchObject({ test: { threshold: 3.5 }, missing: { kind: "branch", to: 0 } });
});

it("optimalTree minimises losses where they are given", () => {
  const rows = table`x,y\n1,ok\n2,ill\n3,ok\n4,ok`;
  const loss = { ok: { ok: 0, ill: 1 }, ill: { ok: 5, ill: 0 } };
  // One split: x <= 2.5 is ill (one ok lost, 1); without losses any such leaf would be wrong once, too.
  const model = learn(rows, { maxDepth: 1, loss });
  expect(model.optimality?.objective).toBe(1);
  expect(model.nodes.map((node) => "label" in node && node.label)).toEqual([1, 1, 0]);
});

it("optimalTree tries every subset of levels on request, of up to ten", () => {
  const ofLevels = (levels: number) =>
    makeTable([
      nominal("colour", names("c", levels), count(levels)),
      nominal("y", ["a", "b"], count(levels, odd)),
    ]);
  // Of six levels with the classes a b a b a b, one level against the rest gets two rows wrong; a subset gets none.
  expect(learn(ofLevels(6), { maxDepth: 1 }).optimality?.objective).toBe(2);
  expect(learn(ofLevels(6), { maxDepth: 1, nominal: "subset" }).optimality?.objective).toBe(0);
  expect(() => learn(ofLevels(11), { nominal: "subset" })).toThrow(
    '"colour" must have at most 10 levels with nominal=subset for optimalTree; got 11',
  );
});

it("optimalTree has an error for a column of more values than codes", () => {
  const many = makeTable([numeric("x", count(65_540)), nominal("y", ["a", "b"], count(65_540, odd))]);
  expect(() => learn(many)).toThrow('"x" must have at most 65535 distinct values for optimalTree; got 65540');
});
