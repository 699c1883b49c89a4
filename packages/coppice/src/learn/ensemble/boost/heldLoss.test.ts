import { expect, it } from "vitest";
import { heldLoss } from "./heldLoss.js";
import { lossOf } from "./loss.js";

it("the loss of validation rows is a mean by their weights: (3·1² + 1·3²) / 4", () => {
  const rows = { scores: [Float64Array.of(0, 0)], targets: Float64Array.of(1, 3) };
  const squared = lossOf("squared", 0, 0.5, 1);
  expect(heldLoss({ ...rows, weights: Float64Array.of(3, 1) }, squared)).toBe(3);
  expect(heldLoss(rows, squared)).toBe(5);
});
