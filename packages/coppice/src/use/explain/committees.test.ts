import { expect, it } from "vitest";
import { mixedTable } from "../../../test/mixedTable.js";
import { fitTable } from "../../learn/fit.js";
import { explain } from "./explain.js";
import { explanationText } from "./explanationText.js";

const table = mixedTable({ target: "values", rows: 120, seed: 4 });
const fitted = (options: Record<string, unknown>) =>
  fitTable(table, { target: "y", learner: "modelTree", options: { members: 3, ...options } });

it("explanations of committees with formulas say that the trees keep their formulas, not their prediction", () => {
  const explained = explain(fitted({}), table, { rows: [0, 1] });
  for (const one of explained.explanations) {
    const text = explanationText(one, explained);
    expect(text).not.toContain("keep this prediction");
    if (text.includes(" while")) expect(text).toMatch(/trees? keeps? (their formulas|its formula) while/);
  }
});

it("explanations of committees with formulas add up to the prediction, with what the nearest rows correct", () => {
  const explained = explain(fitted({ neighbours: 5 }), table, { rows: [3, 7] });
  for (const one of explained.explanations) {
    const { because, prediction } = one;
    if (because.kind !== "trees") throw new Error("a committee");
    const sum = because.rules.reduce((all, { weight }) => all + weight, 0);
    expect(because.correction!.rows).toBe(5);
    expect(sum + because.correction!.by).toBeCloseTo(Number(prediction), 8);
    expect(explanationText(one, explained)).toContain(": what the 5 nearest training rows are off by");
  }
});
