import { describe, expect, it } from "vitest";
import { exponentOf, figure, leastOf, ratio } from "../../../bench/lib/arithmetic.mjs";
import { barsOf, chartOf } from "../../../bench/lib/chart.mjs";
import { linesOf, targetsText } from "../../../bench/lib/report.mjs";

describe("the benchmarks' arithmetic", () => {
  it("a cold fit is the first of its process, a warm one any", () => {
    const readings = [
      { fits: [5, 2, 3], predict: 0.5, score: 0.9 },
      { fits: [4, 3], predict: 0.4, memory: 7, score: 0.91 },
    ];
    expect(leastOf(readings)).toEqual({ cold: 4, warm: 2, predict: 0.4, memory: 7, score: 0.91 });
    expect(leastOf([{ fits: [1] }])).toEqual({ cold: 1, warm: 1 });
  });

  it("a reading that saved the model counts for the whole command only if there is no other", () => {
    const saved = { fits: [2], wall: 4, peak: 900, saved: true, score: 0.9 };
    const plain = { fits: [3], wall: 5, peak: 700, saved: false, score: 0.9 };
    expect(leastOf([saved, plain])).toEqual({ cold: 2, warm: 2, wall: 5, peak: 700, score: 0.9 });
    expect(leastOf([saved])).toEqual({ cold: 2, warm: 2, wall: 4, peak: 900, score: 0.9 });
    expect(leastOf([{ fits: [], predict: 1 }])).toEqual({ predict: 1 });
  });

  it("a ratio above 1 means that the rival needs more", () => {
    expect(ratio(2, 8)).toBe(4);
    expect(ratio(2, undefined)).toBeUndefined();
    expect(ratio(0, 1)).toBeUndefined();
  });

  it.each([
    [[10, 100, 1000], [10, 100, 1000].map((n) => 3 * n ** 1.5), 1.5, 1],
    // ln x = 0, 1, 2 and ln y = 0, 2, 2: slope Σ(x−1)(y−4/3) / Σ(x−1)² = (4/3 + 2/3) / 2 = 1, explained 2² / (2 · 8/3) = 3/4
    [[1, Math.E, Math.E ** 2], [1, Math.E ** 2, Math.E ** 2], 1, 0.75],
    [[1, 2, 4], [5, 5, 5], 0, 1],
  ])(
    "finds the exponent of a power law, by least squares if there is none: %j, %j",
    (x, y, wanted, share) => {
      const { exponent, explained } = exponentOf(x, y);
      expect(exponent).toBeCloseTo(wanted, 12);
      expect(explained).toBeCloseTo(share, 12);
    },
  );

  it("shows three significant digits", () => {
    expect([123.4, 12.34, 1.234, 0.1234, 0.01234, undefined].map(figure).join(" ")).toBe(
      "123 12.3 1.23 0.123 0.0123 –",
    );
  });
});

describe("the lines of a task", () => {
  const task = {
    name: "my/forest",
    least: { YDF: 5, ranger: undefined },
    leastPredict: { YDF: undefined, ranger: undefined },
    leastMemory: { YDF: 1, ranger: undefined },
  };
  const ours = [{ fits: [1], predict: 0.5, peak: 2048, wall: 3, read: 0.25, score: 0.9 }];
  const shown = (readings: Parameters<typeof linesOf>[1]) =>
    linesOf(task, readings).map(({ rival, what, ratio: times, least }) => [rival, what, times, least]);

  it("have every quantity of a rival that is known, with or without a target", () => {
    const YDF = [{ fits: [4], predict: 1, peak: 4096 }];
    const ranger = [{ fits: [2], predict: 2 }];
    expect(shown({ Coppice: ours, YDF, ranger })).toEqual([
      ["YDF", "fit", 4, 5],
      ["YDF", "predict", 2, undefined],
      ["YDF", "memory", 2, 1],
      ["ranger", "fit", 2, undefined],
      ["ranger", "predict", 4, undefined],
      ["–", "command", undefined, undefined],
      ["–", "read", undefined, undefined],
    ]);
    expect(targetsText(linesOf(task, { Coppice: ours, YDF, ranger }))).toMatch(/^1 of 2 targets met\n/);
  });

  it("have Coppice's own figures if there is no rival", () => {
    const lines = linesOf(task, { Coppice: ours });
    expect(lines.map(({ what, ours: mine, unit }) => [what, mine, unit])).toEqual([
      ["predict", 0.5, "s"],
      ["memory", 2, "MB"], // 2048 kB
      ["command", 3, "s"],
      ["read", 0.25, "s"],
    ]);
    expect(targetsText(lines)).toBe("no rival with a target was measured");
  });
});

describe("the chart", () => {
  const taken = (seconds: number) => [{ fits: [seconds + 1] }, { fits: [seconds] }];
  const tasks = {
    "adult/forest": { readings: { Coppice: taken(2), "scikit-learn": taken(9), YDF: taken(5) } },
    "adult/boost": { readings: { Coppice: taken(4), LightGBM: taken(1) } },
    "adult/cart": { readings: { Coppice: taken(4) } },
  };

  it("compares with the fastest rival, and names what was not measured", () => {
    const { bars, absent } = barsOf(tasks);
    expect(bars.map(({ rival, ratio: times }) => [rival, times])).toEqual([
      ["YDF", 2.5], // 5 / 2
      ["LightGBM", 0.25], // 1 / 4
    ]);
    expect(absent).toContain("adult/cart");
  });

  it("draws a slower fit to the left of 1, in another colour", () => {
    const svg = chartOf(barsOf(tasks).bars);
    const bars = [...svg.matchAll(/class="(ahead|behind)" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)];
    const [[, first, start], [, second, x, width]] = bars;
    expect([first, second]).toEqual(["ahead", "behind"]);
    expect(Number(x) + Number(width)).toBeCloseTo(Number(start), 1);
    expect(svg).toContain("2.5×");
    expect(svg).not.toContain("NaN");
  });
});
