import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, mixedTable, names, readAgain, refusal, rowsFrom } from "../../../test/kit/index.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { modelJson } from "../../model/modelJson.js";
import { landingIn } from "../../model/packed.js";
import { predictTable } from "../../predict/predictTable.js";
import type { Column, NominalColumn } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";
import { type FitTableRequest, fitTable } from "../fit.js";
import { widenedSets } from "./continued.js";

const text = (model: Parameters<typeof modelJson>[0]) => JSON.stringify(modelJson(model));

/** An ensemble of so many trees, or rounds. */
function fit(of: Table, learner: string, trees: number, how: Partial<FitTableRequest> = {}) {
  const count = learner === "gradientBoost" ? "rounds" : "trees";
  const options = { ...how.options, [count]: trees };
  return fitTable(of, { target: "y", learner, ...how, options }) as EnsembleModel;
}

describe.each(["classes", "values"] as const)("%s", (target) => {
  const table = mixedTable({ rows: 300, seed: 5, target, missing: 0.1 });
  it.each([
    ["gradientBoost", {}],
    ["gradientBoost", { rowShare: 0.7, attributeShare: 0.6 }],
    ["forest", {}],
    ["forest", { importance: "permutation" }],
    ["forest", { importance: "impurity", oob: false }],
    ["extraTrees", {}],
  ])("%s: some trees and then more are all of them at once, byte for byte: %o", (learner, options) => {
    const continueFrom = readAgain(fit(table, learner, 6, { options, seed: 3 }));
    const all = fit(table, learner, 15, { options, seed: 3 });
    expect(text(fit(table, learner, 15, { continueFrom }))).toBe(text(all));
  });

  it.each(["gradientBoost", "forest"])("%s goes on with other rows, and keeps its trees", (learner) => {
    const first = fit(rowsFrom(table, 0, 150), learner, 5);
    const second = fit(rowsFrom(table, 150, 300), learner, 12, { continueFrom: first });
    if (first.members.kind !== "packed" || second.members.kind !== "packed") throw new Error("kind");
    const { starts, threshold } = first.members.trees;
    const outputs = first.combine.kind === "sum" ? first.combine.outputs : 1;
    const after = second.members.trees;
    expect(after.starts.length).toBe(12 * outputs + 1);
    expect(after.starts.subarray(0, starts.length)).toEqual(starts);
    expect(after.threshold.subarray(0, starts[starts.length - 1])).toEqual(threshold);
    expect(predictTable(second, table).kind).toBe(target === "classes" ? "classification" : "regression");
  });
});

const table = mixedTable({ rows: 200, seed: 6, target: "classes" });
const few = fit(table, "forest", 4);
const goOn = (of: Table) => fit(of, "forest", 9, { continueFrom: few });
/** The table with one of its nominal columns changed. */
const change = (name: string, into: (column: NominalColumn) => Partial<NominalColumn>) =>
  makeTable(
    table.columns.map((column) =>
      column.name === name ? { ...column, ...into(column as NominalColumn) } : column,
    ) as Column[],
  );

describe.each(["forest", "extraTrees", "gradientBoost"])("%s", (learner) => {
  const base = fit(table, learner, 3);
  const go = (of: Table, attributes?: readonly string[]) =>
    fit(of, learner, 6, { continueFrom: base, ...(attributes && { attributes }) });
  const straight = text(go(table));

  it("finds its attributes by name: columns in any order give the same bytes", () => {
    const order = () => fc.shuffledSubarray([...table.columns], { minLength: table.columns.length });
    forAll(12, [order(), order(), fc.boolean()], (columns, asked, isAsked) => {
      const names = asked.map(({ name }) => name).filter((name) => name !== "y");
      expect(text(go(makeTable(columns), isAsked ? names : undefined))).toBe(straight);
    });
  });

  it("names the attribute that is left out, absent or unknown", () => {
    const names = base.attributes.map(({ name }) => name);
    const [first, ...others] = names;
    const expectMismatch = (why: string, ...how: Parameters<typeof go>) =>
      expect(refusal(() => go(...how))).toMatch(new RegExp(`^CONTINUE_MISMATCH: .*${why}`));
    expectMismatch(`its attribute "${first}"`, table, others);
    const without = makeTable(table.columns.filter(({ name }) => name !== first));
    expectMismatch(`the table does not have its column "${first}"`, without);
    const wider = makeTable([{ ...table.columns[0], name: "new" }, ...table.columns]);
    expectMismatch('it has no attribute "new"', wider);
    expectMismatch('it has no attribute "new"', wider, ["new", ...names]);
    expect(text(go(wider, names))).toBe(straight);
  });
});

it("takes in levels that are new; trees that have not seen them treat them as missing", () => {
  const renamed = change("many", ({ levels, codes }) => ({
    levels: [...names("a", 40), ...levels],
    codes: codes.map((code, row) => (row % 3 === 0 ? row % 40 : 40 + code)),
  }));
  const more = goOn(renamed);
  const levelsIn = ({ attributes }: EnsembleModel) => attributes.find(({ name }) => name === "many")!.levels!;
  expect(levelsIn(more).slice(0, 12)).toEqual(levelsIn(few));
  expect(levelsIn(more)).toHaveLength(52);
  expect(readAgain(more)).toEqual(more);
});

it("gives new levels the side of missing values in tests on levels", () => {
  // One test on attribute 0, which had 2 levels: level 0 goes left, and so do missing values.
  const trees = {
    ...{ starts: Int32Array.of(0, 3), attribute: Int32Array.of(0, -1, -1), skip: Int32Array.of(2, 0, 1) },
    ...{ threshold: Float64Array.of(0, 1, 1), flags: Uint8Array.of(3, 0, 0), sets: Uint32Array.of(1) },
    ...{ values: Float64Array.of(10, 20), width: 1 },
  };
  const wide = widenedSets(trees, [2], [40]);
  const answer = (level: number) => wide.values[landingIn(wide, 0, [40], () => level)];
  expect([0, 1, 2, 31, 32, 39].map(answer)).toEqual([10, 20, 10, 10, 10, 10]);
});

it.each([
  [{ learner: "extraTrees", options: { trees: 9 } }, /it was learned by forest, not extraTrees/],
  [{ learner: "adaBoost" }, /adaBoost cannot go on from a model/],
  [{ learner: "cart" }, /cart cannot go on from a model/],
  [{ learner: "forest", options: { trees: 4 } }, /it has 4 trees already/],
  [{ learner: "forest", options: { trees: 9, minLeaf: 7 } }, /its minLeaf is 1, and 7 was given/],
  [{ learner: "forest", options: { trees: 9 }, seed: 2 }, /its seed is 1, and 2 was given/],
  [{ learner: "forest", options: { trees: 9 }, target: "color" }, /its target is "y", not "color"/],
])("refuses what does not agree: %o", (request, message) => {
  expect(() => fitTable(table, { target: "y", ...request, continueFrom: few } as never)).toThrow(message);
});

it("refuses a class that the model does not have, and a column of another type", () => {
  const classes = change("y", () => ({ levels: ["a", "b", "z"] }));
  expect(() => goOn(classes)).toThrow(/has no class "z"/);
  const ordered = change("color", () => ({ type: "ordered" }));
  expect(() => goOn(ordered)).toThrow(/its column "color" is nominal, and that of the table is ordered/);
});
