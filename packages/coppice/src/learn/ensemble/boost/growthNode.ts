import type { BinDivision, BinSums } from "../../../engine/boost/port.js";
import { ON_LEVELS } from "../../../kernels/drivers/boost/boostedTree.js";
import type { BoostPlan, RoundRules } from "../../../kernels/drivers/boost/plan.js";
import { outputOf, type Split, SplitFinder, type SplitNode } from "./splitFinder.js";

/** A node whose sums are known: part of the tree that is being grown, or of what may become one. */
export class GrowthNode {
  readonly g: number;
  readonly h: number;
  readonly low: number;
  readonly high: number;
  /** Drawn training rows; known once the rows have been divided. */
  rows: number;
  /** The best test found, what it gains, and for one on levels the bins that go left. */
  best: Split | undefined;
  gain = -1;
  sides: Uint8Array | undefined;
  sums: readonly (BinSums | undefined)[] | undefined;
  branches: readonly [GrowthNode, GrowthNode] | undefined;
  /** Whether a pass has divided its rows. */
  isDivided = false;
  /** Its place in the tree, in the order in which nodes are made; -1: it is not part of it. */
  id = -1;
  /** The places of its branches would be this one and the next. */
  firstId = -1;
  isSplit = false;
  private finder: SplitFinder | undefined;

  constructor(
    private readonly plan: BoostPlan,
    private readonly rules: RoundRules,
    /** As requests call it. */
    readonly number: number,
    { g, h, rows, low, high }: SplitNode,
    readonly depth = 0,
  ) {
    [this.g, this.h, this.rows, this.low, this.high] = [g, h, rows, low, high];
  }

  maySplit(): boolean {
    return this.depth < this.plan.maxDepth && this.rows >= 2 * this.plan.minLeaf;
  }

  /** Compares an attribute's best test with the best so far. */
  consider(attribute: number, sums: BinSums): void {
    this.finder ??= new SplitFinder(this.plan, this.rules, this);
    const found = this.finder.find(attribute, sums);
    if (found && (this.best === undefined || found.score > this.best.score)) this.best = found;
  }

  /** All attributes have been considered. */
  settle(): void {
    const { best, finder } = this;
    if (best === undefined || finder === undefined) return;
    this.gain = best.score - finder.floor + this.rules.minGain;
    if ((best.flags & ON_LEVELS) !== 0) this.sides = finder.sides(best, this.sums![best.attribute]!);
  }

  /** Makes the branches of its test, if they are not made yet: their rows are not counted. */
  branch(numbers: readonly [number, number]): readonly [GrowthNode, GrowthNode] {
    if (this.branches) return this.branches;
    const { leftG, leftH } = this.best!;
    const [lower, upper] = this.bounds();
    const of = (i: 0 | 1, g: number, h: number, [low, high]: readonly [number, number]) =>
      new GrowthNode(this.plan, this.rules, numbers[i], { g, h, low, high, rows: 0 }, this.depth + 1);
    this.branches = [of(0, leftG, leftH, lower), of(1, this.g - leftG, this.h - leftH, upper)];
    return this.branches;
  }

  division(): BinDivision {
    const { attribute, bin, flags } = this.best!;
    const [left, right] = this.branches!.map(({ number }) => number);
    const { sides, number: node } = this;
    return { node, attribute, bin, flags, ...(sides && { sides }), left, right };
  }

  /** Nothing below one branch may pass the middle between the two outputs. */
  private bounds(): readonly [readonly [number, number], readonly [number, number]] {
    const { low, high } = this;
    const { attribute, leftG, leftH } = this.best!;
    const direction = this.plan.directions[attribute];
    const same = [low, high] as const;
    if (direction === 0) return [same, same];
    const { lambda } = this.rules;
    const left = outputOf(leftG, leftH + lambda, this);
    const right = outputOf(this.g - leftG, this.h - leftH + lambda, this);
    const middle = (left + right) / 2;
    const [below, above] = [[low, middle] as const, [middle, high] as const];
    return direction > 0 ? [below, above] : [above, below];
  }

  /** What it adds to the scores as a leaf. */
  value(): number {
    const { lambda, minHessian, grid } = this.rules;
    // A root without hessian has nothing left to learn.
    const step = this.h < minHessian ? 0 : -this.g / (this.h + lambda);
    const bounded = this.plan.constrained ? Math.min(Math.max(step, this.low), this.high) : step;
    return ((bounded * grid.hessianScale) / grid.gradientScale) * this.plan.learningRate;
  }

  /** This node and all below it. */
  visit(each: (node: GrowthNode) => void): void {
    const rest: GrowthNode[] = [this];
    for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
      each(node);
      if (node.branches) rest.push(...node.branches);
    }
  }
}
