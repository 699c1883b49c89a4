import { expect, it } from "vitest";
import { fullCart, shortTable } from "../../../test/kit/index.js";
import { fitTable } from "../fit.js";

it("worstError cuts where the worst branch is best, and predicts the middle of the range", () => {
  // [0, 1, 9, 10]: cut between 1 and 9 leaves ranges 1 and 1, worst error 0.5 of 5.
  const table = shortTable("x y; 0 0; 1 1; 2 9; 3 10");
  const options = { criterion: "worstError", maxDepth: 1 };
  expect(fitTable(table, { target: "y", learner: fullCart, options }).nodes).toMatchObject([
    { value: 5, error: 5, test: { threshold: 1.5 }, gain: expect.closeTo(4.5, 5) },
    { value: 0.5, error: 0.5 },
    { value: 9.5, error: 0.5 },
  ]);
});
