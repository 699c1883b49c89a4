import { bySurrogates, plainRule } from "../../model/surrogates.js";
import { branchOf, UNKNOWN } from "../../model/test.js";
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
import type { PruneRows } from "./rows.js";

/** Rows at a node, each with the part of its weight that is there. */
export interface Entries {
  readonly rows: Int32Array;
  readonly weights: Float64Array;
}

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
    rows.forEach((row, i) => {
      counts[this.rows.truth[row]] += weights[i];
    });
    return counts;
  }

  /** Rows with a missing cell are shared out by the rows that are known here, as in growth. */
  divide(split: SplitNode, { rows, weights }: Entries): { parts: Entries[]; missing: MissingRule } {
    const outcomes = Int32Array.from(rows, (row) => this.outcome(split, row));
    const known = new Array<number>(split.branches.length).fill(0);
    outcomes.forEach((outcome, i) => {
      if (outcome !== UNKNOWN) known[outcome] += weights[i];
    });
    const rule = ruleFor(plainRule(split.missing), known);
    const parts = partsOf(outcomes, rule, { rows, weights }, split.branches.length, this.rows.quantum);
    return {
      parts,
      missing: split.missing.kind === "surrogates" ? { ...split.missing, otherwise: rule } : rule,
    };
  }

  private outcome({ test, missing }: SplitNode, row: number): number {
    const { cells } = this.rows;
    const outcome = branchOf(test, cells[test.attribute][row]);
    if (outcome !== UNKNOWN || missing.kind !== "surrogates") return outcome;
    return bySurrogates(missing, (attribute) => cells[attribute][row]);
  }
}

/** A row's parts are on the weight grid, and the last branch with a share takes the rest, as in the engines. */
function partsOf(
  outcomes: Int32Array,
  rule: PlainRule,
  { rows, weights }: Entries,
  branches: number,
  quantum: number,
): Entries[] {
  const shares = Array.from({ length: branches }, (_, b) =>
    rule.kind === "share" ? rule.shares[b] : rule.to === b ? 1 : 0,
  );
  const last = shares.findLastIndex((share) => share > 0);
  const taken = shares.map((): number[] => []);
  const parted = shares.map((): number[] => []);
  const give = (b: number, row: number, weight: number) => {
    if (!(weight > 0)) return;
    taken[b].push(row);
    parted[b].push(weight);
  };
  outcomes.forEach((outcome, i) => {
    if (outcome !== UNKNOWN) {
      give(outcome, rows[i], weights[i]);
      return;
    }
    let rest = weights[i];
    for (let b = 0; b < last; b++) {
      const part = Math.min(rest, Math.round((weights[i] * shares[b]) / quantum) * quantum);
      give(b, rows[i], part);
      rest -= part;
    }
    give(last, rows[i], rest);
  });
  return taken.map((found, b) => ({ rows: Int32Array.from(found), weights: Float64Array.from(parted[b]) }));
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
