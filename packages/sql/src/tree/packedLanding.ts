import type { PackedTrees } from "coppice";
import type { Dialect } from "../dialect/dialect.js";
import { letterAt } from "../dialect/letterAt.js";
import { lookup } from "./bisect.js";
import { cellName } from "./landing.js";

/** As in the library's packed trees. */
const LEAF = -1;
const MISSING_LEFT = 1;
const ON_LEVELS = 2;

export interface PackedSql {
  readonly trees: PackedTrees;
  /** By attribute, how many levels it has. */
  readonly levels: readonly number[];
  readonly dialect: Dialect;
}

/** An expression at the nodes of a tree at which rows stop; it may be nested in many conditions. */
export type AtNode = (node: number) => string;

/**
 * The expression of the node that a row comes to, at most `depth` levels below `at`. A missing cell makes every comparison
 * NULL, which is not true: so the branch that it takes is the one after ELSE.
 */
export function descent(packed: PackedSql, at: number, depth: number, stop: AtNode): string {
  const { attribute, skip, flags } = packed.trees;
  if (attribute[at] === LEAF || depth === 0) return stop(at);
  const left = descent(packed, at + 1, depth - 1, stop);
  const right = descent(packed, at + skip[at], depth - 1, stop);
  if (left === right) return left;
  return (flags[at] & MISSING_LEFT) === 0
    ? `CASE WHEN ${sideSql(packed, at, true)} THEN ${left} ELSE ${right} END`
    : `CASE WHEN ${sideSql(packed, at, false)} THEN ${right} ELSE ${left} END`;
}

/** Whether a known cell goes left, or right. */
function sideSql({ trees, levels, dialect }: PackedSql, node: number, isLeft: boolean): string {
  const attribute = trees.attribute[node];
  const cell = cellName(attribute);
  const { [node]: edge } = trees.threshold;
  if ((trees.flags[node] & ON_LEVELS) === 0) return `${cell} ${isLeft ? "<=" : ">"} ${dialect.double(edge)}`;
  const letters = Array.from({ length: levels[attribute] }, (_, code) =>
    ((trees.sets[edge + (code >> 5)] >>> (code & 31)) & 1) === 1 ? "l" : "r",
  );
  return `${letterAt(letters.join(""), cell)} = '${isLeft ? "l" : "r"}'`;
}

/** The nodes at which rows of a tree stop after so many levels, by their places. */
export interface Stops {
  readonly nodes: readonly number[];
  /** The place of a row's node, from the place that it had before. */
  readonly place: string;
}

/** Goes `depth` levels down from each of some nodes; `from` is the column with a row's place among them. */
export function stopsAfter(packed: PackedSql, starts: readonly number[], depth: number, from: string): Stops {
  const nodes: number[] = [];
  const expressions = starts.map((start) =>
    descent(packed, start, depth, (node) => String(nodes.push(node) - 1)),
  );
  return { nodes, place: lookup(from, expressions) };
}

/** Levels below a node of a packed tree, and where its subtree ends. */
export function depthOf({ trees }: PackedSql, root: number): number {
  let deepest = 0;
  const walk = (at: number, depth: number) => {
    if (trees.attribute[at] === LEAF) {
      deepest = Math.max(deepest, depth);
      return;
    }
    walk(at + 1, depth + 1);
    walk(at + trees.skip[at], depth + 1);
  };
  walk(root, 0);
  return deepest;
}

/** The attributes that packed trees test, ascending. */
export function packedAttributes({ attribute, starts }: PackedTrees): number[] {
  const tested = new Set<number>();
  for (let node = starts[0]; node < starts[starts.length - 1]; node++)
    if (attribute[node] !== LEAF) tested.add(attribute[node]);
  return [...tested].sort((a, b) => a - b);
}
