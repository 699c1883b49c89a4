import type { Importance } from "../../../model/ensemble.js";

/** A figure an attribute and tree: their means over the trees, and the standard errors of those. */
export class OverTrees {
  private trees = 0;
  private readonly sum: Float64Array;
  private readonly squares: Float64Array;

  constructor(attributes: number) {
    this.sum = new Float64Array(attributes);
    this.squares = new Float64Array(attributes);
  }

  add(figures: Float64Array): void {
    this.trees++;
    for (let a = 0; a < figures.length; a++) {
      this.sum[a] += figures[a];
      this.squares[a] += figures[a] * figures[a];
    }
  }

  importance(kind: Importance["kind"]): Importance {
    const { trees, squares } = this;
    const values = Array.from(this.sum, (sum) => clean(sum / trees));
    const spread = values.map((mean, a) => {
      const variance = Math.max(0, squares[a] / trees - mean * mean) / Math.max(1, trees - 1);
      return clean(Math.sqrt(variance));
    });
    return { kind, values, spread };
  }

  /** For a checkpoint. */
  state(): Float64Array {
    return Float64Array.from([this.trees, ...this.sum, ...this.squares]);
  }

  restore(state: ArrayLike<number>): void {
    const attributes = this.sum.length;
    this.trees = state[0];
    for (let a = 0; a < attributes; a++) {
      this.sum[a] = state[1 + a];
      this.squares[a] = state[1 + attributes + a];
    }
  }
}

/** Squares of numbers near the end of the range have no double. */
const clean = (x: number) => (Number.isFinite(x) ? x : Number.MAX_VALUE);
