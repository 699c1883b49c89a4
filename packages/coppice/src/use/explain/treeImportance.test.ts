import { expect, it } from "vitest";
import { irisModel, rentModel, tennisModel } from "../../../test/models.js";
import { treeImportance } from "./treeImportance.js";

it("is the decrease in Gini impurity, normalised", () => {
  // Gini times weight. Root: 14 - (25 + 81) / 14 = 6.4286; sunny and rain: 5 - 13 / 5 = 2.4 each; the leaves: 0.
  // Outlook takes 6.4286 - 4.8 = 1.6286, humidity and wind 2.4 each, of 6.4286.
  const found = treeImportance(tennisModel());
  expect(found.map(({ attribute }) => attribute)).toEqual([1, 2, 0]);
  expect(found[0].value).toBeCloseTo(2.4 / 6.428571, 6);
  expect(found[2].value).toBeCloseTo(1.628571 / 6.428571, 6);
  expect(found.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1, 12);
});

it("is the decrease in error of a regression", () => {
  // 20 * 42500 = 850000 at the root; below: 8 * 10000 + 6 * 20 + 4 * 16.25 + 2 * 2500 = 85185; size takes all 80000.
  const [age, size] = treeImportance(rentModel());
  expect(age).toMatchObject({ attribute: 0, splits: 1 });
  expect(age.value).toBeCloseTo((850000 - 85185) / (850000 - 85185 + 80000), 12);
  expect(size.value).toBeCloseTo(80000 / (850000 - 85185 + 80000), 12);
});

it("lists no attribute that no split tests", () => {
  expect(treeImportance(irisModel()).map(({ attribute }) => attribute)).toEqual([3, 2]);
  expect(treeImportance({ ...irisModel(), nodes: [{ weight: 1, counts: [1, 0, 0], label: 0 }] })).toEqual([]);
});
