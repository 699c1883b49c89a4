import { type NodeTest, sideOf } from "./nodeTest.js";
import type { RowStore } from "./rowStore.js";

/** For each attribute the rows of a node in the order of their cells, those without a value last. */
export type Orders = readonly Int32Array[];

let spare = new Int32Array(64);

/** Divides the range [start, end) of every order by a test, keeping the order on both sides; returns where the second begins. */
export function divideOrders(
  orders: Orders,
  start: number,
  end: number,
  test: NodeTest,
  store: RowStore,
): number {
  if (spare.length < end - start) spare = new Int32Array(2 * (end - start));
  const cells = store.columns[test.attribute];
  let middle = start;
  for (const order of orders) {
    let low = start;
    let high = 0;
    for (let i = start; i < end; i++) {
      const row = order[i];
      if (sideOf(test, cells[row]) === 0) order[low++] = row;
      else spare[high++] = row;
    }
    order.set(spare.subarray(0, high), low);
    middle = low;
  }
  return middle;
}

/**
 * Puts rows in order. Many rows are picked from the order of all rows, which is kept and brought up to date when it is
 * needed; few are sorted.
 */
export class Sorter {
  /** All rows up to some number in the order of each attribute, removed ones too. */
  private readonly whole: Int32Array[];
  /** How many of them, by attribute. */
  private readonly covered: number[];
  private chosen = new Uint8Array(64);

  constructor(private readonly store: RowStore) {
    this.whole = store.columns.map(() => new Int32Array(0));
    this.covered = store.columns.map(() => 0);
  }

  /** Row numbers were given to other rows. */
  forget(): void {
    for (let a = 0; a < this.whole.length; a++) {
      this.covered[a] = 0;
      this.whole[a] = new Int32Array(0);
    }
  }

  orders(rows: readonly number[]): Orders {
    return this.store.columns.map((_, a) => this.order(rows, a));
  }

  order(rows: readonly number[], a: number): Int32Array {
    if (rows.length <= 32) return inserted(rows, this.store.columns[a]);
    // About the time that each takes.
    const isMany = rows.length * Math.log2(rows.length) * 4 > this.store.count;
    return isMany ? this.picked(rows, a) : sorted(Int32Array.from(rows), this.store.columns[a]);
  }

  private picked(rows: readonly number[], a: number): Int32Array {
    const { count } = this.store;
    if (this.covered[a] < count) this.cover(a, count);
    if (this.chosen.length < count) this.chosen = new Uint8Array(2 * count);
    const { chosen } = this;
    for (const row of rows) chosen[row] = 1;
    const order = new Int32Array(rows.length);
    let n = 0;
    const whole = this.whole[a];
    for (let i = 0; i < whole.length; i++) if (chosen[whole[i]] === 1) order[n++] = whole[i];
    for (const row of rows) chosen[row] = 0;
    return order;
  }

  private cover(a: number, count: number): void {
    const from = this.covered[a];
    const added = new Int32Array(count - from);
    for (let i = 0; i < added.length; i++) added[i] = from + i;
    const cells = this.store.columns[a];
    this.whole[a] = merged(this.whole[a], sorted(added, cells), cells);
    this.covered[a] = count;
  }
}

/** By value; rows without one come last. */
function sorted(order: Int32Array, cells: Float64Array): Int32Array {
  let known = 0;
  const gaps: number[] = [];
  for (const row of order) {
    if (Number.isNaN(cells[row])) gaps.push(row);
    else order[known++] = row;
  }
  order.subarray(0, known).sort((a, b) => cells[a] - cells[b]);
  order.set(gaps, known);
  return order;
}

function merged(a: Int32Array, b: Int32Array, cells: Float64Array): Int32Array {
  const order = new Int32Array(a.length + b.length);
  let [i, j] = [0, 0];
  for (let n = 0; n < order.length; n++) {
    const takesFirst =
      j === b.length || (i < a.length && (cells[a[i]] <= cells[b[j]] || Number.isNaN(cells[b[j]])));
    order[n] = takesFirst ? a[i++] : b[j++];
  }
  return order;
}

/** Few rows, by insertion. */
function inserted(members: readonly number[], cells: Float64Array): Int32Array {
  const order = new Int32Array(members.length);
  for (let i = 0; i < members.length; i++) {
    const row = members[i];
    const value = cells[row];
    let j = i;
    if (!Number.isNaN(value)) for (; j > 0 && !(cells[order[j - 1]] <= value); j--) order[j] = order[j - 1];
    order[j] = row;
  }
  return order;
}
