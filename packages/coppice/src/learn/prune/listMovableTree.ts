import { plainRule } from "../../model/surrogates.js";
import { UNKNOWN } from "../../model/test.js";
import type { MissingRule, PlainRule, SplitNode, TreeModel } from "../../model/tree.js";
import { type Entries, fillOutcomes, partEntries } from "./divideRows.js";
import { type MovableNode, type MovableTree, movableNodes } from "./movableTree.js";
import type { PruneRows } from "./rows.js";

/** A tree to rebuild whose rows are lists in TypeScript: the twin of kernelMovableTree.ts. */
export class ListMovableTree implements MovableTree {
  readonly root: MovableNode;
  /** By node. */
  private readonly entries: Entries[];
  /** A row is at most once at a node. */
  private readonly outcomes: Int32Array;
  private answers = new Float64Array(64);

  constructor(
    readonly model: TreeModel,
    private readonly rows: PruneRows,
  ) {
    this.root = movableNodes(model)[0];
    this.outcomes = new Int32Array(rows.rows);
    this.entries = new Array<Entries>(model.nodes.length);
    const all = { rows: Int32Array.from({ length: rows.rows }, (_, row) => row), weights: rows.weights };
    this.settle(this.root, all, false);
  }

  makeLeaf(node: MovableNode): void {
    node.split = undefined;
    node.branches = [];
  }

  raise(node: MovableNode, b: number): void {
    const { split, branches } = node.branches[b];
    node.split = split;
    node.branches = branches;
    this.settle(node, this.entries[node.node], true);
  }

  /** Sends rows down from a node. `isStale`: the model's figures below it are no longer valid. */
  private settle(top: MovableNode, entries: Entries, isStale: boolean): void {
    const stack = [{ node: top, entries }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { node } = next;
      this.entries[node.node] = next.entries;
      node.counts = this.count(next.entries);
      node.promise = undefined;
      if (isStale && node !== top) node.facts = undefined;
      if (node.split === undefined) continue;
      const { parts, missing } = this.divide(node.split, next.entries);
      if (isStale) node.split = { ...node.split, missing };
      node.branches.forEach((branch, b) => {
        stack.push({ node: branch, entries: parts[b] });
      });
    }
  }

  countsIfRaised(branch: MovableNode, node: MovableNode): Float64Array {
    let used = 0;
    const stack = [{ at: branch, entries: this.entries[node.node] }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { at, entries } = next;
      if (at.split === undefined) {
        const counts = this.count(entries);
        if (used + counts.length > this.answers.length) this.lengthen(used + counts.length);
        this.answers.set(counts, used);
        used += counts.length;
        continue;
      }
      const { parts } = this.divide(at.split, entries);
      at.branches.forEach((son, b) => {
        stack.push({ at: son, entries: parts[b] });
      });
    }
    return this.answers.subarray(0, used);
  }

  private lengthen(length: number): void {
    const longer = new Float64Array(2 * length);
    longer.set(this.answers);
    this.answers = longer;
  }

  private count({ rows, weights }: Entries): Float64Array {
    const counts = new Float64Array(this.model.target.levels!.length);
    const { truth } = this.rows;
    for (let i = 0; i < rows.length; i++) counts[truth[rows[i]]] += weights[i];
    return counts;
  }

  /** Rows with a missing value get fractional weights in proportion to the known rows, as in growth. */
  private divide(split: SplitNode, entries: Entries): { parts: Entries[]; missing: MissingRule } {
    const { rows, weights } = entries;
    const { outcomes } = this;
    fillOutcomes(outcomes, split, rows, this.rows.cells);
    const known = new Array<number>(split.branches.length).fill(0);
    for (let i = 0; i < rows.length; i++) if (outcomes[i] !== UNKNOWN) known[outcomes[i]] += weights[i];
    const rule = ruleFor(plainRule(split.missing), known);
    return {
      parts: partEntries(entries, outcomes, rule, known.length, this.rows.quantum),
      missing: split.missing.kind === "surrogates" ? { ...split.missing, otherwise: rule } : rule,
    };
  }
}

/** The rule that growth would have derived from these rows; unchanged if no value is known. */
export function ruleFor(rule: PlainRule, known: readonly number[]): PlainRule {
  const total = known.reduce((a, b) => a + b, 0);
  if (rule.kind === "branch" || !(total > 0)) return rule;
  return { kind: "share", shares: known.map((weight) => weight / total) };
}
