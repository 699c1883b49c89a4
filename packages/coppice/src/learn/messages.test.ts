import { expect, it } from "vitest";
import { matrix, numeric, shortTable } from "../../test/kit/index.js";
import { show } from "../base/errors.js";
import { isSplit } from "../model/tree.js";
import { friedman1 } from "../synthetic/index.js";
import { makeTable, type Warning } from "../table/table.js";
import { fitTable } from "./fit.js";
import { fitWarnings } from "./fitWarnings.js";

it.each([
  [{ plas: -5 }, '{"plas":-5}'],
  [matrix("0 -1; 5 0"), "[[0,-1],[5,0]]"],
  [null, "null"],
])("%o is shown in messages as %s", (value, text) => expect(show(value)).toBe(text));

it("the gain by worstError is what the worst error falls by, without what settles ties", () => {
  // 0 … 9 and 100, 101: half the range is 50.5, of the branches 4.5 and 0.5.
  const y = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 101];
  const table = makeTable([numeric("x", [...y.keys()]), numeric("y", y)]);
  const options = { criterion: "worstError", prune: "none", competitors: 1, maxDepth: 1 };
  const { nodes } = fitTable(table, { target: "y", learner: "cart", options });
  expect(nodes[0]).toMatchObject({ gain: 46 });
});

it("the gain by worstError is a difference of half ranges everywhere, and the tests stay the same", () => {
  const options = { criterion: "worstError", prune: "none" };
  const table = friedman1({ rows: 150, seed: 1 });
  const { nodes } = fitTable(table, { target: "y", learner: "cart", options });
  for (const node of nodes) {
    if (!isSplit(node) || !("error" in node)) continue;
    const worst = Math.max(...node.branches.map((b) => (nodes[b] as { error: number }).error));
    expect(node.gain).toBeCloseTo(node.error - worst, 9);
  }
});

const table = shortTable("x y:nominal=a|b|c; 1 a; 2 a; 3 b; 4 b");
const priors = { a: 0.4, b: 0.3, c: 0.3 };
const expected: Warning = {
  code: "PRIORS_WITHOUT_ROWS",
  column: "y",
  message: 'priors give 0.3 to the class "c", which has no rows: the other classes share it in proportion',
};

it("warnings tell of priors for classes without rows", () => {
  const heard: Warning[] = [];
  fitTable(table, { target: "y", learner: "cart", options: { priors }, onWarning: (w) => heard.push(w) });
  expect(heard).toEqual([expected]);
  const bagged = { learner: "bagging", options: { settings: { priors } } };
  expect(fitWarnings(table, { target: "y", ...bagged })).toEqual([expected]);
});

it("warnings are none where all is well", () => {
  const none = (options: Record<string, unknown>) => fitWarnings(table, { target: "y", options });
  expect(none({})).toEqual([]);
  expect(none({ priors: "equal" })).toEqual([]);
  expect(none({ priors: { a: 0.5, b: 0.5, c: 0 } })).toEqual([]);
});
