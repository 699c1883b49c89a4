import { atLeast } from "../branch/candidate.js";
import type { CellList } from "./cellList.js";
import type { ImpurityScale } from "./impurityScale.js";

/** The best test of one level against the rest. */
export interface LevelCut {
  readonly level: number;
  readonly gain: number;
  /** Known rows of the level, and of the others. */
  readonly own: number;
  readonly rest: number;
}

/** The same as `branch/oneHot` finds, by the same operations on the same sums. */
export class LevelSearch {
  private readonly left: Float64Array;
  private readonly right: Float64Array;

  constructor(private readonly scale: ImpurityScale) {
    this.left = new Float64Array(scale.width);
    this.right = new Float64Array(scale.width);
  }

  best(list: CellList, minLeaf: number, tolerance: number): LevelCut | undefined {
    const whole = this.scale.of(list.known);
    const gains = new Float64Array(list.size);
    let top = Number.NEGATIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    let c = 0;
    for (const block of list.blocks) {
      for (let i = 0; i < block.count; i++, c++) {
        const own = this.take(list, block.cells, i);
        const gain = whole - this.scale.of(this.left) - this.scale.of(this.right);
        if (gain > greatest) greatest = gain;
        const isAllowed = atLeast(own, minLeaf) && atLeast(list.knownRows - own, minLeaf);
        gains[c] = isAllowed ? gain : Number.NaN;
        if (isAllowed && gain > top) top = gain;
      }
    }
    list.setFloor(whole - greatest);
    return this.firstWithin(list, gains, top - tolerance);
  }

  private firstWithin(list: CellList, gains: Float64Array, enough: number): LevelCut | undefined {
    let c = 0;
    for (const block of list.blocks) {
      for (let i = 0; i < block.count; i++, c++) {
        if (!(gains[c] >= enough)) continue;
        const own = this.take(list, block.cells, i);
        return { level: block.values[i], gain: gains[c], own, rest: list.knownRows - own };
      }
    }
    return undefined;
  }

  /** The rows of a cell, and of the others, by class; returns how many the cell has. */
  private take({ known }: CellList, cells: Int32Array, i: number): number {
    const { width } = this.scale;
    let own = 0;
    for (let k = 0; k < width; k++) {
      this.left[k] = cells[i * width + k];
      this.right[k] = known[k] - this.left[k];
      own += this.left[k];
    }
    return own;
  }
}
