import { expect, it } from "vitest";
import type { Assessment } from "../evaluate/assess.js";
import type { Comparison } from "../evaluate/compare.js";
import type { Curve } from "../evaluate/curves.js";
import { meanFigures } from "../evaluate/intervals.js";
import { drawChart } from "./chart.js";
import { comparisonText, drawComparison } from "./comparePlot.js";
import { curveText, drawCurve } from "./curvePlot.js";
import { drawPrecisionRecall, drawRoc, precisionRecallText, rocText } from "./rankPlots.js";

const EVIL = '<script>alert("x")</script>';
const options = { title: EVIL, description: EVIL, xLabel: EVIL, yLabel: EVIL };

it("a chart scales points to the axes", () => {
  const line = { name: "line", points: [0, 10].map((x) => [x, x / 10] as const) };
  const svg = drawChart([line], { ...options, x: [0, 10], y: [0, 1] });
  // 640 × 420 with margins 64, 20, 56, 52: from (64, 420 - 52) to (640 - 20, 56).
  expect(svg).toContain('d="M64 368L620 56"');
});

it("a chart escapes all text", () => {
  const svg = drawChart([{ name: EVIL, points: [[1, 1]] }], options);
  expect(svg).not.toContain("<script");
  expect(svg.match(/&lt;script/g)?.length).toBeGreaterThan(3);
});

it("a chart leaves out what is not finite, and counts names that do not fit", () => {
  const pair = (...ends: (readonly [number, number])[]) => ends;
  const series = Array.from({ length: 9 }, (_, i) => ({
    name: `a series with a long name, number ${i}`,
    points: pair([1, i], [2, Number.NaN]),
    band: pair([i, i], [Number.NaN, 1]),
  }));
  const svg = drawChart(series, { ...options, logX: true });
  expect(svg).not.toContain("NaN");
  expect(svg).toMatch(/and \d more/);
});

const points = [
  { falsePositives: 0, truePositives: 0, precision: 1, threshold: 0 },
  { falsePositives: 0.25, truePositives: 1, precision: 0.8, threshold: 0 },
  { falsePositives: 1, truePositives: 1, precision: 0.5, threshold: 0 },
];
const series = [{ name: "yes", auc: 0.875, averagePrecision: 0.8, curve: points }];

it("the plots of ranked rows have the curve, the diagonal and the AUC", () => {
  const svg = drawRoc(series, "ROC");
  expect(svg).toContain("yes (AUC 0.875)");
  expect(svg).toContain('class="k-diagonal"');
  expect(svg).toContain("M64 368L203 56L620 56"); // a quarter of 556 is 139
  expect(rocText(series, { width: 40, height: 12 })).toContain("● yes (AUC 0.875)");
});

it("the plots of ranked rows have precision in steps, and no diagonal", () => {
  const svg = drawPrecisionRecall(series, "PR");
  expect(svg).toContain("yes (average precision 0.800)");
  expect(svg).not.toContain('class="k-diagonal"');
  // Precision 0.8 from recall 0 to 1, then down to a half: 56 + 0.2 · 312 = 118.4, 56 + 0.5 · 312 = 212.
  expect(svg).toContain("M64 118.4L620 118.4L620 212");
  expect(precisionRecallText(series, { width: 40, height: 12 })).toContain("recall");
});

const point = (x: number, ...[train, heldOut]: number[]) => ({
  ...{ x, size: { leaves: x } },
  ...{ train: meanFigures([train, train]), heldOut: meanFigures([heldOut, heldOut]) },
});

const curve: Curve = {
  ...{ kind: "size", measure: "accuracy", best: 1 },
  points: [point(1, 0.5, 0.5), point(10, 0.9, 0.7), point(100, 1, 0.6)],
};

it("the curve plot has both sides, on a logarithmic axis", () => {
  const svg = drawCurve(curve, "a curve");
  expect(svg).toContain("training rows");
  expect(svg).toContain("best at 10, with 0.7000");
  expect(svg.match(/<circle/g)).toHaveLength(6);
  expect(svg).toContain('cx="342"'); // 10 is midway from 1 to 100: 64 + 556 / 2
  expect(curveText(curve)).toContain("● training rows   ○ held-out rows");
  expect(curveText({ ...curve, kind: "rows" })).toContain("number of training rows");
});

const entry = (name: string, ...figures: number[]) => ({
  ...{ name, trial: 0, figures, assessment: {} as Assessment },
  mean: meanFigures(figures),
});
const comparison: Comparison = {
  ...{ measure: "accuracy", against: 0, failures: [] },
  entries: [entry("cart", 0, 0.5, 1), entry(EVIL, 0.5, 0.5)],
};

it("the comparison plot has a dot for each fold and a mark for the mean", () => {
  const svg = drawComparison(comparison, "compared");
  expect(svg.match(/<circle/g)).toHaveLength(5);
  expect(svg).not.toContain("<script");
  expect(svg).toContain("cart: 0.5000");
});

it("the comparison plot is drawn with characters, too", () => {
  const [first, second, scale] = comparisonText(comparison, 36).split("\n");
  // Names are cut at 24 characters, so the canvas starts at column 26 and has 10 columns.
  expect(first).toBe(`${"cart".padEnd(26)}·    ●   ·`);
  expect(second).toContain("●");
  expect(scale).toBe(`${" ".repeat(26)}0        1`);
});
