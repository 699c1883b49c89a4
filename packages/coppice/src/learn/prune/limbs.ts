import { plainRule } from "../../model/surrogates.js";
import { UNKNOWN } from "../../model/test.js";
import {
  type ClassFacts,
  isSplit,
  type MissingRule,
  type PlainRule,
  type SplitNode,
  type TreeModel,
  type TreeNode,
} from "../../model/tree.js";
import { classFacts } from "../label/facts.js";
import { leafOf } from "./cutAt.js";
import { type Entries, fillOutcomes, partEntries } from "./divideRows.js";
import type { PruneRows } from "./rows.js";

/** A node of a tree that is being rebuilt, with the training rows that reach it. */
export interface Limb {
  entries: Entries;
  counts: Float64Array;
  /** What the model says of the node; absent once other rows reach it. */
  facts: TreeNode | undefined;
  /** Absent for a leaf. */
  split: SplitNode | undefined;
  branches: Limb[];
}

export function growthOf(model: TreeModel, rows: PruneRows): Growth {
  return new Growth(model, rows);
}

/** A classification tree whose branches can be moved, rows and all. */
export class Growth {
  readonly root: Limb;
  /** A row stands at most once at a node. */
  private readonly outcomes: Int32Array;

  constructor(
    readonly model: TreeModel,
    private readonly rows: PruneRows,
  ) {
    const limbs = model.nodes.map(
      (node): Limb => ({
        entries: NO_ENTRIES,
        counts: new Float64Array(0),
        facts: node,
        split: isSplit(node) ? node : undefined,
        branches: [],
      }),
    );
    for (const limb of limbs) if (limb.split) limb.branches = limb.split.branches.map((b) => limbs[b]);
    this.root = limbs[0];
    this.outcomes = new Int32Array(rows.rows);
    const all = { rows: Int32Array.from({ length: rows.rows }, (_, row) => row), weights: rows.weights };
    this.settle(this.root, all, false);
  }

  makeLeaf(limb: Limb): void {
    limb.split = undefined;
    limb.branches = [];
  }

  /** The limb becomes its branch b, down which all its rows now go. */
  raise(limb: Limb, b: number): void {
    const { split, branches } = limb.branches[b];
    limb.split = split;
    limb.branches = branches;
    this.settle(limb, limb.entries, true);
  }

  /** Sends rows down from a limb. `anew`: the model's figures below it no longer hold. */
  private settle(top: Limb, entries: Entries, anew: boolean): void {
    const stack = [{ limb: top, entries }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { limb } = next;
      limb.entries = next.entries;
      limb.counts = this.count(next.entries);
      if (anew && limb !== top) limb.facts = undefined;
      if (limb.split === undefined) continue;
      const { parts, missing } = this.divide(limb.split, next.entries);
      if (anew) limb.split = { ...limb.split, missing };
      limb.branches.forEach((branch, b) => {
        stack.push({ limb: branch, entries: parts[b] });
      });
    }
  }

  count({ rows, weights }: Entries): Float64Array {
    const counts = new Float64Array(this.model.target.levels!.length);
    const { truth } = this.rows;
    for (let i = 0; i < rows.length; i++) counts[truth[rows[i]]] += weights[i];
    return counts;
  }

  /** Rows with a missing cell are shared out by the rows that are known here, as in growth. */
  divide(split: SplitNode, entries: Entries): { parts: Entries[]; missing: MissingRule } {
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

const NO_ENTRIES: Entries = { rows: new Int32Array(0), weights: new Float64Array(0) };

/** The rule as growth would have made it from these rows; without a single known row it stays what it was. */
function ruleFor(rule: PlainRule, known: readonly number[]): PlainRule {
  const total = known.reduce((a, b) => a + b, 0);
  if (rule.kind === "branch" || !(total > 0)) return rule;
  return { kind: "share", shares: known.map((weight) => weight / total) };
}

/** The rebuilt tree as a model, in preorder. Nodes that their rows have not left keep their figures to the bit. */
export function modelOfGrowth({ root, model }: Growth): TreeModel {
  const nodes: TreeNode[] = [];
  const stack: { limb: Limb; parent?: ClassFacts; link?: { of: number[]; at: number } }[] = [{ limb: root }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { limb, parent, link } = next;
    const facts = (
      limb.facts ? leafOf(limb.facts) : classFacts(limb.counts, parent, model.costs)
    ) as ClassFacts;
    if (link) link.of[link.at] = nodes.length;
    if (limb.split === undefined) {
      nodes.push(facts);
      continue;
    }
    const branches = new Array<number>(limb.branches.length);
    nodes.push({ ...limb.split, ...facts, branches });
    for (let b = limb.branches.length - 1; b >= 0; b--) {
      stack.push({ limb: limb.branches[b], parent: facts, link: { of: branches, at: b } });
    }
  }
  return { ...model, nodes };
}
