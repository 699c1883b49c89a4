import { describe, expect, it } from "vitest";
import { MemoryEngine } from "../../engine/memory/engine.js";
import type { Answer, Request } from "../../engine/port.js";
import { type Problem, prepare } from "../../engine/problem.js";
import type { Costs } from "../../model/costs.js";
import { friedman1, waveform } from "../../synthetic/index.js";
import { boost } from "../ensemble/boost/boost.js";
import { KERNEL_KNOWS, kernelKnows } from "../ensemble/boost/kernelKnows.js";
import { type BoostOptions, boostOptions } from "../ensemble/boost/options.js";
import { CODED_FOREST_KNOWS, codedForestRules } from "../ensemble/codedForestRules.js";
import { EXTRA_TREES_KNOWS, extraTreesRules } from "../ensemble/extraTreesRules.js";
import { FOREST_KNOWS, forestRules } from "../ensemble/forestRules.js";
import type { TreeLearner } from "../learner.js";
import { checkOptions } from "../options.js";
import { makePlan } from "../plan.js";
import { c45 } from "../presets/c45.js";
import { cart } from "../presets/cart.js";
import { runSlices } from "../slices.js";
import { type TreeOptions, treeDefaults } from "../treeOptions.js";
import { RATIO_TREE_KNOWS } from "./ratioTreeRules.js";
import { CLASS_SUBTREE_KNOWS } from "./subtreeRules.js";

const waves = waveform({ rows: 4000, seed: 1 });
const sums = friedman1({ rows: 2000, seed: 1 });

/** An option that somebody adds to the schema and tells no fast way of. */
const NOVEL = { novel: 1 } as unknown as Partial<TreeOptions>;

const ofWaves = prepare(waves, { target: "class" });
const ofSums = prepare(sums, { target: "y" });
const facts = new Map([ofWaves, ofSums].map((problem) => [problem, new MemoryEngine(problem).facts]));

type Options = Partial<TreeOptions>;
function planFor(problem: Problem, learner: TreeLearner, more: Options = {}, costs?: Costs) {
  const options = { ...checkOptions(learner, {}), ...more } as TreeOptions;
  return makePlan(options, { task: problem, facts: facts.get(problem)! }, costs);
}

describe("an option that a fast way does not know", () => {
  it("declines growth of whole subtrees, of classes and of numbers", () => {
    expect(planFor(ofWaves, cart).subtree).toBeDefined();
    expect(planFor(ofWaves, cart, NOVEL).subtree).toBeUndefined();
    expect(planFor(ofSums, cart).subtree).toBeDefined();
    expect(planFor(ofSums, cart, NOVEL).subtree).toBeUndefined();
  });

  it("declines growth by the gain ratio", () => {
    expect(planFor(ofWaves, c45).ratioTree).toBeDefined();
    expect(planFor(ofWaves, c45, NOVEL).ratioTree).toBeUndefined();
  });

  it("declines the kernels of forests", () => {
    const options = treeDefaults as TreeOptions;
    expect(forestRules(options, ofWaves)).toBeDefined();
    expect(forestRules({ ...options, ...NOVEL }, ofWaves)).toBeUndefined();
    expect(codedForestRules(options, ofWaves)).toBeDefined();
    expect(codedForestRules({ ...options, ...NOVEL }, ofWaves)).toBeUndefined();
  });

  it("declines the kernel of random tests", () => {
    const options = { ...treeDefaults, numeric: "random", nominal: "random" } as TreeOptions;
    expect(extraTreesRules(options, ofWaves)).toMatchObject({ criterion: "gini" });
    expect(extraTreesRules({ ...options, ...NOVEL }, ofWaves)).toBeUndefined();
    // Nor does it know of best thresholds, criteria that no kernel computes, or sides chosen by surrogates.
    const others = [
      { numeric: "threshold" },
      { criterion: { name: "own", task: "classification", impurity: () => 0 } },
      { missing: "surrogate" },
    ] as const;
    for (const other of others) expect(extraTreesRules({ ...options, ...other }, ofWaves)).toBeUndefined();
  });

  it("declines the kernel of boosting", () => {
    const options = boostOptions.parse({ rounds: 2 }) as BoostOptions;
    expect(kernelKnows(options)).toBe(true);
    expect(kernelKnows({ ...options, novel: 1 })).toBe(false);
    // And the twin does the same work.
    const grow = (more: object) =>
      runSlices(boost({ ...options, ...more }, { problem: ofSums, seed: 1 }), () => {});
    expect(grow({ novel: 1 })).toEqual(grow({}));
  });

  it.each(["subtree", "ratioTree"] as const)("declines %s in the engine, where it is a rule", (ask) => {
    const engine = new MemoryEngine(ofWaves);
    const { subtree, ratioTree } = planFor(ofWaves, ask === "subtree" ? cart : c45);
    const attributes = ofWaves.attributes.map((_, a) => a);
    const request = (more: object): Request =>
      ask === "subtree"
        ? { ask, nodes: [{ node: 0, attributes, depth: 0 }], rules: { ...subtree!, ...more } }
        : { ask, rules: { ...ratioTree!, ...more } };
    const grown = (answer: Answer) => (Array.isArray(answer) ? answer[0] : answer);
    expect(grown(engine.answer(request({ novel: 1 })))).toBeUndefined();
    expect(grown(engine.answer(request({})))).toBeDefined();
  });
});

describe("what fast ways know", () => {
  const known = Object.keys(cart.options.shape);

  it.each([
    ["subtrees", CLASS_SUBTREE_KNOWS],
    ["ratio trees", RATIO_TREE_KNOWS],
    ["forests", FOREST_KNOWS],
    ["forests over codes", CODED_FOREST_KNOWS],
    ["random tests", EXTRA_TREES_KNOWS],
  ])("is options that there are: %s", (_, knows) => {
    for (const name of Object.keys(knows)) expect(known).toContain(name);
  });

  it("is options that there are: boosting", () => {
    for (const name of KERNEL_KNOWS) expect(Object.keys(boostOptions.shape)).toContain(name);
  });

  it.each([
    ["a stop", { significance: 0.05 }],
    ["another", { acceptableError: 0.1 }],
    ["a level of its own", { missing: "level" as const }],
    ["competitors", { competitors: 2 }],
    ["a charge for levels", { levelCorrection: true }],
    ["boundaries", { candidates: "boundaries" as const }],
    ["some attributes", { attributesPerNode: 2 }],
  ])("is declined by %s", (_, more) => {
    expect(planFor(ofWaves, cart, more).subtree).toBeUndefined();
    expect(planFor(ofWaves, c45, more).ratioTree).toBeUndefined();
  });

  it("covers priors in subtrees, as factors of the classes, and not by the gain ratio", () => {
    const priors = { a: 0.5, b: 0.25, c: 0.25 };
    const subtree = planFor(ofWaves, cart, { priors }, { factors: [1.5, 0.75, 0.75] }).subtree;
    expect(subtree?.factors).toEqual([1, 0.5, 0.5]); // in proportion: the greatest is 1
    expect(planFor(ofWaves, c45, { priors: "equal" }).ratioTree).toBeUndefined();
  });

  it("is not declined by an option that is without effect here", () => {
    expect(planFor(ofSums, cart, { purity: 0.9, candidates: "boundaries" }).subtree).toBeDefined();
    expect(planFor(ofWaves, cart, { mdlCorrection: true, averageGain: true }).subtree).toBeDefined();
  });
});
