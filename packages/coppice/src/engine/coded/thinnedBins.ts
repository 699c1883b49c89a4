import type { GainBounds } from "./bounds.js";
import type { Resolved } from "./entrySums.js";

/** The bins of an attribute at a node: the greatest number of each, and their sums. */
interface Bins {
  readonly edges: Float64Array;
  readonly cells: Float64Array;
}

/**
 * Keeps of the numbers of bins what a tally needs: a number after which a threshold gains enough, and the next one, which the
 * threshold is between. Those in between are one, with the sums of all. The first number of a bin stays, for a threshold before it.
 */
export class ThinnedBins {
  private readonly gainOf: (left: Float64Array) => number;
  /** The sums of all that is below the number that comes next, which is in `bin`. */
  private readonly left: Float64Array;
  private bin = 0;

  /** `least`: what a threshold must gain to be chosen. */
  constructor(
    private readonly bins: Bins,
    bounds: GainBounds,
    private readonly least: number,
    private readonly width: number,
  ) {
    const whole = new Float64Array(width);
    for (let i = 0; i < bins.edges.length * width; i++) whole[i % width] += bins.cells[i];
    this.gainOf = bounds.gainsAt(whole);
    this.left = new Float64Array(width);
  }

  /** The numbers of some bins, all of each, ascending from call to call. */
  take({ values, cells }: Resolved): Resolved {
    const { width, left } = this;
    const kept = new Kept(width);
    /** The end of the bin whose numbers come, and whether the last one kept may stand for more. */
    let edge = Number.NEGATIVE_INFINITY;
    let isAlone = true;
    let isOpen = false;
    for (let i = 0; i < values.length; i++) {
      if (!hasWeight(cells, i * width, width)) continue;
      if (values[i] > edge) {
        edge = this.enter(values[i]);
        isAlone = true;
      }
      if (isOpen && !isAlone) kept.join(values[i], cells, i);
      else kept.add(values[i], cells, i);
      for (let k = 0; k < width; k++) left[k] += cells[i * width + k];
      const isCut = this.gainOf(left) >= this.least;
      isOpen = !isAlone && !isCut;
      isAlone = isCut;
    }
    return kept.all();
  }

  /** Goes to the bin of a number; returns its edge. */
  private enter(value: number): number {
    const { edges, cells } = this.bins;
    const { width, left } = this;
    while (edges[this.bin] < value) this.bin++;
    left.fill(0);
    for (let i = 0; i < this.bin * width; i++) left[i % width] += cells[i];
    return edges[this.bin];
  }
}

/** Numbers and their sums, as they are added. */
class Kept {
  private values = new Float64Array(256);
  private cells: Float64Array;
  private count = 0;

  constructor(private readonly width: number) {
    this.cells = new Float64Array(256 * width);
  }

  add(value: number, cells: Float64Array, i: number): void {
    if (this.count === this.values.length) this.grow();
    this.count++;
    this.join(value, cells, i);
  }

  /** The last one becomes this number, with the sums of both. */
  join(value: number, cells: Float64Array, i: number): void {
    const { width, count } = this;
    this.values[count - 1] = value;
    for (let k = 0; k < width; k++) this.cells[(count - 1) * width + k] += cells[i * width + k];
  }

  private grow(): void {
    const [values, cells] = [this.values, this.cells];
    this.values = new Float64Array(2 * values.length);
    this.cells = new Float64Array(2 * cells.length);
    this.values.set(values);
    this.cells.set(cells);
  }

  all(): Resolved {
    return { values: this.values.slice(0, this.count), cells: this.cells.slice(0, this.count * this.width) };
  }
}

/** Of moments the first is the weight; where it is positive, so is that of classes. */
export function hasWeight(cells: Float64Array, at: number, width: number): boolean {
  for (let k = 0; k < width; k++) if (cells[at + k] > 0) return true;
  return false;
}
