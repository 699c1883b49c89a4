import { type NodeTest, sideOf } from "./nodeTest.js";
import type { RowStore } from "./rowStore.js";

/** Changes up to this number are made one by one; more are sorted and merged. */
const FEW_CHANGES = 16;

/** Scratch, by row. */
let sides = new Int8Array(64);
let changes = new Int8Array(64);

/**
 * For each attribute the rows of a node in the order of their cells, those without a value last. Rows that come and go are
 * logged; the order of an attribute is brought up to date when it is looked at.
 */
export class NodeOrders {
  /** The rows that came (row) and went (-1 - row). */
  readonly log: number[] = [];
  /** The order of attribute a is from a · room on. */
  rows: Int32Array;
  room: number;
  /** How many rows it has, and how many of them have no value. */
  private readonly counts: Int32Array;
  private readonly gaps: Int32Array;
  /** How much of the log it has. */
  private readonly consumed: Int32Array;

  constructor(
    private readonly store: RowStore,
    expected: number,
  ) {
    const attributes = store.columns.length;
    this.room = roomFor(expected);
    this.rows = spares.take(attributes * this.room);
    this.counts = new Int32Array(attributes);
    this.gaps = new Int32Array(attributes);
    this.consumed = new Int32Array(attributes);
  }

  /** The orders of rows that have none yet. */
  static of(rows: readonly number[], store: RowStore): NodeOrders {
    const orders = new NodeOrders(store, rows.length);
    for (let a = 0; a < store.columns.length; a++) orders.mergeIn(a, rows);
    return orders;
  }

  /** Where the order of an attribute begins in `rows`, once it is up to date. */
  startOf(a: number): number {
    if (this.consumed[a] < this.log.length) this.bringUpToDate(a);
    return a * this.room;
  }

  /** Where its rows with a value end. */
  knownEnd(a: number): number {
    return a * this.room + this.counts[a] - this.gaps[a];
  }

  end(a: number): number {
    return a * this.room + this.counts[a];
  }

  /** The first place of an attribute's order whose value is above this one, or where known values end. */
  placeAbove(a: number, value: number): number {
    const cells = this.store.columns[a];
    let low = this.startOf(a);
    let high = this.knownEnd(a);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cells[this.rows[middle]] <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The orders of the rows on each side of a test, or of one side if only it is wanted. */
  divided(test: NodeTest, low: NodeOrders | undefined, high: NodeOrders | undefined): void {
    for (let a = 0; a < this.counts.length; a++) this.startOf(a);
    this.setSides(test);
    for (let a = 0; a < this.counts.length; a++) {
      if (low && high) this.divideOne(a, low, high);
      else this.pick(a, low ? 0 : 1, (low ?? high)!);
    }
  }

  private setSides(test: NodeTest): void {
    if (sides.length < this.store.count) sides = new Int8Array(2 * this.store.count);
    const cells = this.store.columns[test.attribute];
    const start = test.attribute * this.room;
    const end = this.end(test.attribute);
    for (let i = start; i < end; i++) sides[this.rows[i]] = sideOf(test, cells[this.rows[i]]);
  }

  private divideOne(a: number, low: NodeOrders, high: NodeOrders): void {
    const { rows } = this;
    const own = low.rows;
    const other = high.rows;
    const known = this.knownEnd(a);
    let l = a * low.room;
    let h = a * high.room;
    let i = a * this.room;
    for (; i < known; i++) {
      const row = rows[i];
      if (sides[row] === 0) own[l++] = row;
      else other[h++] = row;
    }
    const [lowKnown, highKnown] = [l, h];
    for (const end = this.end(a); i < end; i++) {
      const row = rows[i];
      if (sides[row] === 0) own[l++] = row;
      else other[h++] = row;
    }
    low.set(a, l, l - lowKnown);
    high.set(a, h, h - highKnown);
  }

  private pick(a: number, side: number, into: NodeOrders): void {
    const { rows } = this;
    const own = into.rows;
    const known = this.knownEnd(a);
    let n = a * into.room;
    let i = a * this.room;
    for (; i < known; i++) if (sides[rows[i]] === side) own[n++] = rows[i];
    const knownPicked = n;
    for (const end = this.end(a); i < end; i++) if (sides[rows[i]] === side) own[n++] = rows[i];
    into.set(a, n, n - knownPicked);
  }

  private set(a: number, end: number, gaps: number): void {
    this.counts[a] = end - a * this.room;
    this.gaps[a] = gaps;
  }

  private bringUpToDate(a: number): void {
    const { log, consumed } = this;
    if (log.length - consumed[a] > FEW_CHANGES) this.merge(a);
    else
      for (let i = consumed[a]; i < log.length; i++) {
        if (log[i] >= 0) this.insert(a, log[i]);
        else this.withdraw(a, -1 - log[i]);
      }
    consumed[a] = log.length;
  }

  private insert(a: number, row: number): void {
    if (this.counts[a] === this.room) this.enlarge(this.room + 1);
    const value = this.store.columns[a][row];
    const end = a * this.room + this.counts[a]++;
    if (Number.isNaN(value)) {
      this.rows[end] = row;
      this.gaps[a]++;
      return;
    }
    const cells = this.store.columns[a];
    let low = a * this.room;
    let high = end - this.gaps[a];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cells[this.rows[middle]] <= value) low = middle + 1;
      else high = middle;
    }
    this.rows.copyWithin(low + 1, low, end);
    this.rows[low] = row;
  }

  private withdraw(a: number, row: number): void {
    const cells = this.store.columns[a];
    const value = cells[row];
    const end = a * this.room + this.counts[a]--;
    let low = a * this.room;
    let high = end - this.gaps[a];
    if (Number.isNaN(value)) {
      low = high;
      this.gaps[a]--;
    } else
      while (low < high) {
        const middle = (low + high) >> 1;
        if (cells[this.rows[middle]] < value) low = middle + 1;
        else high = middle;
      }
    while (this.rows[low] !== row) low++;
    this.rows.copyWithin(low, low + 1, end);
  }

  /** Makes all changes that are due at once. */
  private merge(a: number): void {
    const { log } = this;
    const change = noChanges(this.store.count);
    for (let i = this.consumed[a]; i < log.length; i++) {
      if (log[i] >= 0) change[log[i]]++;
      else change[-1 - log[i]]--;
    }
    const added: number[] = [];
    for (let i = this.consumed[a]; i < log.length; i++) {
      if (log[i] < 0 || change[log[i]] <= 0) continue;
      change[log[i]] = 0;
      added.push(log[i]);
    }
    this.keepUnless(a, change);
    const total = this.counts[a] + added.length;
    if (total > this.room) this.enlarge(total);
    this.mergeIn(a, added);
  }

  /** Removes the rows that are marked by a number below 0. */
  private keepUnless(a: number, change: Int8Array): void {
    const { rows } = this;
    const known = this.knownEnd(a);
    const end = this.end(a);
    let n = a * this.room;
    let gaps = 0;
    for (let i = n; i < end; i++) {
      if (change[rows[i]] < 0) continue;
      rows[n++] = rows[i];
      if (i >= known) gaps++;
    }
    this.set(a, n, gaps);
  }

  /** Adds rows in any order, for which there is room: from the last place down, each row moves once. */
  private mergeIn(a: number, added: readonly number[]): void {
    const { rows } = this;
    const cells = this.store.columns[a];
    const known = sortedKnown(added, cells);
    const gaps = added.length - known.length;
    const start = a * this.room;
    let old = this.knownEnd(a) - 1;
    const end = this.end(a);
    rows.copyWithin(old + 1 + known.length, old + 1, end);
    if (gaps > 0) {
      let n = end + known.length;
      for (const row of added) if (Number.isNaN(cells[row])) rows[n++] = row;
    }
    let n = old + known.length;
    for (let i = known.length - 1; i >= 0; n--) {
      if (old >= start && cells[rows[old]] > cells[known[i]]) rows[n] = rows[old--];
      else rows[n] = known[i--];
    }
    this.counts[a] += added.length;
    this.gaps[a] += gaps;
  }

  /** Nobody looks at these orders any more. */
  free(): void {
    spares.give(this.rows);
  }

  private enlarge(expected: number): void {
    const room = roomFor(expected);
    const rows = spares.take(this.counts.length * room);
    for (let a = 0; a < this.counts.length; a++)
      rows.set(
        this.rows.subarray(a * this.room, a * this.room + Math.min(this.counts[a], this.room)),
        a * room,
      );
    spares.give(this.rows);
    this.rows = rows;
    this.room = room;
  }
}

/** A power of two, or one and a half of it, with some to spare. */
function roomFor(rows: number): number {
  const power = 2 ** Math.ceil(Math.log2(rows + (rows >> 3) + 4));
  return 0.75 * power >= rows + (rows >> 3) ? 0.75 * power : power;
}

/** Arrays that are no longer used, by their length: there are many of the same lengths, and they come and go. */
class Spares {
  private readonly byLength = new Map<number, Int32Array[]>();

  take(length: number): Int32Array {
    return this.byLength.get(length)?.pop() ?? new Int32Array(length);
  }

  give(array: Int32Array): void {
    const same = this.byLength.get(array.length);
    if (same === undefined) this.byLength.set(array.length, [array]);
    else if (same.length < 64) same.push(array);
  }
}

const spares = new Spares();

/** All zero. */
function noChanges(rows: number): Int8Array {
  if (changes.length < rows) changes = new Int8Array(2 * rows);
  else changes.fill(0, 0, rows);
  return changes;
}

/** The rows with a value, by value. */
function sortedKnown(rows: readonly number[], cells: Float64Array): number[] {
  const order: number[] = [];
  for (const row of rows) if (!Number.isNaN(cells[row])) order.push(row);
  if (order.length > 32) return order.sort((x, y) => cells[x] - cells[y]);
  for (let i = 1; i < order.length; i++) {
    const row = order[i];
    const value = cells[row];
    let j = i;
    for (; j > 0 && cells[order[j - 1]] > value; j--) order[j] = order[j - 1];
    order[j] = row;
  }
  return order;
}
