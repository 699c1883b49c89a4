import { expect, it } from "vitest";
import { errorName } from "../../model/errorName.js";
import { parseModel } from "../../model/parse.js";
import { friedman1 } from "../../synthetic/index.js";
import { criteria } from "../criterion/index.js";
import { fitTable } from "../fit.js";

const table = friedman1({ rows: 60, seed: 1 });
const target = table.columns[table.columns.length - 1].name;
const nameOf = (learner: string, options: Readonly<Record<string, unknown>>) =>
  errorName(fitTable(table, { target, learner, options }));

it.each([
  ["cart", { pruneFolds: 3 }, "MSE"],
  ["cart", { criterion: "absoluteError", pruneFolds: 3 }, "MAE"],
  ["cart", { criterion: "worstError", prune: "none" }, "max error"],
  ["cart", { leaf: "median", prune: "none" }, "MAE"],
  ["regressionRules", { then: "linear" }, "MSE"],
  ["regressionRules", { then: "median" }, "MAE"],
])("the name of a leaf's error: %s %o: %s", (learner, options, name) =>
  expect(nameOf(learner, options)).toBe(name),
);

it("the name of a leaf's error is stated by every criterion, also of a user's own", () => {
  const stated = { mean: undefined, median: "absolute", midrange: "worst" };
  for (const name of ["squaredError", "absoluteError", "worstError"] as const) {
    const { leaf = "mean" } = criteria[name] as { leaf?: keyof typeof stated };
    const options = { criterion: name, prune: "none" };
    expect(fitTable(table, { target, learner: "cart", options }).leafError).toBe(stated[leaf]);
  }
});

it("the name of a leaf's error is inferred from the options of files of version 1 only", () => {
  const options = { leaf: "median", prune: "none" };
  const { leafError: _, ...model } = fitTable(table, { target, learner: "cart", options });
  const read = (more: object) => parseModel(JSON.parse(JSON.stringify({ ...model, ...more })));
  expect(errorName(read({ version: 1 }))).toBe("MAE");
  expect(errorName(read({}))).toBe("MSE");
  expect(() => read({ leafError: "median" })).toThrow('leafError must be absolute or worst; got "median"');
});
