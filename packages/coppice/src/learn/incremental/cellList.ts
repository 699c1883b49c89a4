import type { ImpurityScale } from "./impurityScale.js";

/** Cells of a block before it is divided. */
const MOST_CELLS = 128;

/** A run of neighbouring cells. */
export interface Block {
  /** Cells in use. */
  count: number;
  /** Ascending. */
  values: Float64Array;
  /** The class weights of each cell. */
  cells: Int32Array;
  /** The class weights of all cells. */
  readonly sums: Float64Array;
  /**
   * A bound: no cut after a cell of this block leaves less impurity than this less what the list has `fallen`. See
   * `ImpurityScale` for why adding rows keeps it valid.
   */
  floor: number;
}

/**
 * How an attribute is distributed at a node: for each value that occurs (a number, or a level) the rows of each class, in
 * ascending order, and the rows without a value. Rows are added and removed one at a time; cells are kept in blocks, so
 * that this takes the time of one block.
 */
export class CellList {
  readonly blocks: Block[] = [];
  readonly known: Float64Array;
  readonly missing: Float64Array;
  /** Distinct values. */
  size = 0;
  knownRows = 0;
  /** The least floor of the blocks, or the bound of all tests if the attribute is nominal. */
  floor = 0;
  /** By how much removed rows may have lowered impurities, since the start. */
  fallen = 0;

  constructor(private readonly scale: ImpurityScale) {
    this.known = new Float64Array(scale.width);
    this.missing = new Float64Array(scale.width);
  }

  /** A lower bound of what any test on the attribute leaves. */
  get bound(): number {
    return this.floor - this.fallen;
  }

  add(value: number, k: number): void {
    if (Number.isNaN(value)) {
      this.missing[k]++;
      return;
    }
    const at = this.blockOf(value);
    const block = this.blocks[at] ?? this.newBlock(4);
    const i = lowerBound(block, value);
    if (i === block.count || block.values[i] !== value) {
      // A cut outside the others leaves what all rows have so far; any other is next to one that leaves no more.
      const isOutside = (i === 0 && at === 0) || (i === block.count && at === this.blocks.length - 1);
      if (isOutside) this.lower(block, this.scale.of(this.known) + this.fallen);
      this.insert(block, i, value);
    }
    block.cells[i * this.scale.width + k]++;
    block.sums[k]++;
    this.known[k]++;
    this.knownRows++;
    if (block.count === MOST_CELLS) this.divide(at);
  }

  remove(value: number, k: number): void {
    const { width } = this.scale;
    if (Number.isNaN(value)) {
      this.missing[k]--;
      return;
    }
    this.fallen += this.scale.fall(this.knownRows);
    const at = this.blockOf(value);
    const block = this.blocks[at];
    const i = lowerBound(block, value);
    block.cells[i * width + k]--;
    block.sums[k]--;
    this.known[k]--;
    this.knownRows--;
    if (isEmpty(block.cells, i * width, width)) this.drop(at, i);
  }

  /** Notes that no test leaves less than this. */
  setFloor(least: number): void {
    this.floor = least + this.fallen;
  }

  /** A copy of this list, in blocks that are half full, so that there is room for more. */
  copied(): CellList {
    const { width } = this.scale;
    const list = new CellList(this.scale);
    for (const { values, cells, count } of this.blocks) {
      for (let from = 0; from < count; from += MOST_CELLS / 2) {
        const to = Math.min(count, from + MOST_CELLS / 2);
        const block = list.newBlock(MOST_CELLS);
        block.count = to - from;
        block.values.set(values.subarray(from, to));
        block.cells.set(cells.subarray(from * width, to * width));
        for (let i = 0; i < block.count; i++)
          for (let k = 0; k < width; k++) block.sums[k] += block.cells[i * width + k];
      }
    }
    list.size = this.size;
    list.knownRows = this.knownRows;
    list.known.set(this.known);
    list.missing.set(this.missing);
    return list;
  }

  /** Becomes the list, in a single block, of rows that are given in the order of their cells; those without a value are last. */
  become(order: Int32Array, cells: Float64Array, classes: Int32Array): void {
    const { width } = this.scale;
    const rows = order.length;
    const block = this.blocks[0] ?? this.newBlock(MOST_CELLS);
    while (block.values.length < rows) enlarge(block);
    this.known.fill(0);
    this.missing.fill(0);
    block.floor = 0;
    let count = 0;
    let known = 0;
    let last = Number.NaN;
    for (; known < rows; known++) {
      const row = order[known];
      const value = cells[row];
      if (Number.isNaN(value)) break;
      if (value !== last) {
        block.values[count] = value;
        block.cells.fill(0, count * width, (count + 1) * width);
        count++;
        last = value;
      }
      block.cells[(count - 1) * width + classes[row]]++;
      this.known[classes[row]]++;
    }
    for (let i = known; i < rows; i++) this.missing[classes[order[i]]]++;
    block.sums.set(this.known);
    block.count = count;
    this.size = count;
    this.knownRows = known;
    this.floor = 0;
    this.fallen = 0;
  }

  private newBlock(room: number): Block {
    const { width } = this.scale;
    const block = {
      count: 0,
      values: new Float64Array(room),
      cells: new Int32Array(room * width),
      sums: new Float64Array(width),
      floor: 0,
    };
    this.blocks.push(block);
    return block;
  }

  private lower(block: Block, to: number): void {
    if (to < block.floor) block.floor = to;
    if (to < this.floor) this.floor = to;
  }

  /** The last block that starts at or below the value, or the first. */
  private blockOf(value: number): number {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle].values[0] <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private insert(block: Block, i: number, value: number): void {
    const { width } = this.scale;
    if (block.count === block.values.length) enlarge(block);
    block.values.copyWithin(i + 1, i, block.count);
    block.cells.copyWithin((i + 1) * width, i * width, block.count * width);
    block.cells.fill(0, i * width, (i + 1) * width);
    block.values[i] = value;
    block.count++;
    this.size++;
  }

  private drop(at: number, i: number): void {
    const { width } = this.scale;
    const block = this.blocks[at];
    block.values.copyWithin(i, i + 1, block.count);
    block.cells.copyWithin(i * width, (i + 1) * width, block.count * width);
    block.count--;
    this.size--;
    if (block.count === 0) this.blocks.splice(at, 1);
  }

  private divide(at: number): void {
    const { width } = this.scale;
    const block = this.blocks[at];
    const half = block.count >> 1;
    const upper: Block = {
      count: block.count - half,
      values: new Float64Array(MOST_CELLS),
      cells: new Int32Array(MOST_CELLS * width),
      sums: new Float64Array(width),
      floor: block.floor,
    };
    upper.values.set(block.values.subarray(half, block.count));
    upper.cells.set(block.cells.subarray(half * width, block.count * width));
    for (let i = 0; i < upper.count * width; i++) upper.sums[i % width] += upper.cells[i];
    for (let k = 0; k < width; k++) block.sums[k] -= upper.sums[k];
    block.count = half;
    this.blocks.splice(at + 1, 0, upper);
  }
}

function enlarge(block: Block): void {
  const values = new Float64Array(2 * block.values.length);
  values.set(block.values);
  const cells = new Int32Array(2 * block.cells.length);
  cells.set(block.cells);
  block.values = values;
  block.cells = cells;
}

/** The first cell whose value is not below this one. */
function lowerBound({ values, count }: Block, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isEmpty(cells: Int32Array, at: number, width: number): boolean {
  for (let k = 0; k < width; k++) if (cells[at + k] !== 0) return false;
  return true;
}
