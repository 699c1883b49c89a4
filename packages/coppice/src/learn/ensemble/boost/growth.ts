import type { BinDivision, BinSums, GrowAnswer, GrowRequest } from "../../../engine/boost/port.js";
import { type BoostedTree, ON_LEVELS } from "../../../kernels/drivers/boost/boostedTree.js";
import { gainUnit } from "../../../kernels/drivers/boost/grid.js";
import type { BoostPlan, RoundRules, TreeDraws } from "../../../kernels/drivers/boost/plan.js";
import { draw, hash } from "./chance.js";
import { GrowthNode } from "./growthNode.js";
import { leavesOf, toExpand } from "./growthOrder.js";

/** Bytes of sums that open nodes may keep, and that one request may ask for unless the rows say so. */
const MOST_BYTES = 2 ** 28;

type SumsOf = readonly (BinSums | undefined)[];

/** A grown tree, and how rows get from the nodes they are in to its leaves. */
export interface Grown {
  readonly tree: BoostedTree;
  /** Divisions at the tree's lowest nodes that no pass has made yet. */
  readonly divisions: readonly BinDivision[];
  /** By number of a node that rows are in after them: the leaf, a node of the tree. */
  readonly leaves: Int32Array;
}

/**
 * Grows one tree from sums that come from elsewhere. All open nodes that may be split are divided in one pass, and of two
 * branches the one with less hessian is tallied; the splits are then taken from what is known, in the order of the growth. So the
 * tree is that of kernels/assembly/boost/grow.ts, and a pass over the rows is made for each level and not for each leaf.
 */
export class Growth {
  private numbers = 0;
  private root!: GrowthNode;
  private readonly bytes: number;

  constructor(
    private readonly plan: BoostPlan,
    private readonly rules: RoundRules,
    private readonly output: number,
    private readonly draws: TreeDraws,
    private readonly sumBytes = MOST_BYTES,
  ) {
    const cells = plan.attributes.map(({ missing }, a) => (draws.attributes[a] ? missing + 1 : 0));
    this.bytes = 16 * cells.reduce((sum, n) => sum + n, 0);
  }

  *grow(): Generator<GrowRequest, Grown, GrowAnswer> {
    const first = yield this.request(true, [], [this.numbers++]);
    const { g, h } = first.root!;
    const bounds = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    this.root = new GrowthNode(this.plan, this.rules, 0, { g, h, ...bounds, rows: first.rows[0] });
    if (this.root.maySplit()) this.search(this.root, 0, first.sums[0]);
    for (;;) {
      const chosen = toExpand(this.root, this.plan);
      if (chosen.length === 0) return this.grown();
      yield* this.expand(chosen.filter(({ deeper }) => deeper).map(({ node }) => node));
      for (const { node, deeper } of chosen) if (!deeper) node.branch(this.numberPair());
    }
  }

  private numberPair(): [number, number] {
    this.numbers += 2;
    return [this.numbers - 2, this.numbers - 1];
  }

  private request(fresh: boolean, divisions: BinDivision[], tallies: number[]): GrowRequest {
    const { attributes } = this.draws;
    return { ask: "grow", output: this.output, fresh, divisions, tallies, attributes };
  }

  /** Divides nodes, and finds the tests of their branches. */
  private *expand(nodes: readonly GrowthNode[]): Generator<GrowRequest, void, GrowAnswer> {
    if (nodes.length === 0) return;
    const asked: GrowthNode[] = [];
    for (const node of nodes) {
      const [left, right] = node.branch(this.numberPair());
      node.isDivided = true;
      const [small, large] = left.h <= right.h ? [left, right] : [right, left];
      asked.push(small);
      if (node.sums === undefined) asked.push(large);
    }
    const most = Math.max(1, Math.floor(this.sumBytes / Math.max(1, this.bytes)));
    const found = new Map<GrowthNode, SumsOf>();
    for (let from = 0; from < asked.length; from += most) {
      const some = asked.slice(from, from + most);
      const divisions = from === 0 ? nodes.map((node) => node.division()) : [];
      const numbers = some.map(({ number }) => number);
      const answer = yield this.request(false, divisions, numbers);
      for (const [i, node] of some.entries()) found.set(node, answer.sums[i]);
      if (from === 0) for (const [i, node] of nodes.entries()) countBranches(node, answer.rows, 2 * i);
    }
    for (const node of nodes) this.searchBranches(node, found);
    this.forget();
  }

  private searchBranches(node: GrowthNode, found: ReadonlyMap<GrowthNode, SumsOf>): void {
    const [left, right] = node.branches!;
    const known = found.get(left) ?? found.get(right)!;
    const rest = () => node.sums!.map((sums, a) => sums && minus(sums, known[a]!));
    [left, right].forEach((branch, i) => {
      if (branch.maySplit()) this.search(branch, node.firstId + i, found.get(branch) ?? rest());
    });
    node.sums = undefined;
  }

  /** The best test of a node from its sums. */
  private search(node: GrowthNode, id: number, sums: SumsOf): void {
    node.sums = sums;
    const mask = this.maskOf(id);
    for (let a = 0; a < mask.length; a++) if (mask[a] === 1) node.consider(a, sums[a]!);
    node.settle();
  }

  private maskOf(id: number): Uint8Array {
    const { attributes, nodeKey } = this.draws;
    if (this.plan.nodeAttributes === 0) return attributes;
    const drawn = draw(this.plan.treeAttributes, this.plan.nodeAttributes, hash(nodeKey, id));
    let next = 0;
    return attributes.map((looked) => (looked === 0 ? 0 : drawn[next++]));
  }

  /** Sums of open nodes serve to save a tally; where they take too much memory, they are tallied again. */
  private forget(): void {
    const open: GrowthNode[] = [];
    this.root.visit((node) => {
      if (node.sums !== undefined) open.push(node);
    });
    for (let i = Math.floor(MOST_BYTES / Math.max(1, this.bytes)); i < open.length; i++)
      open[i].sums = undefined;
  }

  private grown(): Grown {
    const leaves = leavesOf(this.root, this.plan);
    const tree = this.tree();
    const divisions: BinDivision[] = [];
    const leafOf = new Int32Array(this.numbers).fill(-1);
    this.root.visit((node) => {
      if (node.isSplit && !node.isDivided) divisions.push(node.division());
    });
    for (const leaf of leaves)
      leaf.visit((node) => {
        leafOf[node.number] = leaf.id;
      });
    return { tree, divisions, leaves: leafOf };
  }

  private tree(): BoostedTree {
    const nodes: GrowthNode[] = [];
    this.root.visit((node) => {
      if (node.id >= 0) nodes[node.id] = node;
    });
    const column = (of: (node: GrowthNode) => number) => Int32Array.from(nodes, of);
    const ifSplit = (of: (node: GrowthNode) => number, leaf: number) =>
      column((node) => (node.isSplit ? of(node) : leaf));
    const unit = gainUnit(this.rules.grid);
    const onLevels = nodes.filter((node) => node.isSplit && (node.best!.flags & ON_LEVELS) !== 0);
    return {
      nodes: nodes.length,
      attribute: ifSplit(({ best }) => best!.attribute, -1),
      bin: ifSplit(({ best }) => best!.bin, 0),
      flags: ifSplit(({ best }) => best!.flags, 0),
      left: ifSplit(({ branches }) => branches![0].id, 0),
      right: ifSplit(({ branches }) => branches![1].id, 0),
      gain: Float64Array.from(nodes, (node) => (node.isSplit ? node.gain * unit : 0)),
      value: Float64Array.from(nodes, (node) => (node.isSplit ? 0 : node.value())),
      sides: new Map(onLevels.map((node) => [node.id, node.sides!])),
    };
  }
}

function countBranches(node: GrowthNode, rows: readonly number[], at: number): void {
  const [left, right] = node.branches!;
  [left.rows, right.rows] = [rows[at], rows[at + 1]];
}

function minus(all: BinSums, some: BinSums): BinSums {
  const less = (a: Float64Array, b: Float64Array) => {
    const rest = new Float64Array(a.length);
    for (let i = 0; i < rest.length; i++) rest[i] = a[i] - b[i];
    return rest;
  };
  return { g: less(all.g, some.g), h: less(all.h, some.h) };
}
