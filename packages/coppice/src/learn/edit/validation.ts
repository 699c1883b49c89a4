import type { Test } from "../../model/test.js";
import {
  isSplit,
  type MissingRule,
  type NodeFacts,
  type TreeModel,
  type TreeNode,
} from "../../model/tree.js";
import { endsOf } from "../../model/walk.js";
import { cellsOf } from "../../predict/cells.js";
import { predictTable } from "../../predict/predictTable.js";
import { rowsReaching } from "../../predict/rowsAt.js";
import { truthOf } from "../../predict/truth.js";
import { selectRows, type Table } from "../../table/table.js";
import { cutAt } from "../prune/cutAt.js";

/** How good a tree is on validation rows. */
export interface ValidationScores {
  readonly metric: "accuracy" | "rmse";
  /** Validation rows whose target is known, and those of them that come to the node. */
  readonly rows: number;
  readonly atNode: number;
  /** The score of the tree as it is, and with the node as a leaf. */
  readonly now: number;
  readonly leaf: number;
}

/** A test of a node whose branches are leaves. */
export interface GhostSplit {
  readonly test: Test;
  readonly branches: readonly NodeFacts[];
  readonly missing: MissingRule;
}

/** What becomes of the validation rows if one node of a tree changes. */
export class Validation {
  readonly scores: ValidationScores;
  /** The loss of rows elsewhere: they are predicted as before. */
  private readonly elsewhere: number;
  private readonly there: Table;

  constructor(
    private readonly model: TreeModel,
    table: Table,
    private readonly index: number,
  ) {
    const known = withTarget(model, table);
    const { rows } = rowsReaching(model, cellsOf(model, known).cells, known.rows, index);
    this.there = selectRows(known, rows);
    const now = lossOf(model, known);
    this.elsewhere = now - lossOf(model, this.there);
    const leaf = isSplit(model.nodes[index]) ? cutAt(model, [index]) : model;
    this.scores = {
      metric: model.task === "classification" ? "accuracy" : "rmse",
      rows: known.rows,
      atNode: rows.length,
      now: this.scoreOf(now, known.rows),
      leaf: this.scoreOf(this.elsewhere + lossOf(leaf, this.there), known.rows),
    };
  }

  of(ghost: GhostSplit): { readonly score: number; readonly change: number } {
    const split = { ...this.model, nodes: withGhost(this.model, this.index, ghost) };
    const score = this.scoreOf(this.elsewhere + lossOf(split, this.there), this.scores.rows);
    return { score, change: score - this.scores.leaf };
  }

  private scoreOf(loss: number, rows: number): number {
    if (rows === 0) return Number.NaN;
    return this.model.task === "classification" ? 1 - loss / rows : Math.sqrt(Math.max(0, loss) / rows);
  }
}

function withTarget({ target }: TreeModel, table: Table): Table {
  const truth = truthOf(target, table);
  const isKnown = (row: number) =>
    truth.kind === "classification" ? truth.codes[row] >= 0 : !Number.isNaN(truth.values[row]);
  return selectRows(table, Array.from({ length: table.rows }, (_, row) => row).filter(isKnown));
}

/** Rows that are misclassified, or the sum of squared errors. */
function lossOf(model: TreeModel, table: Table): number {
  if (table.rows === 0) return 0;
  const truth = truthOf(model.target, table);
  const answers = predictTable(model, table);
  let loss = 0;
  for (let row = 0; row < table.rows; row++) {
    if (truth.kind === "classification") {
      if (answers.kind === "classification" && answers.labels[row] !== truth.codes[row]) loss++;
    } else if (answers.kind === "regression") {
      const away = answers.values[row] - truth.values[row];
      loss += away * away;
    }
  }
  return loss;
}

/** The nodes of a tree in which one node has this test, and leaves as its branches. */
function withGhost(model: TreeModel, index: number, { test, branches, missing }: GhostSplit): TreeNode[] {
  const end = endsOf(model)[index];
  const added = 1 + branches.length - (end - index);
  const moved = (place: number) => (place > index ? place + added : place);
  const outside = (node: TreeNode): TreeNode =>
    isSplit(node) ? { ...node, branches: node.branches.map(moved) } : node;
  const { nodes } = model;
  const split = {
    ...nodes[index],
    test,
    branches: branches.map((_, b) => index + 1 + b),
    missing,
    gain: 0,
  } as TreeNode;
  return [...nodes.slice(0, index).map(outside), split, ...branches, ...nodes.slice(end).map(outside)];
}
