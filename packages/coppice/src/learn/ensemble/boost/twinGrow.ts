import { type BoostedTree, binGoesLeft, ON_LEVELS } from "../../../kernels/drivers/boost/boostedTree.js";
import type { LeafRows } from "../../../kernels/drivers/boost/booster.js";
import { gainUnit } from "../../../kernels/drivers/boost/grid.js";
import type { BoostPlan, RoundRules, TreeDraws } from "../../../kernels/drivers/boost/plan.js";
import { draw, hash } from "./chance.js";
import { type BinSums, outputOf, type Split, SplitFinder, type SplitNode } from "./twinSplit.js";

export interface TwinRows {
  readonly bins: readonly Uint16Array[];
  readonly g: Float64Array;
  readonly h: Float64Array;
}

interface Leaf extends SplitNode {
  readonly id: number;
  readonly depth: number;
  readonly members: Int32Array;
  readonly finder: SplitFinder;
  readonly best?: Split;
  readonly gain: number;
}

/** Grows one tree: twin of kernels/assembly/boost/grow.ts. Every leaf is tallied anew. */
export class TwinGrower {
  private readonly attribute: number[] = [-1];
  private readonly bin: number[] = [0];
  private readonly flags: number[] = [0];
  private readonly left: number[] = [0];
  private readonly right: number[] = [0];
  private readonly gain: number[] = [0];
  private readonly sides = new Map<number, Uint8Array>();
  private leaves: Leaf[] = [];

  constructor(
    private readonly plan: BoostPlan,
    private readonly rules: RoundRules,
    private readonly draws: TreeDraws,
    private readonly data: TwinRows,
  ) {}

  grow(rows: Int32Array): BoostedTree {
    this.leaves = [this.leaf(0, 0, rows, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)];
    while (this.leaves.length < this.plan.maxLeaves) {
      const next = this.nextLeaf();
      if (next < 0) break;
      this.split(next);
    }
    return this.tree();
  }

  leafRows(): LeafRows[] {
    return this.leaves.map(({ id, members }) => ({ node: id, rows: members }));
  }

  private nextLeaf(): number {
    let best = -1;
    this.leaves.forEach(({ gain, depth }, i) => {
      if (gain <= 0) return;
      const than = this.leaves[best];
      if (best < 0 || (this.plan.byDepth ? depth < than.depth : gain > than.gain)) best = i;
    });
    return best;
  }

  private leaf(id: number, depth: number, members: Int32Array, low: number, high: number): Leaf {
    let [g, h] = [0, 0];
    for (const row of members) {
      g += this.data.g[row];
      h += this.data.h[row];
    }
    const node = { g, h, rows: members.length, low, high };
    const finder = new SplitFinder(this.plan, this.rules, node);
    const mayBeSplit = depth < this.plan.maxDepth && members.length >= 2 * this.plan.minLeaf;
    const best = mayBeSplit ? this.search(id, members, finder) : undefined;
    const gain = best ? best.score - finder.floor + this.rules.minGain : -1;
    return { ...node, id, depth, members, finder, gain, ...(best && { best }) };
  }

  private search(id: number, members: Int32Array, finder: SplitFinder): Split | undefined {
    let best: Split | undefined;
    this.maskOf(id).forEach((looked, a) => {
      if (looked === 0) return;
      const found = finder.find(a, this.tally(a, members));
      if (found && (best === undefined || found.score > best.score)) best = found;
    });
    return best;
  }

  private maskOf(node: number): Uint8Array {
    const { attributes, nodeKey } = this.draws;
    if (this.plan.nodeAttributes === 0) return attributes;
    const drawn = draw(this.plan.treeAttributes, this.plan.nodeAttributes, hash(nodeKey, node));
    let next = 0;
    return attributes.map((looked) => (looked === 0 ? 0 : drawn[next++]));
  }

  private tally(a: number, members: Int32Array): BinSums {
    const cells = this.plan.attributes[a].missing + 1;
    const sums = { g: new Float64Array(cells), h: new Float64Array(cells) };
    const bins = this.data.bins[a];
    for (const row of members) {
      sums.g[bins[row]] += this.data.g[row];
      sums.h[bins[row]] += this.data.h[row];
    }
    return sums;
  }

  private split(at: number): void {
    const leaf = this.leaves[at];
    const test = leaf.best!;
    const { id, members, finder, depth } = leaf;
    const a = test.attribute;
    this.attribute[id] = a;
    this.bin[id] = test.bin;
    this.flags[id] = test.flags;
    this.gain[id] = leaf.gain * gainUnit(this.rules.grid);
    if ((test.flags & ON_LEVELS) !== 0) this.sides.set(id, finder.sides(test, this.tally(a, members)));
    const left = this.addNode();
    const right = this.addNode();
    [this.left[id], this.right[id]] = [left, right];
    const bins = this.data.bins[a];
    const { missing } = this.plan.attributes[a];
    const goes = (row: number) => this.goesLeft(id, bins[row], missing);
    const [lower, upper] = this.bounds(leaf, test);
    this.leaves[at] = this.leaf(left, depth + 1, members.filter(goes), ...lower);
    this.leaves.push(
      this.leaf(
        right,
        depth + 1,
        members.filter((row) => !goes(row)),
        ...upper,
      ),
    );
  }

  private goesLeft(node: number, bin: number, missing: number): boolean {
    return binGoesLeft(this.bin[node], this.flags[node], this.sides.get(node), bin, missing);
  }

  private addNode(): number {
    for (const column of [this.bin, this.flags, this.left, this.right, this.gain]) column.push(0);
    return this.attribute.push(-1) - 1;
  }

  /** Nothing below one branch may pass the middle between the two outputs. */
  private bounds(node: Leaf, test: Split): [[number, number], [number, number]] {
    const { low, high } = node;
    const direction = this.plan.directions[test.attribute];
    if (direction === 0)
      return [
        [low, high],
        [low, high],
      ];
    const { lambda } = this.rules;
    const left = outputOf(test.leftG, test.leftH + lambda, node);
    const right = outputOf(node.g - test.leftG, node.h - test.leftH + lambda, node);
    const middle = (left + right) / 2;
    return direction > 0
      ? [
          [low, middle],
          [middle, high],
        ]
      : [
          [middle, high],
          [low, middle],
        ];
  }

  private tree(): BoostedTree {
    const { lambda, minHessian, grid } = this.rules;
    const value = new Float64Array(this.attribute.length);
    for (const leaf of this.leaves) {
      // A root without hessian has nothing left to learn.
      const step = leaf.h < minHessian ? 0 : -leaf.g / (leaf.h + lambda);
      const bounded = this.plan.constrained ? Math.min(Math.max(step, leaf.low), leaf.high) : step;
      value[leaf.id] = ((bounded * grid.hessianScale) / grid.gradientScale) * this.plan.learningRate;
    }
    const column = (numbers: number[]) => Int32Array.from(numbers);
    return {
      nodes: this.attribute.length,
      attribute: column(this.attribute),
      bin: column(this.bin),
      flags: column(this.flags),
      left: column(this.left),
      right: column(this.right),
      gain: Float64Array.from(this.gain),
      value,
      sides: this.sides,
    };
  }
}
