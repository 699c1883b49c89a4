import { CoppiceError } from "../base/errors.js";
import * as z from "../base/schema.js";
import { type AttributeFacts, ask, type Conversation, type Tally } from "../engine/port.js";
import { branchOf, type Test } from "../model/test.js";
import type { ClassFacts, MissingRule, TreeNode } from "../model/tree.js";
import { placeThreshold } from "./branch/placement.js";
import { weightOf } from "./criterion/criterion.js";
import { classFacts, plurality } from "./label/facts.js";
import type { LearnContext, TreeLearner } from "./learner.js";
import { heaviest } from "./missing/rule.js";

const options = z.strictObject({
  minBucket: z
    .int()
    .min(1)
    .default(6)
    .describe("rows of its class that a numeric interval needs before it may end"),
  prune: z.enum(["none"]).default("none").describe("how the rule is pruned"),
});

/** Holte 1993: the one attribute whose values, each with its commonest class, make the fewest errors. The baseline. */
export const oneR = {
  name: "oneR",
  summary:
    "1R: the single attribute that makes the fewest errors; the baseline every other learner must beat",
  tasks: ["classification"],
  options,
  guarantees: { monotone: true, rowOrder: true, weights: true },
  *learn(given, context) {
    return { nodes: yield* learnOneR(given.minBucket as number, context) };
  },
} satisfies TreeLearner;

interface Rule {
  readonly test: Test;
  /** Class weights of each branch; the last is that of missing cells, when there are any. */
  readonly branches: readonly Float64Array[];
  readonly missing: MissingRule;
  readonly errors: number;
}

function* learnOneR(minBucket: number, context: LearnContext): Conversation<TreeNode[]> {
  const { facts, signal, onProgress } = context;
  const [whole] = yield* ask({ ask: "summarise", statistic: "classes", nodes: [0] });
  const root = classFacts(whole.sums, undefined);
  let best: Rule | undefined;
  const attributes = facts.attributes.map((_, a) => a);
  const [tallies] = yield* ask({ ask: "tally", statistic: "classes", nodes: [{ node: 0, attributes }] });
  for (const tally of tallies) {
    if (signal?.aborted) throw new CoppiceError("ABORTED", "learning the rule was stopped");
    onProgress?.((tally.attribute + 1) / attributes.length);
    const rule = ruleOn(tally, facts.attributes[tally.attribute], minBucket);
    if (rule !== undefined && (best === undefined || rule.errors < best.errors - 1e-9)) best = rule;
  }
  return best === undefined ? [root] : nodesOf(root, best);
}

function ruleOn(tally: Tally, facts: AttributeFacts, minBucket: number): Rule | undefined {
  const test = testOn(tally, facts, minBucket);
  const width = tally.missing.length;
  const outcomes = test.kind === "intervals" ? test.edges.length + 1 : facts.codes;
  const known = Array.from({ length: outcomes }, () => new Float64Array(width));
  tally.codes.forEach((code, c) => {
    const branch = branchOf(test, facts.values?.[code] ?? code);
    for (let k = 0; k < width; k++) known[branch][k] += tally.cells[c * width + k];
  });
  const anyMissing = weightOf(tally.missing, 0, width) > 0;
  const branches = anyMissing ? [...known, tally.missing] : known;
  if (branches.filter((counts) => weightOf(counts, 0, width) > 0).length < 2) return undefined;
  const weights = known.map((counts) => weightOf(counts, 0, width));
  const errors = branches.reduce(
    (sum, counts) => sum + weightOf(counts, 0, width) - counts[plurality(counts)],
    0,
  );
  const to = anyMissing ? outcomes : heaviest(weights);
  return { test, branches, missing: { kind: "branch", to }, errors };
}

function testOn(tally: Tally, facts: AttributeFacts, minBucket: number): Test {
  const { attribute } = tally;
  return facts.kind === "numeric"
    ? { kind: "intervals", attribute, edges: bucketEdges(tally, facts.values!, minBucket) }
    : { kind: "levels", attribute };
}

/**
 * Buckets of neighbouring values: one ends when its commonest class has `minBucket` rows and the next value brings
 * another class; neighbours of the same class are joined.
 */
function bucketEdges(tally: Tally, values: Float64Array, minBucket: number): number[] {
  const width = tally.missing.length;
  const buckets: { last: number; counts: Float64Array }[] = [];
  let counts = new Float64Array(width);
  for (let c = 0; c < tally.codes.length; c++) {
    for (let k = 0; k < width; k++) counts[k] += tally.cells[c * width + k];
    const label = plurality(counts);
    const more = c + 1 < tally.codes.length;
    if (more && (counts[label] < minBucket || onlyClass(tally, c + 1, label))) continue;
    const previous = buckets.at(-1);
    // A tie in the new bucket is settled in favour of its neighbour.
    if (previous !== undefined && counts[plurality(previous.counts)] === counts[label]) {
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

function nodesOf(root: ClassFacts, { test, branches, missing, errors }: Rule): TreeNode[] {
  const gain = (root.weight - root.counts[root.label] - errors) / root.weight;
  const split = { ...root, test, branches: branches.map((_, b) => b + 1), missing, gain };
  return [split, ...branches.map((counts) => classFacts(counts, root))];
}
