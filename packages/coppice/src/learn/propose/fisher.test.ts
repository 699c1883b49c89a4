import { expect, it } from "vitest";
import { regularised } from "./fisher.js";

it("regularised ends where rounding has left less than nothing of the scatter", () => {
  // Two rows of weight 0.5, one of each class: every class is at its mean, up to rounding.
  for (const trace of [-1e-17, 0, 1e-17]) {
    const lower = regularised(Float64Array.of(trace, 0, -3e-18, trace), 2, 0);
    expect([lower[0] > 0, lower[3] > 0]).toEqual([true, true]);
  }
});
