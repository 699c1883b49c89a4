import { unreachable } from "../base/errors.js";
import { MISSING_LEFT, ON_LEVELS } from "../model/packed.js";
import { columnsOf, type PackedTree } from "../model/packedTree.js";
import { branchesOfLevels, branchOf, type Test, UNKNOWN } from "../model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../model/tree.js";
import type { Cells } from "./bind.js";
import { openOf } from "./eachValue.js";

/**
 * What `landing` returns for a row that only `walk` can follow: several leaves may share it, or surrogates decide.
 */
export const SHARED = -1;

const LEAF = 0;
const THRESHOLD = 1;
const TABLE = 2;
/** Any other test: decided by branchOf. */
const GENERAL = 3;
/** Every row goes down both branches. */
const GATE = 4;

/** A tree as typed arrays, for rows that take one branch at every node. */
export interface CompiledTree {
  readonly kind: Uint8Array;
  readonly attribute: Int32Array;
  readonly threshold: Float64Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Where a row with an unknown value goes: a node, or SHARED, which leaves it to `walk`. */
  readonly unknown: Int32Array;
  /** For tests on levels: `branchTable[start + code]` is the node for the level `code`. */
  readonly start: Int32Array;
  readonly branchTable: Int32Array;
  readonly nodes: TreeModel["nodes"];
}

/**
 * A node's part of the branch table has one entry per level of its attribute; a node that would exceed this total has
 * none.
 */
const LONGEST_TABLE = 1 << 24;

export function compileTree(
  model: Pick<TreeModel, "nodes" | "attributes" | "derived">,
  longestTable = LONGEST_TABLE,
): CompiledTree {
  const columns = columnsOf(model);
  const fromColumns = columns && compilePacked(model, columns, longestTable);
  if (fromColumns) return fromColumns;
  const count = model.nodes.length;
  const table: number[] = [];
  const open = openOf(model);
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
    // Rows that try each value are shared, regardless of the node's rule for others.
    tree.unknown[i] = open?.has(node.test.attribute) ? SHARED : unknownOf(node);
    if (node.test.kind === "threshold") tree.threshold[i] = node.test.threshold;
    if (tree.kind[i] === TABLE) {
      const levels = model.attributes[node.test.attribute].levels?.length ?? 0;
      tree.start[i] = table.length;
      if (table.length + levels > longestTable) {
        tree.kind[i] = GENERAL;
        return;
      }
      for (const branch of branchesOfLevels(node.test, levels).subarray(0, levels)) {
        table.push(branch === UNKNOWN ? tree.unknown[i] : node.branches[branch]);
      }
    }
  });
  return { ...tree, branchTable: Int32Array.from(table) };
}

/** Without creating the nodes; undefined if tests on sets of levels would need too long a table. */
function compilePacked(
  model: Pick<TreeModel, "nodes" | "derived" | "attributes">,
  packed: PackedTree,
  longestTable: number,
): CompiledTree | undefined {
  const { attribute, threshold, skip, flags } = packed;
  const levelsAt = (node: number) => model.attributes[attribute[node]].levels?.length ?? 0;
  let entries = 0;
  for (let i = 0; i < flags.length; i++) if ((flags[i] & ON_LEVELS) !== 0) entries += levelsAt(i);
  if (entries > longestTable) return undefined;
  const count = attribute.length;
  const open = openOf(model);
  const kind = new Uint8Array(count);
  const left = new Int32Array(count);
  const right = new Int32Array(count);
  const unknown = new Int32Array(count);
  const start = new Int32Array(entries > 0 ? count : 0);
  const branchTable = new Int32Array(entries);
  let next = 0;
  for (let i = 0; i < count; i++) {
    if (attribute[i] < 0) continue;
    kind[i] = THRESHOLD;
    left[i] = i + 1;
    right[i] = i + skip[i];
    const missing = (flags[i] & MISSING_LEFT) !== 0 ? left[i] : right[i];
    unknown[i] = open?.has(attribute[i]) ? SHARED : missing;
    if ((flags[i] & ON_LEVELS) === 0) continue;
    kind[i] = TABLE;
    start[i] = next;
    next += levelsAt(i);
    fillTable(branchTable.subarray(start[i], next), packed, i, [left[i], right[i], unknown[i]]);
  }
  return {
    ...{ kind, attribute, threshold, left, right, unknown, start, branchTable },
    get nodes() {
      return model.nodes;
    },
  };
}

/** By level, the node that it goes to: left, right, or where unknown values go. */
function fillTable(
  table: Int32Array,
  { threshold, sets, named }: PackedTree,
  node: number,
  [left, right, unknown]: readonly [number, number, number],
): void {
  for (let code = 0; code < table.length; code++) {
    const word = threshold[node] + (code >> 5);
    const bit = 1 << (code & 31);
    table[code] = (named[word] & bit) === 0 ? unknown : (sets[word] & bit) === 0 ? right : left;
  }
}

/** The leaf a row reaches, or SHARED if it has an unknown value at a node that divides such rows. */
export function landing(tree: CompiledTree, cells: readonly Cells[], row: number): number {
  const reached = descent(tree, cells, row, 0);
  return reached < 0 ? SHARED : reached;
}

/** The leaf a row reaches from a node; the node that divides it, with all bits inverted, if there is one on the way. */
export function descent(tree: CompiledTree, cells: readonly Cells[], row: number, from: number): number {
  const { kind, attribute, threshold, left, right, unknown, start, branchTable } = tree;
  let node = from;
  let last = from;
  while (node >= 0) {
    const test = kind[node];
    if (test === LEAF) return node;
    last = node;
    const cell = cells[attribute[node]][row];
    if (test === THRESHOLD) {
      const edge = threshold[node];
      node = cell <= edge ? left[node] : cell > edge ? right[node] : unknown[node];
    } else if (test === TABLE) {
      node = cell >= 0 ? branchTable[start[node] + cell] : unknown[node];
    } else if (test === GATE) {
      break;
    } else {
      const split = tree.nodes[node] as SplitNode;
      const branch = branchOf(split.test, cell);
      node = branch === UNKNOWN ? unknown[node] : split.branches[branch];
    }
  }
  return ~last;
}

/** Fills the node that each row goes to from a node, SHARED for those that it divides. Rows are `from` to `to` of a list. */
export function stepAll(
  tree: CompiledTree,
  node: number,
  cells: Cells,
  rows: Int32Array,
  from: number,
  to: number,
  nexts: Int32Array,
): void {
  const { threshold, left, right, unknown, start, branchTable } = tree;
  const [edge, below, above, none, first] = [
    threshold[node],
    left[node],
    right[node],
    unknown[node],
    start[node],
  ];
  if (tree.kind[node] === THRESHOLD) {
    for (let i = from; i < to; i++) {
      const cell = cells[rows[i]];
      nexts[i] = cell <= edge ? below : cell > edge ? above : none;
    }
  } else if (tree.kind[node] === TABLE) {
    for (let i = from; i < to; i++) {
      const cell = cells[rows[i]];
      nexts[i] = cell >= 0 ? branchTable[first + cell] : none;
    }
  } else {
    const { test, branches } = tree.nodes[node] as SplitNode;
    for (let i = from; i < to; i++) {
      const branch = branchOf(test, cells[rows[i]]);
      nexts[i] = branch === UNKNOWN ? none : branches[branch];
    }
  }
}

export function isLeafIn({ kind }: CompiledTree, node: number): boolean {
  return kind[node] === LEAF;
}

function kindOf(test: Test): number {
  switch (test.kind) {
    case "threshold":
      return THRESHOLD;
    case "levels":
    case "subset":
      return TABLE;
    case "intervals":
      return GENERAL;
    case "gate":
      return GATE;
    default:
      return unreachable(test);
  }
}

function unknownOf(node: SplitNode): number {
  return node.missing.kind === "branch" ? node.branches[node.missing.to] : SHARED;
}
