import { expect, it } from "vitest";
import { OutOfBag } from "./outOfBag.js";

const given = {
  ...{ cells: [], levels: new Int32Array(0), rows: 3, classes: 2 },
  ...{ truth: Int32Array.of(0, 1, 1), weights: Float64Array.of(1, 3, 5) },
};

it("the error is the share of the weight of judged rows that is judged wrongly", () => {
  const bag = new OutOfBag(given, "vote");
  const answers = { labels: Int32Array.of(0, 0), probabilities: Float64Array.of(1, 0, 1, 0) };
  bag.hearAll(Int32Array.of(0, 1), { kind: "classification", ...answers, warnings: [] });
  // Row 0 (weight 1) is right, row 1 (weight 3) is wrong, and row 2 is not judged.
  expect(bag.errors).toEqual([3 / 4]);
});
