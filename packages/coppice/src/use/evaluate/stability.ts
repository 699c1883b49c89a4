import { keyFor } from "../../base/chance.js";
import { mustBe, unreachable } from "../../base/errors.js";
import { orderByKey } from "../../base/randomOrder.js";
import type { Test } from "../../model/test.js";
import { isSplit, type TreeModel, type TreeNode } from "../../model/tree.js";
import { conditionText } from "../../model/words.js";
import type { Prediction } from "../../predict/predictTable.js";
import { type MeanFigures, meanFigures } from "./intervals.js";
import type { Job, Runner } from "./jobs.js";

/** The similarity of two trees. */
export interface TreeLikeness {
  readonly sameRoot: boolean;
  readonly sameRootAttribute: boolean;
  /**
   * The share of the first tree's tests that the second has at the same position: below the same tests and outcomes.
   */
  readonly testsKept: number;
  /** The same, if tests on one attribute count as equal regardless of their threshold or levels. */
  readonly attributesKept: number;
}

/** How much two trees have in common: the root, the splits and the attributes. */
export function treeLikeness(first: TreeModel, second: TreeModel): TreeLikeness {
  const byTest = keptBy(first, second, testKey);
  const byAttribute = keptBy(first, second, (test, model) => model.attributes[test.attribute].name);
  const tests = first.nodes.filter(isSplit).length;
  const isLeaf = tests === 0;
  // Two single leaves are equal; a leaf and a tree are not.
  const ofLeaf = isSplit(second.nodes[0]) ? 0 : 1;
  return {
    sameRoot: isLeaf ? ofLeaf === 1 : byTest > 0,
    sameRootAttribute: isLeaf ? ofLeaf === 1 : byAttribute > 0,
    testsKept: isLeaf ? ofLeaf : byTest / tests,
    attributesKept: isLeaf ? ofLeaf : byAttribute / tests,
  };
}

type KeyOf = (test: Test, model: TreeModel) => string;

/** Walks both trees together while their tests agree, and counts these tests. */
function keptBy(first: TreeModel, second: TreeModel, keyOf: KeyOf): number {
  let kept = 0;
  const open: [TreeNode, TreeNode][] = [[first.nodes[0], second.nodes[0]]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = pair;
    if (!isSplit(one) || !isSplit(other)) continue;
    if (keyOf(one.test, first) !== keyOf(other.test, second)) continue;
    kept++;
    one.branches.forEach((branch, b) => {
      if (b < other.branches.length) open.push([first.nodes[branch], second.nodes[other.branches[b]]]);
    });
  }
  return kept;
}

/** Attribute and levels by name: trees from different tables may number them differently. */
function testKey(test: Test, model: TreeModel): string {
  const { name, levels } = model.attributes[test.attribute];
  const nameOf = (code: number) => levels?.[code] ?? code;
  switch (test.kind) {
    case "threshold":
    case "gate":
      return JSON.stringify([test.kind, name, nameOf(test.threshold)]);
    case "levels":
      return JSON.stringify([test.kind, name]);
    // A level may be in neither set if no row of the node has it; this does not affect the others.
    case "subset":
      return JSON.stringify([test.kind, name, test.left.map(nameOf).sort()]);
    case "intervals":
      return JSON.stringify([test.kind, name, test.edges]);
    default:
      return unreachable(test);
  }
}

/** The root's test as text, or "no test". */
export function rootText(model: TreeModel): string {
  const [root] = model.nodes;
  return isSplit(root) ? conditionText(root.test, 0, model.attributes) : "no test";
}

/** The share of rows with the same class; for regression, the root mean squared difference. */
export function agreement(first: Prediction, second: Prediction): number {
  if (first.kind === "classification" && second.kind === "classification") {
    const same = first.labels.reduce((sum, label, i) => sum + (label === second.labels[i] ? 1 : 0), 0);
    return same / first.labels.length;
  }
  if (first.kind === "regression" && second.kind === "regression") {
    const squares = first.values.reduce((sum, value, i) => sum + (value - second.values[i]) ** 2, 0);
    return Math.sqrt(squares / first.values.length);
  }
  throw new Error("a classification cannot agree with a regression");
}

export interface StabilityRequest {
  readonly rows: number;
  /** Trees to grow, each without a random share of the rows. */
  readonly samples: number;
  readonly drop: number;
  readonly seed: number;
  /** By row an integer of its own, by which chance goes; absent: its position. */
  readonly keys?: ArrayLike<number> | undefined;
  readonly onProgress?: (share: number) => void;
}

export interface StabilityReport {
  readonly samples: number;
  /** Rows left out of each sample. */
  readonly dropped: number;
  /** The tree of all rows, with which the others are compared. */
  readonly whole: TreeModel;
  /** Shares of the samples. */
  readonly rootKept: number;
  readonly rootAttributeKept: number;
  readonly testsKept: MeanFigures;
  readonly attributesKept: MeanFigures;
  /** Of the predictions for all rows: the share that is equal, or the RMS difference for regression. */
  readonly agreement: MeanFigures;
  readonly leaves: MeanFigures;
  /** How often each root occurred, most frequent first. */
  readonly roots: readonly { readonly root: string; readonly times: number }[];
}

/** How much the tree of the runner's first trial changes if it is trained on fewer rows. */
export async function stability(run: Runner<TreeModel>, request: StabilityRequest): Promise<StabilityReport> {
  const { rows, samples, drop, seed, keys } = request;
  if (!(drop > 0 && drop < 1)) throw mustBe("OPTION_RANGE", "drop", "a share between 0 and 1", drop);
  const dropped = Math.min(rows - 1, Math.max(1, Math.round(rows * drop)));
  const all = Int32Array.from({ length: rows }, (_, row) => row);
  const sampleJob = (_: unknown, i: number): Job => ({
    trial: 0,
    train: orderByKey(rows, keyFor("evaluation", seed, i + 1), keys)
      .slice(dropped)
      .sort(),
    test: all,
    name: `sample ${i}`,
    keepModel: true,
  });
  const wholeJob: Job = { trial: 0, train: all, test: all, name: "all rows", keepModel: true };
  const jobs = [wholeJob, ...Array.from({ length: samples }, sampleJob)];
  const [whole, ...others] = await run(jobs, request.onProgress);
  const models = others.map(({ model }) => model!);
  const alike = models.map((model) => treeLikeness(whole.model!, model));
  const share = (of: (likeness: TreeLikeness) => boolean) => alike.filter(of).length / samples;
  return {
    samples,
    dropped,
    whole: whole.model!,
    rootKept: share(({ sameRoot }) => sameRoot),
    rootAttributeKept: share(({ sameRootAttribute }) => sameRootAttribute),
    testsKept: meanFigures(alike.map(({ testsKept }) => testsKept)),
    attributesKept: meanFigures(alike.map(({ attributesKept }) => attributesKept)),
    agreement: meanFigures(others.map(({ prediction }) => agreement(whole.prediction, prediction))),
    leaves: meanFigures(models.map(({ nodes }) => nodes.filter((node) => !isSplit(node)).length)),
    roots: tally(models.map(rootText)),
  };
}

function tally(texts: readonly string[]): { root: string; times: number }[] {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].map(([root, count]) => ({ root, times: count })).sort((a, b) => b.times - a.times);
}
