import { atLeast } from "../branch/candidate.js";
import type { Block, CellList } from "./cellList.js";
import type { ImpurityScale } from "./impurityScale.js";

/** The best cut of an ordered attribute at a node. */
export interface Cut {
  /** Total gain over the rows whose value is known. */
  readonly gain: number;
  /** The neighbouring values it separates. */
  readonly low: number;
  readonly high: number;
  /** Known rows on each side. */
  readonly left: number;
  readonly right: number;
}

/**
 * The best cut by the rule of `branch/threshold`: the lowest whose gain is within the tolerance of the greatest, by the
 * same operations on the same sums. Blocks whose floor shows that they have no such cut are skipped; the floors of the
 * others are renewed.
 */
export class CutSearch {
  private readonly left: Float64Array;
  private readonly right: Float64Array;
  private readonly start: Float64Array;
  private whole = 0;
  private known = 0;
  /** The block that `start` is the start of. */
  private startsAt = 0;
  /** The blocks that were scanned, and the greatest gain in each. */
  private readonly open: number[] = [];
  private readonly tops: number[] = [];
  /** The gains of the allowed cuts of the block that was scanned last; NaN for others. */
  private gains = new Float64Array(128);
  private lastScanned = -1;
  /** Blocks that were looked through, since the start. */
  scanned = 0;

  constructor(private readonly scale: ImpurityScale) {
    this.left = new Float64Array(scale.width);
    this.right = new Float64Array(scale.width);
    this.start = new Float64Array(scale.width);
  }

  /** None if there is none, or none that gains enough. */
  best(list: CellList, minLeaf: number, tolerance: number, need: number): Cut | undefined {
    if (list.size < 2) return undefined;
    const { blocks } = list;
    this.whole = this.scale.of(list.known);
    this.known = list.knownRows;
    const margin = 2 * tolerance + this.scale.rounding(this.known);
    const first = lowestFloor(blocks);
    this.startAt(list, first);
    let top = this.scan(list, first, minLeaf);
    this.open.length = 0;
    this.tops.length = 0;
    let floor = blocks[first].floor;
    // The sums were added up for the first block that was scanned: those before it need them anew, once.
    let isBefore = first > 0;
    for (let b = 0; b < blocks.length; b++) {
      if (b === first) this.note(b, top);
      else if (this.whole - (blocks[b].floor - list.fallen) >= Math.max(top, need) - margin) {
        this.startAt(list, b, isBefore);
        isBefore = false;
        const found = this.scan(list, b, minLeaf);
        this.note(b, found);
        if (found > top) top = found;
      }
      if (blocks[b].floor < floor) floor = blocks[b].floor;
    }
    list.floor = floor;
    if (top === Number.NEGATIVE_INFINITY || top < need - margin) return undefined;
    let i = 0;
    while (this.tops[i] < top - tolerance) i++;
    const b = this.open[i];
    if (b !== this.lastScanned) {
      this.startAt(list, b, true);
      this.scan(list, b, minLeaf);
    }
    return this.firstIn(list, b, top - tolerance);
  }

  private note(block: number, top: number): void {
    this.open.push(block);
    this.tops.push(top);
  }

  /** Sets the sums of all cells before a block, from those of an earlier one unless they are to be added up anew. */
  private startAt({ blocks }: CellList, b: number, anew = true): void {
    if (anew || this.startsAt > b) {
      this.start.fill(0);
      this.startsAt = 0;
    }
    for (let i = this.startsAt; i < b; i++) {
      const { sums } = blocks[i];
      for (let k = 0; k < sums.length; k++) this.start[k] += sums[k];
    }
    this.startsAt = b;
  }

  /** The greatest gain of an allowed cut in a block, given the sums before it; renews the block's floor. */
  private scan(list: CellList, b: number, minLeaf: number): number {
    this.scanned++;
    const block = list.blocks[b];
    const isLast = b === list.blocks.length - 1;
    const cuts = isLast ? block.count - 1 : block.count;
    // Beyond the last cell there is no cut yet: the first one there will leave what all rows have.
    let least = isLast ? this.whole : Number.POSITIVE_INFINITY;
    let top = Number.NEGATIVE_INFINITY;
    const { scale, whole, known, left, right } = this;
    if (this.gains.length < block.count) this.gains = new Float64Array(2 * block.count);
    const { gains } = this;
    this.lastScanned = b;
    if (scale.ofTwo !== undefined) {
      let a = this.start[0];
      let c = this.start[1];
      const allA = list.known[0];
      const allC = list.known[1];
      for (let i = 0; i < cuts; i++) {
        a += block.cells[2 * i];
        c += block.cells[2 * i + 1];
        const low = scale.ofTwo(a, c);
        const high = scale.ofTwo(allA - a, allC - c);
        if (low + high < least) least = low + high;
        const gain = whole - low - high;
        const isAllowed = atLeast(a + c, minLeaf) && atLeast(known - a - c, minLeaf);
        gains[i] = isAllowed ? gain : Number.NaN;
        if (isAllowed && gain > top) top = gain;
      }
    } else {
      this.begin(list);
      let rows = rowsOf(left);
      for (let i = 0; i < cuts; i++) {
        rows += this.move(block, i);
        const low = scale.of(left);
        const high = scale.of(right);
        if (low + high < least) least = low + high;
        const gain = whole - low - high;
        const isAllowed = atLeast(rows, minLeaf) && atLeast(known - rows, minLeaf);
        gains[i] = isAllowed ? gain : Number.NaN;
        if (isAllowed && gain > top) top = gain;
      }
    }
    block.floor = least + list.fallen;
    return top;
  }

  private begin(list: CellList): void {
    for (let k = 0; k < this.left.length; k++) {
      this.left[k] = this.start[k];
      this.right[k] = list.known[k] - this.start[k];
    }
  }

  /** Moves a cell from the right to the left; returns its rows. */
  private move({ cells }: Block, i: number): number {
    const { width } = this.scale;
    let rows = 0;
    for (let k = 0; k < width; k++) {
      const own = cells[i * width + k];
      if (own === 0) continue;
      this.left[k] += own;
      this.right[k] -= own;
      rows += own;
    }
    return rows;
  }

  /** The first cut of the block that was just scanned that gains enough. */
  private firstIn(list: CellList, b: number, enough: number): Cut {
    const block = list.blocks[b];
    const { width } = this.scale;
    let i = 0;
    while (!(this.gains[i] >= enough)) i++;
    let left = rowsOf(this.start);
    for (let at = 0; at < (i + 1) * width; at++) left += block.cells[at];
    const high = i + 1 < block.count ? block.values[i + 1] : list.blocks[b + 1].values[0];
    return { gain: this.gains[i], low: block.values[i], high, left, right: this.known - left };
  }
}

function lowestFloor(blocks: readonly Block[]): number {
  let lowest = 0;
  for (let b = 1; b < blocks.length; b++) if (blocks[b].floor < blocks[lowest].floor) lowest = b;
  return lowest;
}

function rowsOf(sums: Float64Array): number {
  let rows = 0;
  for (let k = 0; k < sums.length; k++) rows += sums[k];
  return rows;
}
