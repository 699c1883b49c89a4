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
  const defaults = treeDefaults as TreeOptions;
  const random = { ...defaults, numeric: "random", nominal: "random" } as TreeOptions;

  it.each<[string, (more: Options) => unknown]>([
    ["whole subtrees, of classes", (more) => planFor(ofWaves, cart, more).subtree],
    ["whole subtrees, of numbers", (more) => planFor(ofSums, cart, more).subtree],
    ["trees by the gain ratio", (more) => planFor(ofWaves, c45, more).ratioTree],
    ["forests", (more) => forestRules({ ...defaults, ...more }, ofWaves)],
    ["forests over codes", (more) => codedForestRules({ ...defaults, ...more }, ofWaves)],
    ["random tests", (more) => extraTreesRules({ ...random, ...more }, ofWaves)],
  ])("declines the kernel of %s", (_, rules) => {
    expect(rules({})).toBeDefined();
    expect(rules(NOVEL)).toBeUndefined();
  });

  it.each([
    { numeric: "threshold" },
    { criterion: { name: "own", task: "classification", impurity: () => 0 } },
    { missing: "surrogate" },
  ] as const)("is not the only one that the kernel of random tests does not know: %o", (other) => {
    expect(extraTreesRules(random, ofWaves)).toMatchObject({ criterion: "gini" });
    expect(extraTreesRules({ ...random, ...other }, ofWaves)).toBeUndefined();
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

const known = Object.keys(cart.options.shape);

it.each([
  ["subtrees", CLASS_SUBTREE_KNOWS],
  ["ratio trees", RATIO_TREE_KNOWS],
  ["forests", FOREST_KNOWS],
  ["forests over codes", CODED_FOREST_KNOWS],
  ["random tests", EXTRA_TREES_KNOWS],
])("what fast ways know is options that there are: %s", (_, knows) => {
  for (const name of Object.keys(knows)) expect(known).toContain(name);
});

it("what fast ways know is options that there are: boosting", () => {
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
])("what fast ways know is declined by %s", (_, more) => {
  expect(planFor(ofWaves, cart, more).subtree).toBeUndefined();
  expect(planFor(ofWaves, c45, more).ratioTree).toBeUndefined();
});

it("what fast ways know covers priors in subtrees, as factors of the classes, and not by the gain ratio", () => {
  const priors = { a: 0.5, b: 0.25, c: 0.25 };
  const subtree = planFor(ofWaves, cart, { priors }, { factors: [1.5, 0.75, 0.75] }).subtree;
  expect(subtree?.factors).toEqual([1, 0.5, 0.5]); // in proportion: the greatest is 1
  expect(planFor(ofWaves, c45, { priors: "equal" }).ratioTree).toBeUndefined();
});

it("what fast ways know is not declined by an option that is without effect here", () => {
  expect(planFor(ofSums, cart, { purity: 0.9, candidates: "boundaries" }).subtree).toBeDefined();
  expect(planFor(ofWaves, cart, { mdlCorrection: true, averageGain: true }).subtree).toBeDefined();
});
