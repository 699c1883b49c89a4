import { expect, it } from "vitest";
import type { PruningRow } from "../../model/tree.js";
import { drawPruning } from "./pruningPlot.js";
import { pruningPlotText, pruningText } from "./pruningPlotText.js";

const rows: PruningRow[] = [
  { alpha: 0.5, splits: 0, error: 1, crossError: 1.1, crossStd: 0.05 },
  { alpha: 0.1, splits: 1, error: 0.5, crossError: 0.625, crossStd: 0.04 },
  { alpha: 0, splits: 4, error: 0.25, crossError: 0.75, crossStd: 0.04 },
];
const plain = rows.map(({ alpha, splits, error }) => ({ alpha, splits, error }));

it("pruningText is rpart's table with a star at the chosen tree", () => {
  expect(pruningText(rows, 1).split("\n")).toEqual([
    "   alpha  splits    error  cross error  cross std",
    "     0.5       0  1.00000      1.10000    0.05000",
    "*    0.1       1  0.50000      0.62500    0.04000",
    "       0       4  0.25000      0.75000    0.04000",
  ]);
  expect(pruningText(plain)).not.toContain("cross");
});

it("pruningText leaves out the middle of a long table, but not the chosen tree", () => {
  const long = Array.from({ length: 300 }, (_, i) => ({ alpha: 1 / (i + 1), splits: i, error: 1 / (i + 1) }));
  const text = pruningText(long, 150);
  expect(text.split("\n").length).toBeLessThan(32);
  expect(text).toMatch(/^\* .* 150 /m);
  expect(text.match(/…/g)?.length).toBe(2);
});

it("the plot shows both errors, and names the lowest", () => {
  const svg = drawPruning(rows, "<Pruning>");
  expect(svg).toContain("<title>&lt;Pruning&gt;</title>");
  expect(svg).toContain("lowest, 0.6250, with 1 split");
  expect(svg).toContain("held-out rows");
  expect(drawPruning(plain, "x")).not.toContain("held-out rows");
  expect(pruningPlotText(rows)).toContain("held-out rows");
  expect(pruningPlotText(plain)).not.toContain("held-out rows");
});
