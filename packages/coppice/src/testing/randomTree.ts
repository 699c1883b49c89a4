import type { Random } from "../base/random.js";
import type { Test } from "../model/test.js";
import type { MissingRule, PlainRule, TreeModel, TreeNode } from "../model/tree.js";
import type { Cells } from "../predict/cells.js";
import type { ColumnSchema } from "../table/schema.js";
import { names } from "./columns.js";

/** Kinds of tests that look at one cell. */
export type TestKind = "threshold" | "intervals" | "levels" | "subset" | "gate";

/** What a missing value leads to: a branch, all of them by shares, what surrogates say, or a branch of its own. */
export type MissingKind = "branch" | "share" | "surrogates" | "own";

export interface RandomTreeShape {
  readonly attributes: readonly ColumnSchema[];
  /** 0: a tree of values. Default: 2. */
  readonly classes?: number;
  /** Tests on the longest path. Default: 5. */
  readonly depth?: number;
  /** Default: all but gates. A gate leads to no other test's branch. */
  readonly tests?: readonly TestKind[];
  /** Default: a branch. */
  readonly missing?: readonly MissingKind[];
  /** Subsets name every level. Default: they may leave some out. */
  readonly whole?: boolean;
  /** A weight, count, value or gain. Default: a small integer. */
  readonly figure?: (rng: Random) => number;
  /** A threshold or edge on a number. Default: one of the numbers that `randomCells` draws. */
  readonly threshold?: (rng: Random) => number;
}

/** More outcomes than this make a tree too large; more than ten lead to leaves. */
const MOST_OUTCOMES = 100;

/** A tree that `parseModel` accepts, in preorder: a lone leaf now and then. */
export function randomTree(rng: Random, shape: RandomTreeShape): TreeModel {
  const { classes = 2, depth = 5, attributes } = shape;
  const nodes: TreeNode[] = [];
  const grow = (below: number): number => {
    const index = nodes.length;
    const facts = factsOf(rng, shape);
    nodes.push(facts);
    if (below === 0 || rng.below(6) === 0) return index;
    const { test, outcomes } = randomTest(rng, shape);
    const missing = randomMissing(rng, shape, outcomes);
    const isOwn = missing.kind === "branch" && missing.to === outcomes;
    const branches = Array.from({ length: outcomes + Number(isOwn) }, () =>
      grow(outcomes > 10 ? 0 : below - 1),
    );
    nodes[index] = { ...facts, test, branches, missing, gain: (shape.figure ?? small)(rng) };
    return index;
  };
  grow(depth);
  return {
    ...{ format: "coppice-tree", version: 2, learner: "cart", options: {} },
    task: classes === 0 ? "regression" : "classification",
    target:
      classes === 0
        ? { name: "y", type: "numeric" }
        : { name: "y", type: "nominal", levels: names("class ", classes) },
    attributes,
    training: { rows: 9, weight: 9, seed: 1 },
    nodes,
  };
}

/** Cells for such a tree, an array for each attribute: often on a threshold, missing with this probability. */
export function randomCells(
  rng: Random,
  attributes: readonly ColumnSchema[],
  rows: number,
  missing: number,
): Cells[] {
  const isMissing = () => missing > 0 && rng.uniform() < missing;
  return attributes.map(({ type, levels = [] }) => {
    if (type === "nominal")
      return Int32Array.from({ length: rows }, () => (isMissing() ? -1 : rng.below(levels.length)));
    const cell = type === "numeric" ? () => onGrid(rng) : () => rng.below(levels.length);
    return Float64Array.from({ length: rows }, () => (isMissing() ? Number.NaN : cell()));
  });
}

const small = (rng: Random) => rng.below(5);
const onGrid = (rng: Random) => rng.below(19) / 2 - 4.5;

function factsOf(rng: Random, { classes = 2, figure = small }: RandomTreeShape): TreeNode {
  // Now and then no training row came here.
  const isEmpty = rng.below(5) === 0;
  if (classes === 0) return { weight: isEmpty ? 0 : figure(rng), value: 0 - figure(rng), error: figure(rng) };
  const counts = Array.from({ length: classes }, () => figure(rng));
  counts[rng.below(classes)] += 1;
  return { weight: isEmpty ? 0 : counts.reduce((a, b) => a + b), counts, label: rng.below(classes) };
}

const FITTING: Readonly<Record<string, readonly TestKind[]>> = {
  numeric: ["threshold", "intervals", "gate"],
  ordered: ["threshold", "intervals", "levels", "subset"],
  nominal: ["levels", "subset"],
};

function kindsFor({ type, levels = [] }: ColumnSchema, tests: readonly TestKind[]): TestKind[] {
  return tests.filter(
    (kind) => FITTING[type].includes(kind) && (kind !== "levels" || levels.length <= MOST_OUTCOMES),
  );
}

const PLAIN: readonly TestKind[] = ["threshold", "intervals", "levels", "subset"];

function randomTest(rng: Random, shape: RandomTreeShape): { test: Test; outcomes: number } {
  const { attributes, tests = PLAIN, whole = false, threshold = onGrid } = shape;
  const able = attributes.flatMap((schema, a) => (kindsFor(schema, tests).length > 0 ? [a] : []));
  const attribute = able[rng.below(able.length)];
  const { type, levels = [] } = attributes[attribute];
  const kinds = kindsFor(attributes[attribute], tests);
  const kind = kinds[rng.below(kinds.length)];
  const cut = () => (type === "numeric" ? threshold(rng) : rng.below(levels.length));
  switch (kind) {
    case "threshold":
      return { test: { kind, attribute, threshold: cut() }, outcomes: 2 };
    case "gate": {
      // Some so steep that shares underflow.
      const slope = Math.abs(rng.normal()) * (rng.below(3) === 0 ? 400 : 2) + 1e-3;
      return { test: { kind, attribute, threshold: cut(), slope }, outcomes: 2 };
    }
    case "intervals": {
      const edges = new Set(Array.from({ length: rng.below(4) }, cut));
      return { test: { kind, attribute, edges: [...edges].sort((a, b) => a - b) }, outcomes: edges.size + 1 };
    }
    case "levels":
      return { test: { kind, attribute }, outcomes: levels.length };
    case "subset": {
      const sides = levels.map((_, code) => (code === 0 ? rng.below(2) : rng.below(whole ? 2 : 3)));
      const at = (side: number) => sides.flatMap((s, code) => (s === side ? [code] : []));
      return { test: { kind, attribute, left: at(0), right: at(1) }, outcomes: 2 };
    }
  }
}

function randomMissing(rng: Random, shape: RandomTreeShape, outcomes: number): MissingRule {
  const { missing = ["branch"] } = shape;
  const kind = missing[rng.below(missing.length)];
  if (kind === "own") return { kind: "branch", to: outcomes };
  if (kind !== "surrogates") return plainRule(rng, kind, outcomes);
  const surrogates = Array.from({ length: rng.below(4) }, () => {
    const other = randomTest(rng, shape);
    const to = Array.from({ length: other.outcomes }, () => rng.below(outcomes + 1) - 1);
    return { test: other.test, to, agreement: 0.8, adjusted: 0.2 };
  });
  const otherwise = plainRule(rng, rng.below(2) === 0 ? "branch" : "share", outcomes);
  return { kind: "surrogates", surrogates, otherwise };
}

function plainRule(rng: Random, kind: PlainRule["kind"], outcomes: number): PlainRule {
  if (kind === "branch") return { kind, to: rng.below(outcomes) };
  const parts = Array.from({ length: outcomes }, () => rng.below(3));
  parts[0] += 1;
  const sum = parts.reduce((a, b) => a + b);
  return { kind, shares: parts.map((part) => part / sum) };
}
