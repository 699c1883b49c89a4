import { expect, it } from "vitest";
import { fitTable } from "../learn/fit.js";
import { predictTable } from "../predict/predictTable.js";
import { dudaExample1, monks1, tennis } from "../synthetic/index.js";
import { localRunner } from "../use/evaluate/jobs.js";
import { agreement, rootText, stability, treeLikeness } from "../use/evaluate/stability.js";
import { trialOf } from "./trial.js";

it("one moved point changes the root and everything below, but hardly a prediction (D example 1)", () => {
  const options = { criterion: "entropy", prune: "none" } as const;
  const fitted = (points: "star" | "dagger") =>
    fitTable(dudaExample1(points), { target: "class", learner: "cart", options });
  const [star, dagger] = [fitted("star"), fitted("dagger")];
  // With 0.36 the sixteenth point is above 0.335 and the best cut lies between 0.47 and 0.48; with 0.32 it joins the
  // seven points of w2 below (0.32 + 0.35) / 2.
  expect(rootText(star)).toBe("x2 <= 0.475");
  expect(rootText(dagger)).toBe("x2 <= 0.335");
  const likeness = treeLikeness(star, dagger);
  expect(likeness).toMatchObject({ sameRoot: false, sameRootAttribute: true, testsKept: 0 });
  expect(likeness.attributesKept).toBeGreaterThan(0);
  expect(likeness.attributesKept).toBeLessThan(1);
  const table = dudaExample1("star");
  expect(agreement(predictTable(star, table), predictTable(dagger, table))).toBeGreaterThanOrEqual(15 / 16);
  expect(treeLikeness(star, star)).toMatchObject({ sameRoot: true, testsKept: 1, attributesKept: 1 });
});

it("the similarity of trees is counted from the root as long as tests agree; a leaf is like a leaf only", () => {
  const fitted = (options = {}) => fitTable(tennis(), { target: "Play", learner: "id3", options });
  const [full, stump, leaf] = [fitted(), fitted({ maxDepth: 1 }), fitted({ minSplit: 100 })];
  // Outlook, Humidity, Wind against Outlook alone: 1 of 3 tests is kept; in the other direction all.
  expect(treeLikeness(full, stump).testsKept).toBeCloseTo(1 / 3, 14);
  expect(treeLikeness(stump, full).testsKept).toBe(1);
  expect(rootText(leaf)).toBe("no test");
  expect(treeLikeness(leaf, leaf)).toMatchObject({ sameRoot: true, testsKept: 1 });
  expect(treeLikeness(leaf, full)).toMatchObject({ sameRoot: false, testsKept: 0 });
  expect(treeLikeness(full, leaf)).toMatchObject({ sameRoot: false, testsKept: 0 });
});

it("the experiment compares trees of fewer rows with the tree of all rows", async () => {
  const trial = trialOf({ target: "class", learner: "cart" }, () => 0);
  const runner = localRunner([trial], monks1({ rows: 100, seed: 2 }));
  const report = await stability(runner, { rows: 100, samples: 6, drop: 0.1, seed: 1 });
  expect(report).toMatchObject({ samples: 6, dropped: 10 });
  expect(report.roots.reduce((sum, { times }) => sum + times, 0)).toBe(6);
  expect(report.rootKept).toBeLessThanOrEqual(report.rootAttributeKept);
  expect(report.testsKept.mean).toBeLessThanOrEqual(report.attributesKept.mean);
  expect(report.agreement.mean).toBeGreaterThan(0.7);
  expect(report.whole.training.rows).toBe(100);
});
