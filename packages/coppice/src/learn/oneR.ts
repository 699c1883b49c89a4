import { CoppiceError } from "../base/errors.js";
import * as z from "../base/schema.js";
import { type AttributeFacts, ask, type Conversation, type Tally } from "../engine/port.js";
import { type Costs, labelOf, lossOf } from "../model/costs.js";
import { branchOf, type Test } from "../model/test.js";
import type { ClassFacts, MissingRule, TreeNode } from "../model/tree.js";
import { declared } from "./applies.js";
import { placeThreshold } from "./branch/placement.js";
import { type CostForm, resolveAttributeCosts, worth } from "./cost/attributeCosts.js";
import { lossUnit } from "./cost/lossUnit.js";
import { costsOf, type LossOption, type PriorsOption, resolveLoss, resolvePriors } from "./cost/resolve.js";
import { weightOf } from "./criterion/criterion.js";
import { classFacts } from "./label/facts.js";
import type { LearnContext, Learned, TreeLearner } from "./learner.js";
import { preparing } from "./missing/preparing.js";
import { heaviest } from "./missing/rule.js";
import type { MissingStrategy } from "./missing/strategies.js";
import { stringsOption } from "./strings/stringOptions.js";
import { attributeCostsOption, lossOption, priorsOption } from "./treeOptions.js";

const options = z.strictObject(
  declared(
    {
      minBucket: z
        .int()
        .min(1)
        .default(6)
        .describe("minimum number of rows of the majority class in a numeric interval"),
      prune: z.enum(["none"]).default("none").describe("pruning method: none"),
      priors: priorsOption
        .optional()
        .describe("prior probabilities of the classes: as in the data (the default), equal, or given"),
      loss: lossOption
        .optional()
        .describe(
          "cost of predicting one class when another is true; leaves then predict the class with the lowest expected loss",
        ),
      attributeCosts: attributeCostsOption
        .optional()
        .describe("cost of measuring each attribute (default: 1), traded off against its gain"),
      costForm: z
        .enum(["tan", "nunez", "eg2", "norton"])
        .optional()
        .describe("how gain and cost are combined, as for trees (default: tan)"),
      costWeight: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe("exponent of the cost: 0 ignores costs (default: 1)"),
      missing: z
        .enum(["level", "majority", "drop", "likely", "likelyInClass", "indicator", "predict"])
        .optional()
        .describe(
          "missing values in training: a branch of their own (level, the default), or sent down the largest branch (majority); or the row is dropped, the value is imputed (likely, likelyInClass, predict), or adds an indicator attribute",
        ),
      strings: stringsOption,
    },
    {
      costForm: { option: "attributeCosts", given: true },
      costWeight: {
        allOf: [
          { option: "attributeCosts", given: true },
          { option: "costForm", in: ["nunez", "eg2"] },
        ],
      },
    },
  ),
);

interface OneROptions {
  readonly minBucket: number;
  readonly priors?: PriorsOption;
  readonly loss?: LossOption;
  readonly attributeCosts?: Readonly<Record<string, number>>;
  readonly costForm?: CostForm;
  readonly costWeight?: number;
  readonly missing?: MissingStrategy;
}

/** What makes one rule better than another. */
interface Judgement extends Pick<OneROptions, "minBucket"> {
  readonly costs: Costs | undefined;
  /** Rows with a missing value have a branch of their own. */
  readonly ownBranch: boolean;
}

/** Holte 1993: the one attribute whose values, each with its majority class, make the fewest errors. The baseline. */
export const oneR = {
  name: "oneR",
  summary: "1R: the single attribute with the fewest errors; a baseline that other learners should beat",
  tasks: ["classification"],
  options,
  guarantees: { monotone: true, rowOrder: true, weights: true },
  missing: (given) => (given.missing === "level" ? undefined : preparing(given)),
  learn: (given, context) => learnOneR(given as unknown as OneROptions, context),
} satisfies TreeLearner;

interface Rule {
  readonly test: Test;
  /** Class weights of each branch; the last one is for missing values, if there are any. */
  readonly branches: readonly Float64Array[];
  readonly missing: MissingRule;
  /** Misclassified weight, with costs, in units of the mean loss. */
  readonly errors: number;
}

function* learnOneR(given: OneROptions, context: LearnContext): Conversation<Learned> {
  const { facts, signal, onProgress } = context;
  const [whole] = yield* ask({ ask: "summarise", statistic: "classes", nodes: [0] });
  const costs = classCosts(given, context, whole.sums);
  const { minBucket, missing = "level" } = given;
  const judgement = { minBucket, costs, ownBranch: missing === "level" };
  const root = classFacts(whole.sums, undefined, costs);
  // Errors are counted in rows; gain per cost has no unit.
  const slack = (worth: number) => (given.attributeCosts ? 1e-9 * worth : 1e-9);
  const worthOf = worthBy(given, context, (rule) => gainOf(root, rule, costs));
  let best: { rule: Rule; worth: number } | undefined;
  const attributes = facts.attributes.map((_, a) => a);
  const [tallies] = yield* ask({ ask: "tally", statistic: "classes", nodes: [{ node: 0, attributes }] });
  for (const tally of tallies) {
    if (signal?.aborted) throw new CoppiceError("ABORTED", "learning the rule was stopped");
    onProgress?.((tally.attribute + 1) / attributes.length);
    const rule = ruleOn(tally, facts.attributes[tally.attribute], judgement);
    if (rule === undefined) continue;
    const worth = worthOf(rule);
    if (best === undefined || worth > best.worth + slack(best.worth)) best = { rule, worth };
  }
  const nodes = best === undefined ? [root] : nodesOf(root, best.rule, costs);
  return { nodes, ...(costs && { costs }) };
}

function classCosts({ priors = "data", loss }: OneROptions, { task }: LearnContext, sums: Float64Array) {
  const { target } = task;
  if (target.kind !== "classes") throw new Error("oneR needs classes");
  return costsOf(resolvePriors(priors, target.column.levels), resolveLoss(loss, target.column.levels), sums);
}

/** Rules are compared by their errors or, if attributes have costs, by their gain per cost. */
function worthBy(
  { attributeCosts, costForm = "tan", costWeight = 1 }: OneROptions,
  { task }: LearnContext,
  gain: (rule: Rule) => number,
): (rule: Rule) => number {
  const names = task.attributes.map(({ name }) => name);
  const prices = resolveAttributeCosts(attributeCosts, names, task.target.column.name);
  if (prices === undefined) return ({ errors }) => -errors;
  return (rule) => worth(Math.max(0, gain(rule)), prices[rule.test.attribute], costForm, costWeight);
}

/** Weight × risk of these rows, in units of the mean loss; without costs, the misclassified weight. */
function riskOf(counts: Float64Array, costs: Costs | undefined): number {
  return lossOf(counts, labelOf(counts, costs), costs) / lossUnit(costs?.loss);
}

function ruleOn(tally: Tally, facts: AttributeFacts, judgement: Judgement): Rule | undefined {
  const { costs, ownBranch } = judgement;
  const test = testOn(tally, facts, judgement);
  const width = tally.missing.length;
  const outcomes = test.kind === "intervals" ? test.edges.length + 1 : facts.codes;
  const known = Array.from({ length: outcomes }, () => new Float64Array(width));
  tally.codes.forEach((code, c) => {
    const branch = branchOf(test, facts.values?.[code] ?? code);
    for (let k = 0; k < width; k++) known[branch][k] += tally.cells[c * width + k];
  });
  const weights = known.map((counts) => weightOf(counts, 0, width));
  const anyMissing = weightOf(tally.missing, 0, width) > 0;
  const to = anyMissing && ownBranch ? outcomes : heaviest(weights);
  const branches = anyMissing && ownBranch ? [...known, tally.missing] : known;
  if (branches.filter((counts) => weightOf(counts, 0, width) > 0).length < 2) return undefined;
  if (anyMissing && !ownBranch) for (let k = 0; k < width; k++) known[to][k] += tally.missing[k];
  const errors = branches.reduce((sum, counts) => sum + riskOf(counts, costs), 0);
  return { test, branches, missing: { kind: "branch", to }, errors };
}

function testOn(tally: Tally, facts: AttributeFacts, judgement: Judgement): Test {
  const { attribute } = tally;
  return facts.kind === "numeric"
    ? { kind: "intervals", attribute, edges: bucketEdges(tally, facts.values!, judgement) }
    : { kind: "levels", attribute };
}

/**
 * Buckets of neighbouring values: one ends when its majority class has `minBucket` rows and the next value brings
 * another class; neighbours of the same class are joined.
 */
function bucketEdges(tally: Tally, values: Float64Array, { minBucket, costs }: Judgement): number[] {
  const width = tally.missing.length;
  const buckets: { last: number; counts: Float64Array }[] = [];
  let counts = new Float64Array(width);
  for (let c = 0; c < tally.codes.length; c++) {
    for (let k = 0; k < width; k++) counts[k] += tally.cells[c * width + k];
    const label = labelOf(counts, costs);
    const more = c + 1 < tally.codes.length;
    if (more && (counts[label] < minBucket || onlyClass(tally, c + 1, label))) continue;
    const previous = buckets.at(-1);
    // A tie in the new bucket is broken in favour of its neighbour's class.
    if (previous !== undefined && isTie(counts, labelOf(previous.counts, costs), label, costs)) {
      for (let k = 0; k < width; k++) previous.counts[k] += counts[k];
      previous.last = c;
    } else {
      buckets.push({ last: c, counts });
    }
    counts = new Float64Array(width);
  }
  return buckets.slice(0, -1).map(({ last }) => {
    const [low, high] = [values[tally.codes[last]], values[tally.codes[last + 1]]];
    return placeThreshold("midpoint", low, high, 0.5, values);
  });
}

function onlyClass(tally: Tally, c: number, label: number): boolean {
  const width = tally.missing.length;
  return tally.cells[c * width + label] === weightOf(tally.cells, c * width, width);
}

function isTie(counts: Float64Array, a: number, b: number, costs: Costs | undefined): boolean {
  if (costs === undefined) return counts[a] === counts[b];
  const [one, other] = [lossOf(counts, a, costs), lossOf(counts, b, costs)];
  return Math.abs(one - other) <= 1e-9 * Math.max(one, other);
}

function gainOf({ weight, counts }: ClassFacts, { errors }: Rule, costs: Costs | undefined): number {
  return (riskOf(Float64Array.from(counts), costs) - errors) / weight;
}

function nodesOf(root: ClassFacts, rule: Rule, costs: Costs | undefined): TreeNode[] {
  const { test, branches, missing } = rule;
  const gain = gainOf(root, rule, costs);
  const split = { ...root, test, branches: branches.map((_, b) => b + 1), missing, gain };
  return [split, ...branches.map((counts) => classFacts(counts, root, costs))];
}
