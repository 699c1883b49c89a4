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

describe("a criterion that is wrong", () => {
  const sound = criteria.gini.impurity;
  const wrong = (impurity: OwnCriterion["impurity"], more: Partial<OwnCriterion> = {}): OwnCriterion => ({
    name: "wrong",
    task: "classification",
    impurity,
    ...more,
  });

  it("is one whose impurity forgets the weight", async () => {
    const share: OwnCriterion["impurity"] = (cells, at, width) => {
      let weight = 0;
      for (let k = 0; k < width; k++) weight += cells[at + k];
      return weight > 0 ? sound(cells, at, width) / weight : 0;
    };
    expect(await failing(wrong(share))).toEqual(
      expect.arrayContaining(["is never negative, and no split raises it", "is proportional to the weight"]),
    );
  });

  it("is one that reads from the first cell", async () => {
    expect(await failing(wrong((cells, _, width) => sound(cells, 0, width)))).toContain(
      "reads its own cells only",
    );
  });

  it("is one that is not what it declares", async () => {
    const linear: OwnCriterion["impurity"] = criteria.misclassification.impurity;
    expect(await failing(wrong(linear, { concave: true }))).toContain("is lowered where classes part");
    expect(await failing(wrong(sound, { impurityOfTwo: (a, b) => a + b }))).toContain(
      "of two classes is the same",
    );
  });
});
