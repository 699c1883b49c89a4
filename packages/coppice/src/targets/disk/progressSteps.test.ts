import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fitTableAsync } from "../../learn/fit.js";
import type { OnProgress, ProgressStep } from "../../learn/learner.js";
import { waveform } from "../../synthetic/waveform.js";
import { budgetTuning } from "./budget.js";
import { fitOnDisk } from "./fitOnDisk.js";

const table = waveform({ rows: 120, seed: 1 }); // three classes
const before = { ...budgetTuning };
// The process that runs the tests takes more than any of the limits.
beforeAll(() => void Object.assign(budgetTuning, { used: () => 0, spare: 0, reading: 0 }));
afterAll(() => void Object.assign(budgetTuning, before));

const ENGINES = {
  memory: (spec: Spec, onProgress: OnProgress) => fitTableAsync(table, { ...spec, onProgress }),
  disk: (spec: Spec, onProgress: OnProgress) =>
    fitOnDisk(table, { ...spec, onProgress, threads: 1, memory: 2 ** 26 }, (model) => model),
};

interface Spec {
  readonly target: string;
  readonly learner: string;
  readonly options: Readonly<Record<string, unknown>>;
}

async function stepsOf(engine: keyof typeof ENGINES, learner: string, options: Spec["options"]) {
  const steps: (ProgressStep | undefined)[] = [];
  await ENGINES[engine]({ target: "class", learner, options }, (_, __, step) => void steps.push(step));
  return steps;
}

describe.each(["memory", "disk"] as const)("progress of a fit from %s", (engine) => {
  it("counts rounds of boosting, not their trees", async () => {
    const steps = await stepsOf(engine, "gradientBoost", { rounds: 4 });
    expect(steps).toEqual([1, 2, 3, 4].map((number) => ({ name: "round", number })));
  });

  it.each(["forest", "bagging"])("counts the trees of %s", async (learner) => {
    const steps = await stepsOf(engine, learner, { trees: 3 });
    expect(steps.at(-1)).toEqual({ name: "tree", number: 3 });
    expect(steps).not.toContain(undefined);
  });

  it("names the tree of several that pruning needs", async () => {
    const steps = await stepsOf(engine, "cart", { pruneFolds: 3 });
    expect(steps).not.toContain(undefined);
    const trees = new Set(steps.map((step) => step?.tree ?? step?.number));
    expect(trees).toEqual(new Set([1, 2, 3, 4]));
    const passes = steps.map((step) => step!.passes!);
    expect(passes).toEqual(passes.toSorted((a, b) => a - b));
    // Every tree passes over its rows at least once, on disk once for each of its levels.
    if (engine === "disk") expect(passes.at(-1)).toBeGreaterThan(8);
    else expect(passes.at(-1)).toBe(4);
  });
});
