import { describe, expect, it } from "vitest";
import { errorName } from "../../model/errorName.js";
import { friedman1 } from "../../synthetic/index.js";
import { criteria } from "../criterion/index.js";
import { fitTable } from "../fit.js";

const table = friedman1({ rows: 60, seed: 1 });
const target = table.columns[table.columns.length - 1].name;
const nameOf = (learner: string, options: Readonly<Record<string, unknown>>) =>
  errorName(fitTable(table, { target, learner, options }));

describe("the name of a leaf's error", () => {
  it.each([
    ["cart", {}, "MSE"],
    ["cart", { criterion: "absoluteError" }, "MAE"],
    ["cart", { criterion: "worstError", prune: "none" }, "max error"],
    ["cart", { leaf: "median" }, "MAE"],
    ["regressionRules", { then: "linear" }, "MSE"],
    ["regressionRules", { then: "median" }, "MAE"],
  ])("%s %o: %s", (learner, options, name) => expect(nameOf(learner, options)).toBe(name));

  it("follows what each criterion says of leaves", () => {
    const byLeaf = { mean: "MSE", median: "MAE", midrange: "max error" };
    for (const name of ["squaredError", "absoluteError", "worstError"] as const) {
      const { leaf = "mean" } = criteria[name] as { leaf?: keyof typeof byLeaf };
      expect(errorName({ options: { leaf: "auto", criterion: name } })).toBe(byLeaf[leaf]);
    }
    expect(errorName({ options: { leaf: "auto", criterion: "of my own" } })).toBe("error");
    expect(errorName({ options: {} })).toBe("error");
  });
});
