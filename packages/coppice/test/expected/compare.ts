import { branchOf } from "../../src/model/test.js";
import { isSplit, type TreeModel } from "../../src/model/tree.js";
import { bind } from "../../src/predict/bind.js";
import type { Table } from "../../src/table/table.js";

/** A node of another system's tree: which rows go left, or a leaf. */
export interface RivalNode {
  readonly left?: RivalNode;
  readonly right?: RivalNode;
  readonly goesLeft?: (row: number) => boolean;
  readonly words: string;
}

export interface Comparison {
  /** Nodes where both systems split the rows the same way. */
  same: number;
  /** Nodes where they split differently, with the same gain. */
  ties: number;
  /** Differences that are not ties. */
  readonly faults: string[];
  /** Our nodes that have the rows of a node of the rival, with its number as rpart gives them. */
  readonly nodes: { readonly node: number; readonly rpartNode: number }[];
}

/**
 * Walks two binary trees in parallel over the training rows. Where they split a node differently the gains must be equal,
 * and nothing below is compared: a tie broken the other way leads to a different subtree.
 */
export function compareTrees(
  model: TreeModel,
  table: Table,
  rival: RivalNode,
  impurity: Impurity,
  rivalMayStop = false,
): Comparison {
  const { cells } = bind(model.attributes, table);
  const result: Comparison = { same: 0, ties: 0, faults: [], nodes: [] };
  const gain = (rows: number[], left: number[]) => {
    const inside = new Set(left);
    return impurity(rows) - impurity(left) - impurity(rows.filter((row) => !inside.has(row)));
  };
  const all = Array.from({ length: table.rows }, (_, row) => row);
  const stack = [{ at: 0, node: rival, number: 1, rows: all }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { at, node, number, rows } = next;
    result.nodes.push({ node: at, rpartNode: number });
    const ours = model.nodes[at];
    const slack = 1e-7 * Math.max(impurity(rows), 1e-300);
    if (!isSplit(ours) || node.goesLeft === undefined) {
      const split = isSplit(ours) || node.goesLeft !== undefined;
      const side = isSplit(ours) ? "only we split" : `only the rival splits (${node.words})`;
      if (split && !(rivalMayStop && node.goesLeft === undefined))
        result.faults.push(`node ${at}, ${rows.length} rows: ${side}`);
      continue;
    }
    const { test, branches } = ours;
    const ourLeft = rows.filter((row) => branchOf(test, cells[test.attribute][row]) === 0);
    const theirLeft = rows.filter(node.goesLeft);
    const inTheirs = new Set(theirLeft);
    const shared = ourLeft.filter((row) => inTheirs.has(row)).length;
    const alike = shared === ourLeft.length && ourLeft.length === theirLeft.length;
    const mirrored = shared === 0 && ourLeft.length + theirLeft.length === rows.length;
    if (alike || mirrored) {
      result.same++;
      const [ofLeft, ofRight] = alike ? branches : [branches[1], branches[0]];
      const [left, right] = [theirLeft, rows.filter((row) => !inTheirs.has(row))];
      stack.push({ at: ofLeft, node: node.left!, number: 2 * number, rows: left });
      stack.push({ at: ofRight, node: node.right!, number: 2 * number + 1, rows: right });
    } else if (Math.abs(gain(rows, ourLeft) - gain(rows, theirLeft)) <= slack) {
      result.ties++;
    } else {
      result.faults.push(
        `node ${at}, ${rows.length} rows: ${JSON.stringify(test)} gains ${gain(rows, ourLeft)}, ${node.words} gains ${gain(rows, theirLeft)}`,
      );
    }
  }
  return result;
}

type Impurity = (rows: number[]) => number;
const total = (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0);

/** Weight × impurity of rows, computed independently of the library. Each row counts with its class's factor, by default 1. */
export function giniOf(classes: Int32Array, factors?: readonly number[]): Impurity {
  return (rows) => {
    const weights = weightsOf(classes, rows, factors);
    return total(weights) - total(weights.map((n) => n ** 2)) / total(weights);
  };
}

export function entropyOf(classes: Int32Array, factors?: readonly number[]): Impurity {
  return (rows) => {
    const weights = weightsOf(classes, rows, factors);
    return -total(weights.map((n) => n * Math.log2(n / total(weights))));
  };
}

export function squaresOf(values: Float64Array): Impurity {
  return (rows) => {
    const mean = total(rows.map((row) => values[row])) / rows.length;
    return total(rows.map((row) => (values[row] - mean) ** 2));
  };
}

/** The weights of the classes that the rows have. */
function weightsOf(classes: Int32Array, rows: readonly number[], factors?: readonly number[]): number[] {
  const found = new Map<number, number>();
  for (const row of rows)
    found.set(classes[row], (found.get(classes[row]) ?? 0) + (factors?.[classes[row]] ?? 1));
  return [...found.values()];
}
