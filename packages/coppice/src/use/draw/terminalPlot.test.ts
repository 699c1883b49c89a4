import { expect, it } from "vitest";
import { terminalPlot } from "./terminalPlot.js";
import { extent, ticks, tickText } from "./ticks.js";

it("ticks are 1, 2 or 5 times a power of ten", () => {
  expect(ticks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticks(0.62, 0.98, 4)).toEqual([0.7, 0.8, 0.9]); // steps of 0.36 / 4 = 0.09, so 0.1
  expect(ticks(3, 47, 5)).toEqual([10, 20, 30, 40]); // 44 / 5 = 8.8, so 10
  expect(ticks(-1, 1, 4)).toEqual([-1, -0.5, 0, 0.5, 1]);
  expect(ticks(7, 7, 4)).toEqual([7]);
});

it("ticks are written short", () => {
  const texts = [0, 0.1 + 0.2, 1500, 2e6, 3.2e-7, -4].map(tickText);
  expect(texts.join(" ")).toBe("0 0.3 1500 2e+6 3.2e-7 -4");
});

it("ticks have room around a single value", () => {
  expect(extent([3, Number.NaN, 9])).toEqual([3, 9]);
  expect(extent([20])).toEqual([19, 21]); // 5% on each side
  expect(extent([0, 0])).toEqual([-1, 1]);
  expect(extent([Number.NaN])).toEqual([0, 1]);
});

const points = (...pairs: (readonly [number, number])[]) => pairs;

it("a plot in the terminal is this one", () => {
  const up = { name: "up", points: points([0, 0], [10, 1]) };
  const flat = { name: "flat", points: points([5, 0.5]) };
  const plot = terminalPlot([up, flat], { width: 25, height: 9, xLabel: "rows", yLabel: "share" });
  // 9 lines: the label, 5 lines of canvas, the axis, its numbers, the legend; 5 columns of margin leave 20.
  expect(plot.split("\n")).toEqual([
    "share",
    "  1 ┤                 ··●",
    "    │            ·····",
    "0.5 ┤        ··○·",
    "    │   ·····",
    "  0 ┤●··",
    "    └┬─────────┬────────┬",
    "     0         5       10  rows",
    "● up   ○ flat",
  ]);
});

it("a plot in the terminal paints by series, and leaves out what is not finite", () => {
  const a = { name: "a", points: points([1, 1], [2, Number.NaN]) };
  const plot = terminalPlot([a], { paint: (text, s) => `<${s}${text}>` });
  expect(plot.match(/<0●>/g)).toHaveLength(1);
  expect(plot).toContain("<0● a>");
});

it("a plot in the terminal spaces powers of ten evenly, and escapes control characters", () => {
  const red = { name: "\u001b[31mred", points: points([1, 0], [10, 1], [100, 0]) };
  const plot = terminalPlot([red], { logX: true, width: 44, height: 10 });
  const top = plot.split("\n")[0];
  // The canvas has 44 - 5 = 39 columns: 10 is midway between 1 and 100.
  expect(top.indexOf("●")).toBe(5 + 19);
  expect(plot).not.toContain("\u001b");
});
