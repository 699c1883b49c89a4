import { unreachable } from "../../base/errors.js";
import { branchOf, type Test, UNKNOWN } from "../../model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../../model/tree.js";
import type { Cells } from "./bind.js";

/** What `landing` returns for a row that several leaves share. */
export const SHARED = -1;

const LEAF = 0;
const THRESHOLD = 1;
const TABLE = 2;
const INTERVALS = 3;

/** A tree as typed arrays, for rows that go down one branch at every node. */
export interface CompiledTree {
  readonly kind: Uint8Array;
  readonly attribute: Int32Array;
  readonly threshold: Float64Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Where a row goes whose cell is unknown: a node, or SHARED. */
  readonly unknown: Int32Array;
  /** For tests on levels: `branchTable[start + code]` is the node that takes the level `code`. */
  readonly start: Int32Array;
  readonly branchTable: Int32Array;
  readonly nodes: TreeModel["nodes"];
}

export function compileTree(model: Pick<TreeModel, "nodes" | "attributes">): CompiledTree {
  const count = model.nodes.length;
  const table: number[] = [];
  const tree = {
    kind: new Uint8Array(count),
    attribute: new Int32Array(count),
    threshold: new Float64Array(count),
    left: new Int32Array(count),
    right: new Int32Array(count),
    unknown: new Int32Array(count),
    start: new Int32Array(count),
    nodes: model.nodes,
  };
  model.nodes.forEach((node, i) => {
    if (!isSplit(node)) return;
    tree.kind[i] = kindOf(node.test);
    tree.attribute[i] = node.test.attribute;
    tree.left[i] = node.branches[0];
    tree.right[i] = node.branches[1];
    tree.unknown[i] = unknownOf(node);
    if (node.test.kind === "threshold") tree.threshold[i] = node.test.threshold;
    if (tree.kind[i] === TABLE) {
      tree.start[i] = table.length;
      const levels = model.attributes[node.test.attribute].levels?.length ?? 0;
      for (let code = 0; code < levels; code++) table.push(branchFor(node, code));
    }
  });
  return { ...tree, branchTable: Int32Array.from(table) };
}

/** The leaf a row comes to, or SHARED when it meets an unknown cell at a node that divides such rows. */
export function landing(tree: CompiledTree, cells: readonly Cells[], row: number): number {
  const { kind, attribute, threshold, left, right, unknown, start, branchTable } = tree;
  let node = 0;
  while (node >= 0) {
    const test = kind[node];
    if (test === LEAF) return node;
    const cell = cells[attribute[node]][row];
    if (test === THRESHOLD) {
      const edge = threshold[node];
      node = cell <= edge ? left[node] : cell > edge ? right[node] : unknown[node];
    } else if (test === TABLE) {
      node = cell >= 0 ? branchTable[start[node] + cell] : unknown[node];
    } else {
      node = branchFor(tree.nodes[node] as SplitNode, cell);
    }
  }
  return SHARED;
}

function kindOf(test: Test): number {
  switch (test.kind) {
    case "threshold":
      return THRESHOLD;
    case "levels":
    case "subset":
      return TABLE;
    case "intervals":
      return INTERVALS;
    default:
      return unreachable(test);
  }
}

function branchFor(node: SplitNode, cell: number): number {
  const branch = branchOf(node.test, cell);
  return branch === UNKNOWN ? unknownOf(node) : node.branches[branch];
}

function unknownOf(node: SplitNode): number {
  return node.missing.kind === "branch" ? node.branches[node.missing.to] : SHARED;
}
