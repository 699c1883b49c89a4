import { expect, it } from "vitest";
import { prepare } from "../../engine/problem.js";
import { makeTable } from "../../table/table.js";
import { conclude } from "./conclude.js";
import { examplesOf } from "./examples.js";
import { pruneRule } from "./pruneRule.js";

const levels = ["a", "b"];
const table = makeTable([
  { type: "nominal", name: "x", levels, codes: Int32Array.of(0, 0, 0, 1, 1) },
  { type: "nominal", name: "y", levels: ["no", "yes"], codes: Int32Array.of(1, 1, 0, 0, 1) },
  { type: "numeric", name: "w", values: Float64Array.of(1, 2, 3, 4, 5) },
]);
const problem = prepare(table, { target: "y", weight: "w" });
const examples = examplesOf(problem);
const isA = { kind: "levels", attribute: 0, levels: [0] } as const;
const isAny = { kind: "levels", attribute: 0, levels: [0, 1] } as const;

it("a rule has the weights of the rows that it is the first to cover, and the default those of the rest", () => {
  const { rules, otherwise } = conclude(problem, examples, [{ literals: [isA], label: 1 }], 0);
  expect(rules.map(({ then }) => then)).toEqual([{ weight: 6, counts: [3, 3], label: 1 }]);
  expect(otherwise).toEqual({ weight: 9, counts: [4, 5], label: 0 });
});

it("of conditions that are worth the same a rule keeps the fewest", () => {
  const rows = Int32Array.of(0, 1, 3);
  for (const value of ["laplace", "difference"] as const)
    expect(pruneRule(examples, [isA, isAny], rows, 1, value)).toEqual([isA]);
});
