import fc from "fast-check";
import { expect, it } from "vitest";
import { cases, cellsIn, forAll, isDeep, itHolds, mixedTable, valuesOf } from "../../../test/kit/index.js";
import { describeShared, sharedSet } from "../../../test/shared.js";
import { isSplit, type TreeModel, type ValueFacts } from "../../model/tree.js";
import type { Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { missingStrategies } from "../missing/strategies.js";

/** How far the prediction of each row is off. */
function misses(model: TreeModel, table: Table): number[] {
  const y = cellsIn(table, model.target.name);
  return valuesOf(model, table).map((value, row) => Math.abs(value - y[row]));
}

const leavesOf = ({ nodes }: TreeModel) => nodes.filter((node) => !isSplit(node)) as ValueFacts[];

const bounded = (table: Table, bound: number, options: object = {}) =>
  fitTable(table, {
    target: "y",
    learner: "cart",
    options: { criterion: "worstError", acceptableError: bound, ...options },
  });

const few = mixedTable({ rows: 30, seed: 1, target: "values" });

itHolds("is kept by cart, unpruned", 20, [fc.nat(500), fc.constantFrom(0.2, 0.5, 1, 2)], (seed, bound) => {
  const table = mixedTable({ rows: 120, seed, target: "values" });
  const model = bounded(table, bound);
  expect(model.options.prune).toBe("none");
  expect(Math.max(...misses(model, table))).toBeLessThanOrEqual(bound + 1e-9);
});

const strategies = missingStrategies("regression").filter((name) => !["share", "fraction"].includes(name));
it.each(strategies)("is what leaves say it is with missing=%s", (missing) => {
  forAll(10, [fc.nat(500)], (seed) => {
    const table = mixedTable({ rows: 120, seed, target: "values", missing: 0.05 });
    const model = bounded(table, 1, { missing });
    // Rows that no attribute tells apart may share a leaf that is off by more; it says by how much.
    const most = Math.max(1, ...leavesOf(model).map(({ error }) => error));
    const kept = misses(model, table).filter((miss) => miss <= most + 1e-9).length;
    // Rows that drop leaves out are not learned from.
    expect(kept).toBeGreaterThanOrEqual(missing === "drop" ? model.training.rows : table.rows);
  });
});

it.each(cases`
  prune=reducedError → use prune=none
  leaf=mean → only the midrange does; leave leaf=auto
  missing=share → it predicts a row with a missing value by the mean of several leaves; use majority
  missingAtPrediction=eachValue → rows with missing values would reach other leaves than in training
`)("refuses %s", (name, why) => {
  const [option, value] = name.split("=");
  expect(() => bounded(few, 2, { [option]: value })).toThrow(
    `${name} cannot keep the bound that criterion=worstError and acceptableError=2 promise for every training row: ${why}`,
  );
});

it("gives way for pruning only where there is a bound", () => {
  expect(() => bounded(few, 2, { alpha: 0.1 })).toThrow(
    "alpha is for prune=costComplexity, and prune is none",
  );
  const options = { criterion: "worstError" };
  const { prune } = fitTable(few, { target: "y", learner: "cart", options }).options;
  expect(prune).toBe("costComplexity");
});

describeShared("a bound on the worst error on public tables", () => {
  const sets: [string, number][] = [
    ["auto-mpg", 2],
    ["airfoil", 3],
    ["car90", 2000],
  ];
  it.each(isDeep ? sets : sets.slice(0, 1))("%s: no row is off by more than %d", async (name, bound) => {
    const { table, target } = await sharedSet(name);
    const options = { criterion: "worstError", acceptableError: bound };
    const model = fitTable(table, { target, learner: "cart", options });
    const off = misses(model, table).filter((miss) => !Number.isNaN(miss));
    expect(Math.max(...off)).toBeLessThanOrEqual(bound + 1e-9);
  });
});
