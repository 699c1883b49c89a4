import type { Visible } from "./visible.js";

/** Distance between neighbours of different parents; that of siblings is 1. */
export const APART = 1.12;

/**
 * A tidy layout in linear time (Buchheim, Jünger and Leipert 2002), on arrays. Returns the middle of each node; the least
 * is 0. A test compares it with d3-hierarchy.
 */
export function tidy({ parent, depth }: Pick<Visible, "parent" | "depth">): Float64Array {
  const walk = new Walk(parent, depth);
  return walk.positions();
}

class Walk {
  private readonly size: number;
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  private readonly before: Int32Array;
  private readonly next: Int32Array;
  private readonly thread: Int32Array;
  private readonly ancestor: Int32Array;
  private readonly fallback: Int32Array;
  private readonly number: Int32Array;
  private readonly prelim: Float64Array;
  private readonly mod: Float64Array;
  private readonly shift: Float64Array;
  private readonly change: Float64Array;

  constructor(
    private readonly parent: Int32Array,
    private readonly depth: Int32Array,
  ) {
    const size = parent.length;
    const links = () => new Int32Array(size).fill(-1);
    this.size = size;
    [this.first, this.last, this.before, this.next] = [links(), links(), links(), links()];
    [this.thread, this.fallback] = [links(), links()];
    this.ancestor = Int32Array.from({ length: size }, (_, i) => i);
    this.number = new Int32Array(size);
    this.prelim = new Float64Array(size);
    this.mod = new Float64Array(size);
    this.shift = new Float64Array(size);
    this.change = new Float64Array(size);
    for (let i = 1; i < size; i++) this.link(i, parent[i]);
  }

  private link(node: number, parent: number): void {
    const before = this.last[parent];
    if (before < 0) this.first[parent] = node;
    else {
      this.next[before] = node;
      this.before[node] = before;
      this.number[node] = this.number[before] + 1;
    }
    this.last[parent] = node;
  }

  positions(): Float64Array {
    // Children before parents, siblings from left to right.
    const open: number[] = [];
    for (let i = 0; i <= this.size; i++) {
      const depth = i < this.size ? this.depth[i] : -1;
      while (open.length > 0 && this.depth[open[open.length - 1]] >= depth) this.place(open.pop()!);
      if (i < this.size) open.push(i);
    }
    const x = new Float64Array(this.size);
    let least = Infinity;
    for (let i = 0; i < this.size; i++) {
      const above = this.parent[i] < 0 ? 0 : this.mod[this.parent[i]];
      x[i] = this.prelim[i] + above;
      this.mod[i] += above;
      if (x[i] < least) least = x[i];
    }
    for (let i = 0; i < this.size; i++) x[i] -= least;
    return x;
  }

  private place(v: number): void {
    const { prelim, mod, first, last, before, fallback, parent } = this;
    const w = before[v];
    if (first[v] >= 0) {
      this.executeShifts(v);
      const middle = (prelim[first[v]] + prelim[last[v]]) / 2;
      prelim[v] = w < 0 ? middle : prelim[w] + 1;
      if (w >= 0) mod[v] = prelim[v] - middle;
    } else if (w >= 0) prelim[v] = prelim[w] + 1;
    const up = parent[v];
    if (up >= 0) fallback[up] = this.apportion(v, w, fallback[up] < 0 ? first[up] : fallback[up]);
  }

  private executeShifts(v: number): void {
    let shift = 0;
    let change = 0;
    for (let w = this.last[v]; w >= 0; w = this.before[w]) {
      this.prelim[w] += shift;
      this.mod[w] += shift;
      change += this.change[w];
      shift += this.shift[w] + change;
    }
  }

  private left(v: number): number {
    return this.first[v] >= 0 ? this.first[v] : this.thread[v];
  }

  private right(v: number): number {
    return this.last[v] >= 0 ? this.last[v] : this.thread[v];
  }

  /** Moves the subtree of v away from those to its left, along their contours. */
  private apportion(v: number, w: number, fallback: number): number {
    if (w < 0) return fallback;
    const { mod, prelim } = this;
    let [inRight, outRight, inLeft, outLeft] = [v, v, w, this.first[this.parent[v]]];
    let [sumInRight, sumOutRight, sumInLeft, sumOutLeft] = [mod[v], mod[v], mod[inLeft], mod[outLeft]];
    let ancestor = fallback;
    for (;;) {
      const [deeperLeft, deeperRight] = [this.right(inLeft), this.left(inRight)];
      if (deeperLeft < 0 || deeperRight < 0) break;
      [inLeft, inRight, outLeft, outRight] = [
        deeperLeft,
        deeperRight,
        this.left(outLeft),
        this.right(outRight),
      ];
      this.ancestor[outRight] = v;
      const apart = this.parent[inLeft] === this.parent[inRight] ? 1 : APART;
      const shift = prelim[inLeft] + sumInLeft - prelim[inRight] - sumInRight + apart;
      if (shift > 0) {
        const isOwn = this.parent[this.ancestor[inLeft]] === this.parent[v];
        this.moveSubtree(isOwn ? this.ancestor[inLeft] : ancestor, v, shift);
        sumInRight += shift;
        sumOutRight += shift;
      }
      sumInLeft += mod[inLeft];
      sumInRight += mod[inRight];
      sumOutLeft += mod[outLeft];
      sumOutRight += mod[outRight];
    }
    if (this.right(inLeft) >= 0 && this.right(outRight) < 0) {
      this.thread[outRight] = this.right(inLeft);
      mod[outRight] += sumInLeft - sumOutRight;
    }
    if (this.left(inRight) >= 0 && this.left(outLeft) < 0) {
      this.thread[outLeft] = this.left(inRight);
      mod[outLeft] += sumInRight - sumOutLeft;
      ancestor = v;
    }
    return ancestor;
  }

  private moveSubtree(from: number, to: number, shift: number): void {
    const change = shift / (this.number[to] - this.number[from]);
    this.change[to] -= change;
    this.shift[to] += shift;
    this.change[from] += change;
    this.prelim[to] += shift;
    this.mod[to] += shift;
  }
}
