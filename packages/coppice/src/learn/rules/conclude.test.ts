import { expect, it } from "vitest";
import { shortTable } from "../../../test/kit/matrix.js";
import { prepare } from "../../engine/problem.js";
import { conclude } from "./conclude.js";
import { examplesOf } from "./examples.js";
import { pruneRule } from "./pruneRule.js";

const table = shortTable("x y:nominal=no|yes w; a yes 1; a yes 2; a no 3; b no 4; b yes 5");
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
