import { unreachable } from "../../base/errors.js";
import type { Test } from "../../model/test.js";
import {
  isSplit,
  type MissingRule,
  type NodeFacts,
  type PlainRule,
  type SplitNode,
  type TreeModel,
  type TreeNode,
} from "../../model/tree.js";
import type { ColumnSchema } from "../../table/schema.js";

/** Up to this many branches become a chain; more are halved, since a chain's level sets grow as n². */
const LONGEST_CHAIN = 32;

/**
 * The same function with two branches at every node. A test on levels becomes a chain of `= level` against the rest;
 * intervals become a chain of thresholds. A separate branch for missing values becomes a test of whether the value is
 * known. A test with one outcome is removed. The facts of inserted nodes are sums over their branches (for regression
 * the mean, and the squared error around it); the first node of a chain keeps its own facts and gain, the others have
 * gain 0.
 */
export function toBinary(model: TreeModel): TreeModel {
  const nodes: TreeNode[] = [];
  const branchesOf: number[][] = [];
  const pending: Piece[] = [{ node: 0, ...all, parent: -1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const piece = settle(next, model);
    const place = nodes.length;
    const [node, below] = write(piece, model);
    const branches: number[] = [];
    nodes.push(isSplit(node) ? { ...node, branches } : node);
    branchesOf.push(branches);
    if (piece.parent >= 0) branchesOf[piece.parent].push(place);
    for (const child of below.reverse()) pending.push({ ...child, parent: place });
  }
  return { ...model, nodes };
}

/** Branches [from, to) of a node of the model, to be written as one binary subtree. */
interface Piece {
  readonly node: number;
  readonly from: number;
  readonly to: number;
  /** The value is known at this point, so the branch for missing values cannot be reached. */
  readonly known: boolean;
  /** Index of the parent among the new nodes. */
  readonly parent: number;
}

type Part = Omit<Piece, "parent">;

const all = { from: 0, to: Infinity, known: false };

/** A piece with a single branch is that branch. */
function settle(piece: Piece, { nodes }: TreeModel): Piece {
  let { node, from, to, known } = piece;
  for (;;) {
    const split = nodes[node];
    if (!isSplit(split)) return { ...piece, node, from: 0, to: 0, known };
    to = Math.min(to, split.branches.length);
    if (to - from > 1) return { ...piece, node, from, to, known };
    node = split.branches[from];
    ({ from, to, known } = all);
  }
}

function write(piece: Piece, model: TreeModel): [TreeNode, Part[]] {
  const node = model.nodes[piece.node];
  if (!isSplit(node)) return [node, []];
  const { from, to } = piece;
  const outcomes = node.branches.length - (hasOwnBranch(node, model.attributes) ? 1 : 0);
  const whole = from === 0 && to === node.branches.length;
  if (whole && to === 2 && node.test.kind !== "levels" && node.test.kind !== "intervals") {
    return [node, [part(piece, 0, 1), part(piece, 1, 2)]];
  }
  const { superclasses: _, ...kept } = node;
  if (to > outcomes) {
    const test = knownTest(node.test, model.attributes);
    const split = { ...kept, test, missing: { kind: "branch", to: 1 } as const };
    return [split, [{ ...part(piece, 0, outcomes), known: true }, part(piece, outcomes, to)]];
  }
  const cut = to - from > LONGEST_CHAIN ? Math.ceil((from + to) / 2) : from + 1;
  const facts = whole ? kept : { ...kept, ...factsOf(node, from, to, model), gain: 0 };
  const test = testOf(node.test, from, cut, to);
  const missing = piece.known ? ({ kind: "branch", to: 1 } as const) : missingOf(node.missing, from, cut, to);
  return [{ ...facts, test, missing }, [part(piece, from, cut), part(piece, cut, to)]];
}

const part = ({ node, known }: Piece, from: number, to: number): Part => ({ node, from, to, known });

function hasOwnBranch({ test, branches }: SplitNode, attributes: readonly ColumnSchema[]): boolean {
  return branches.length > outcomesOf(test, attributes[test.attribute]);
}

function outcomesOf(test: Test, attribute: ColumnSchema): number {
  switch (test.kind) {
    case "threshold":
    case "gate":
    case "subset":
      return 2;
    case "levels":
      return attribute.levels?.length ?? 0;
    case "intervals":
      return test.edges.length + 1;
    default:
      return unreachable(test);
  }
}

/** Branch 0 for every value that the test covers: all levels with a branch, or all finite numbers. */
function knownTest(test: Test, attributes: readonly ColumnSchema[]): Test {
  const { attribute } = test;
  const { type, levels = [] } = attributes[attribute];
  if (type === "numeric") return { kind: "threshold", attribute, threshold: Number.MAX_VALUE };
  const left = test.kind === "subset" ? [...test.left, ...test.right] : levels.map((_, code) => code);
  return { kind: "subset", attribute, left, right: [] };
}

/** Separates outcomes [from, cut) from [cut, to). */
function testOf(test: Test, from: number, cut: number, to: number): Test {
  const { attribute } = test;
  switch (test.kind) {
    case "levels":
      return { kind: "subset", attribute, left: codes(from, cut), right: codes(cut, to) };
    case "intervals":
      return { kind: "threshold", attribute, threshold: test.edges[cut - 1] };
    // There are two outcomes; without the branch for missing values the test itself remains.
    case "threshold":
    case "gate":
    case "subset":
      return test;
    default:
      return unreachable(test);
  }
}

const codes = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/**
 * A missing value is missing at every test of the chain, so the same surrogate decides at each of them. An outcome
 * that leads to a branch outside [from, to) has already been sent there: its side here does not matter.
 */
function missingOf(rule: MissingRule, from: number, cut: number, to: number): MissingRule {
  if (rule.kind !== "surrogates") return plainOf(rule, from, cut, to);
  const surrogates = rule.surrogates.map((surrogate) => ({
    ...surrogate,
    to: surrogate.to.map((branch) => (branch < 0 ? branch : branch < cut ? 0 : 1)),
  }));
  return { kind: "surrogates", surrogates, otherwise: plainOf(rule.otherwise, from, cut, to) };
}

/** The conditional shares multiply to the original share. */
function plainOf(rule: PlainRule, from: number, cut: number, to: number): PlainRule {
  if (rule.kind === "branch") return { kind: "branch", to: rule.to < cut ? 0 : 1 };
  const left = sum(rule.shares.slice(from, cut));
  const right = sum(rule.shares.slice(cut, to));
  // No fraction of a row gets here.
  if (left + right === 0) return { kind: "branch", to: 0 };
  const share = left / (left + right);
  return { kind: "share", shares: [share, 1 - share] };
}

/** The combined facts of branches [from, to); the node's own facts if no row took any of them. */
function factsOf(node: SplitNode, from: number, to: number, { nodes }: TreeModel): NodeFacts {
  const taken = node.branches
    .slice(from, to)
    .map((branch) => nodes[branch])
    .filter((branch) => branch.weight > 0);
  const weight = sum(taken.map((branch) => branch.weight));
  if ("value" in node) {
    const values = taken.filter((branch) => "value" in branch);
    if (weight === 0) return { weight, value: node.value, error: node.error };
    const mean = sum(values.map((branch) => branch.weight * branch.value)) / weight;
    const squares = values.map((branch) => branch.weight * (branch.error + (branch.value - mean) ** 2));
    return { weight, value: mean, error: sum(squares) / weight };
  }
  if (weight === 0) return { weight, counts: node.counts, label: node.label };
  const counts = node.counts.map((_, code) =>
    sum(taken.map((branch) => ("counts" in branch ? branch.counts[code] : 0))),
  );
  return { weight, counts, label: counts.indexOf(Math.max(...counts)) };
}

function sum(terms: readonly number[]): number {
  let total = 0;
  for (const term of terms) total += term;
  return total;
}
