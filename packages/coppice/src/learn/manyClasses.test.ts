import { expect, it } from "vitest";
import { random, shuffle } from "../base/random.js";
import { sizeOf } from "../model/tree.js";
import { makeTable } from "../table/table.js";
import { nominal } from "../testing/index.js";
import { criteria } from "./criterion/index.js";
import type { OwnCriterion } from "./criterion/ownCriterion.js";
import { fitTable } from "./fit.js";

const ROWS = 300;
const chance = random(11);

/** As numbers with decimal commas look when they are read as text: every row has a level of its own. */
const rows = Int32Array.from({ length: ROWS }, (_, row) => row);
const texts = Array.from(rows, (i) => `${i},5`);
const table = makeTable(
  ["a", "b", "c", "target"].map((name) => nominal(name, texts, shuffle(rows.slice(), chance))),
);

/** Gini, counting what it is asked. */
function counting(): { criterion: OwnCriterion; calls: () => number } {
  let calls = 0;
  const { rule: _rule, impurityOfTwo: _two, ...gini } = criteria.gini;
  const impurity: OwnCriterion["impurity"] = (cells, at, width) => {
    calls++;
    return gini.impurity(cells, at, width);
  };
  return { criterion: { ...gini, name: "counting", impurity }, calls: () => calls };
}

it("a target with a class for every row is learned in levels × classes steps a layer, not levels × classes² a row", () => {
  const { criterion, calls } = counting();
  const options = { criterion, prune: "none" };
  const { depth, leaves } = sizeOf(fitTable(table, { target: "target", learner: "cart", options }));
  expect(leaves).toBe(ROWS);
  // Halves of halves down to nodes of some rows, which set aside one level after the other as before.
  expect(depth).toBeLessThan(32);
  // A run is two impurities: 3 attributes × 299 runs × some ten layers, and the small nodes. It was 300 × as many.
  expect(calls()).toBeLessThan(400_000);
});

it.each([
  ["c45", {}],
  ["id3", {}],
  ["oneR", {}],
  ["forest", { trees: 2 }],
  ["extraTrees", { trees: 2 }],
  ["bagging", { trees: 1, settings: { prune: "none" } }],
  ["adaBoost", { trees: 2 }],
  ["gradientBoost", { rounds: 1 }],
  ["irep", {}],
  ["prism", {}],
  ["c45rules", {}],
])("a target with a class for every row is an end for %s", (learner, options) => {
  expect(fitTable(table, { target: "target", learner, options }).learner).toBe(learner);
});
