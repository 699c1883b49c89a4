import type { GrownTree } from "../../model/grownTree.js";

/** How a node's cells are divided: up to `low` and from `high` on, or two sets of codes. */
export type Cut =
  | { readonly kind: "between"; readonly low: number; readonly high: number }
  | { readonly kind: "sets"; readonly left: readonly number[]; readonly right: readonly number[] };

/** Writes a tree node by node, in preorder, into columns that grow as needed. */
export class TreeWriter {
  private count = 0;
  private rows = new Int32Array(64);
  private pure = new Uint8Array(64);
  private sums: Float64Array;
  private attribute = new Int32Array(64);
  private skip = new Int32Array(64);
  private low = new Float64Array(64);
  private high = new Float64Array(64);
  private gain = new Float64Array(64);
  private leftWeight = new Float64Array(64);
  private rightWeight = new Float64Array(64);
  private readonly sets = new Map<number, { left: readonly number[]; right: readonly number[] }>();

  constructor(private readonly width: number) {
    this.sums = new Float64Array(64 * width);
  }

  /** Adds a leaf, which may be split later; returns its number. */
  add(rows: number, pure: boolean, sums: ArrayLike<number>): number {
    const node = this.count++;
    if (node === this.rows.length) this.grow();
    this.rows[node] = rows;
    this.pure[node] = pure ? 1 : 0;
    this.attribute[node] = -1;
    for (let k = 0; k < this.width; k++) this.sums[node * this.width + k] = sums[k];
    return node;
  }

  split(node: number, attribute: number, cut: Cut, gain: number, weights: readonly [number, number]): void {
    this.attribute[node] = attribute;
    if (cut.kind === "sets") this.sets.set(node, { left: cut.left, right: cut.right });
    else {
      this.low[node] = cut.low;
      this.high[node] = cut.high;
    }
    this.gain[node] = gain;
    this.leftWeight[node] = weights[0];
    this.rightWeight[node] = weights[1];
  }

  rightBranch(node: number, right: number): void {
    this.skip[node] = right - node;
  }

  done(): GrownTree {
    const { count } = this;
    return {
      nodes: count,
      rows: this.rows.slice(0, count),
      pure: this.pure.slice(0, count),
      sums: this.sums.slice(0, count * this.width),
      attribute: this.attribute.slice(0, count),
      skip: this.skip.slice(0, count),
      low: this.low.slice(0, count),
      high: this.high.slice(0, count),
      sets: this.sets,
      gain: this.gain.slice(0, count),
      leftWeight: this.leftWeight.slice(0, count),
      rightWeight: this.rightWeight.slice(0, count),
    };
  }

  private grow(): void {
    this.rows = ints(this.rows);
    this.attribute = ints(this.attribute);
    this.skip = ints(this.skip);
    const pure = new Uint8Array(2 * this.pure.length);
    pure.set(this.pure);
    this.pure = pure;
    this.sums = floats(this.sums);
    this.low = floats(this.low);
    this.high = floats(this.high);
    this.gain = floats(this.gain);
    this.leftWeight = floats(this.leftWeight);
    this.rightWeight = floats(this.rightWeight);
  }
}

function ints(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(2 * from.length);
  to.set(from);
  return to;
}

function floats(from: Float64Array): Float64Array<ArrayBuffer> {
  const to = new Float64Array(2 * from.length);
  to.set(from);
  return to;
}
