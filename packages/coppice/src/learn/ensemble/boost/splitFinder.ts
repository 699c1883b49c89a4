import type { BinSums } from "../../../engine/boost/port.js";
import { FROM_TOP, MISSING_LEFT, ON_LEVELS } from "../../../kernels/drivers/boost/boostedTree.js";
import type { AttributeBins } from "../../../kernels/drivers/boost/plan.js";
import { type BoostPlan, isPlain, type RoundRules } from "../../../kernels/drivers/boost/plan.js";

/** A node as far as the choice of its test goes. */
export interface SplitNode {
  readonly g: number;
  readonly h: number;
  readonly rows: number;
  readonly low: number;
  readonly high: number;
}

export interface Split {
  score: number;
  attribute: number;
  /** The last bin that goes left, or how many levels do. */
  bin: number;
  flags: number;
  leftG: number;
  leftH: number;
}

/** What a leaf of these sums would say, within the node's bounds. */
export function outputOf(g: number, q: number, { low, high }: SplitNode): number {
  return Math.min(Math.max(-g / q, low), high);
}

function scoreAt(g: number, q: number, w: number): number {
  return -(2 * g * w + q * w * w);
}

/** Compares tests of one node by their sums. Twin of kernels/assembly/boost/{node,numeric,levels}.ts, operation by operation. */
export class SplitFinder {
  readonly floor: number;
  private readonly need: number;
  private readonly needGroup: number;
  private readonly needLevel: number;
  private best!: Split;

  constructor(
    private readonly plan: BoostPlan,
    private readonly rules: RoundRules,
    private readonly node: SplitNode,
  ) {
    const perRow = node.h / node.rows;
    this.need = Math.max(plan.minLeaf * perRow, rules.minHessian);
    this.needGroup = plan.levelRows * perRow;
    this.needLevel = plan.levelSmoothing * perRow;
    const q = node.h + rules.lambda;
    const own = plan.constrained ? scoreAt(node.g, q, outputOf(node.g, q, node)) : (node.g * node.g) / q;
    this.floor = own + rules.minGain;
  }

  /** The attribute's best test, if any gains enough. */
  find(attribute: number, sums: BinSums): Split | undefined {
    this.best = { score: this.floor, attribute, bin: -1, flags: 0, leftG: 0, leftH: 0 };
    const how = this.plan.attributes[attribute];
    if (how.kind === "numeric") this.findThreshold(sums, how, this.plan.directions[attribute]);
    else this.findLevels(sums, how);
    return this.best.bin < 0 ? undefined : this.best;
  }

  private findThreshold(sums: BinSums, { bins, missing }: AttributeBins, direction: number): void {
    const known = sums.g[missing] === 0 && sums.h[missing] === 0;
    this.scan(sums, bins, 0, 0, direction, 0);
    if (!known) this.scan(sums, bins, sums.g[missing], sums.h[missing], direction, MISSING_LEFT);
    else if (this.best.bin >= 0 && this.best.leftH >= this.node.h - this.best.leftH)
      this.best.flags = MISSING_LEFT;
  }

  private scan(
    sums: BinSums,
    bins: number,
    firstG: number,
    firstH: number,
    direction: number,
    flags: number,
  ): void {
    let [g, h] = [firstG, firstH];
    for (let b = 0; b < bins; b++) {
      if (sums.g[b] === 0 && sums.h[b] === 0) continue;
      g += sums.g[b];
      h += sums.h[b];
      if (h < this.need) continue;
      if (this.node.h - h < this.need) break;
      this.consider(g, h, this.rules.lambda, direction, b, flags);
    }
  }

  private consider(
    g: number,
    h: number,
    lambda: number,
    direction: number,
    bin: number,
    flags: number,
  ): void {
    const { node, best } = this;
    const c = node.g - g;
    const q = h + lambda;
    const r = node.h - h + lambda;
    let score: number;
    if (this.plan.constrained) {
      const [left, right] = [outputOf(g, q, node), outputOf(c, r, node)];
      if ((direction > 0 && left > right) || (direction < 0 && left < right)) return;
      score = scoreAt(g, q, left) + scoreAt(c, r, right);
      if (!(score > best.score)) return;
    } else {
      const above = g * g * r + c * c * q;
      if (!(above > best.score * (q * r))) return;
      score = above / (q * r);
    }
    Object.assign(best, { score, bin, flags, leftG: g, leftH: h });
  }

  private findLevels(sums: BinSums, how: AttributeBins): void {
    const order = this.levelsInOrder(sums, how);
    const { lambda, levelLambda } = this.rules;
    if (isPlain(how)) {
      this.scanLevels(sums, order, order.length - 1, lambda, 0, how.missing, ON_LEVELS);
      return;
    }
    const most = Math.min(this.plan.maxLevels, (order.length + 1) >> 1);
    const more = lambda + levelLambda;
    this.scanLevels(sums, order, most, more, this.needGroup, how.missing, ON_LEVELS);
    const reverse = order.slice().reverse();
    this.scanLevels(sums, reverse, most, more, this.needGroup, how.missing, ON_LEVELS | FROM_TOP);
  }

  /** The bins to set apart, in order of gradient for each unit of hessian; equal ones in order of their numbers. */
  private levelsInOrder(sums: BinSums, how: AttributeBins): number[] {
    const plain = isPlain(how);
    const smoothing = plain ? 0 : this.rules.smoothing;
    const least = plain ? 0 : this.needLevel;
    const bins = [...Array.from({ length: how.bins }, (_, b) => b), how.missing];
    const ratio = (b: number) => sums.g[b] / (sums.h[b] + smoothing);
    return bins
      .filter((b) => (sums.g[b] !== 0 || sums.h[b] !== 0) && sums.h[b] >= least)
      .sort((a, b) => (ratio(a) < ratio(b) ? -1 : ratio(a) > ratio(b) ? 1 : a - b));
  }

  private scanLevels(
    sums: BinSums,
    order: readonly number[],
    most: number,
    lambda: number,
    group: number,
    missing: number,
    flags: number,
  ): void {
    let [g, h, since, how] = [0, 0, 0, flags];
    for (let k = 0; k < most; k++) {
      const b = order[k];
      g += sums.g[b];
      h += sums.h[b];
      since += sums.h[b];
      if (b === missing) how |= MISSING_LEFT;
      if (h < this.need) continue;
      const rest = this.node.h - h;
      if (rest < this.need || rest < group) break;
      if (since < group) continue;
      since = 0;
      this.consider(g, h, lambda, 0, k + 1, how);
    }
  }

  /** 1 for each bin that a test on levels sends left. */
  sides({ bin, flags, attribute }: Split, sums: BinSums): Uint8Array {
    const how = this.plan.attributes[attribute];
    const order = this.levelsInOrder(sums, how);
    if ((flags & FROM_TOP) !== 0) order.reverse();
    const sides = new Uint8Array(how.missing + 1);
    for (const b of order.slice(0, bin)) sides[b] = 1;
    return sides;
  }
}
