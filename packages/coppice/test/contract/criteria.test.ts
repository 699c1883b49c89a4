import { describe, expect, it } from "vitest";
import { criteria } from "../../src/learn/criterion/index.js";
import type { OwnCriterion } from "../../src/learn/criterion/ownCriterion.js";
import { criterionContract } from "../../src/testing/contract/criterion.js";

describe.each(Object.entries(criteria))("%s", (named, criterion) => {
  for (const { name, run } of criterionContract(criterion, named)) it(name, run);
});

/** The names of the checks that fail. */
async function failing(criterion: OwnCriterion): Promise<string[]> {
  const names: string[] = [];
  for (const { name, run } of criterionContract(criterion)) {
    try {
      await run();
    } catch {
      names.push(name);
    }
  }
  return names;
}

const sound = criteria.gini.impurity;
const linear: OwnCriterion["impurity"] = criteria.misclassification.impurity;
const forgetful: OwnCriterion["impurity"] = (cells, at, width) => {
  const weight = cells.subarray(at, at + width).reduce((sum, cell) => sum + cell, 0);
  return weight > 0 ? sound(cells, at, width) / weight : 0;
};

it.each<[why: string, found: readonly string[], of: Partial<OwnCriterion>]>([
  [
    "its impurity forgets the weight",
    ["is never negative, and no split raises it", "is proportional to the weight"],
    { impurity: forgetful },
  ],
  [
    "it reads from the first cell",
    ["reads its own cells only"],
    { impurity: (cells, _, width) => sound(cells, 0, width) },
  ],
  ["it is not concave", ["is lowered where classes part"], { impurity: linear, concave: true }],
  ["its impurity of two is another", ["of two classes is the same"], { impurityOfTwo: (a, b) => a + b }],
])("a wrong criterion is found: %s", async (_, found, of) => {
  const wrong: OwnCriterion = { name: "wrong", task: "classification", impurity: sound, ...of };
  expect(await failing(wrong)).toEqual(expect.arrayContaining([...found]));
});
