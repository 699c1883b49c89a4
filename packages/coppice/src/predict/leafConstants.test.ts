import { expect, it } from "vitest";
import { random } from "../base/random.js";
import { leafClasses, leafValues } from "./leafConstants.js";

it.each([1, 2, 3, 5])("gives each row what its leaf says, with %i classes", (classes) => {
  const rng = random(classes);
  const nodes = 7;
  const labels = Int32Array.from({ length: nodes }, () => rng.below(classes));
  const probabilities = Float64Array.from({ length: nodes * classes }, () => rng.uniform());
  const leaves = Int32Array.from({ length: 40 }, () => rng.below(nodes + 1) - 1);
  const answers = leafClasses({ labels, probabilities }, leaves);
  if (answers.kind !== "classification") throw new Error("these are classes");
  leaves.forEach((leaf, row) => {
    expect(answers.labels[row]).toBe(leaf < 0 ? 0 : labels[leaf]);
    const shares = answers.probabilities.subarray(row * classes, (row + 1) * classes);
    const own = probabilities.subarray(leaf * classes, (leaf + 1) * classes);
    expect(shares).toEqual(leaf < 0 ? new Float64Array(classes) : own);
  });
});

it("gives each row its leaf's value", () => {
  const values = Float64Array.of(0.5, -2, 7);
  expect(leafValues(values, Int32Array.of(2, 0, -1, 1))).toEqual({
    kind: "regression",
    values: Float64Array.of(7, 0.5, 0, -2),
  });
});
