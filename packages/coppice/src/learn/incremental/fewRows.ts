import { CellList } from "./cellList.js";
import { Chooser, type TestsOf } from "./chooser.js";
import type { ImpurityScale } from "./impurityScale.js";
import { type IncNode, isPure, newLeaf } from "./incNode.js";
import type { NodeOrders } from "./nodeOrders.js";
import { type NodeTest, sideOf } from "./nodeTest.js";
import type { OrderedRows } from "./orderScan.js";
import type { RowStore } from "./rowStore.js";
import type { TreeSettings } from "./settings.js";

/**
 * Grows the subtree of a node of few rows from their orders: that takes less time than remembering what is known of the
 * tests of every node.
 */
export class FewRows implements TestsOf {
  private readonly cells: CellList;
  private readonly chooser: Chooser;
  private readonly view: OrderedRows;
  private readonly sums: Float64Array;
  /** The orders of the rows, divided as the subtree grows: that of attribute a is from a · room on. */
  private orders = new Int32Array(0);
  private room = 0;
  private spare = new Int32Array(0);
  /** The node whose test is chosen, and where its rows begin in each order. */
  private node: IncNode;
  private start = 0;

  constructor(
    private readonly settings: TreeSettings,
    private readonly scale: ImpurityScale,
    private readonly rows: RowStore,
  ) {
    this.cells = new CellList(scale);
    this.chooser = new Chooser(settings, scale);
    this.sums = new Float64Array(scale.width);
    this.node = newLeaf(scale.width);
    const { orders, sums: known } = this;
    const { classes } = rows;
    this.view = { rows: orders, start: 0, end: 0, cells: known, classes, known };
  }

  /** Returns how many attributes were compared. */
  grow(node: IncNode, orders: NodeOrders, depth: number): number {
    const { compared } = this.chooser;
    this.take(orders, node.rows);
    this.growFrom(node, 0, depth);
    return this.chooser.compared - compared;
  }

  isOpen(node: IncNode, depth: number): boolean {
    return node.rows >= this.settings.minSplit && depth < this.settings.maxDepth && !isPure(node);
  }

  most(): number {
    return Number.POSITIVE_INFINITY;
  }

  compared(): void {}

  ordered(a: number): OrderedRows | undefined {
    if (this.settings.kinds[a] === "nominal") return undefined;
    const { view, node } = this;
    const { classes, columns } = this.rows;
    view.rows = this.orders;
    view.classes = classes;
    view.cells = columns[a];
    view.start = a * this.room + this.start;
    view.end = view.start + node.rows;
    view.known = node.counts;
    if (!Number.isNaN(view.cells[view.rows[view.end - 1]])) return view;
    this.sums.set(node.counts);
    view.known = this.sums;
    while (view.end > view.start && Number.isNaN(view.cells[view.rows[view.end - 1]]))
      this.sums[classes[view.rows[--view.end]]]--;
    return view;
  }

  list(a: number): CellList {
    const from = a * this.room + this.start;
    const order = this.orders.subarray(from, from + this.node.rows);
    this.cells.become(order, this.rows.columns[a], this.rows.classes);
    return this.cells;
  }

  private take(orders: NodeOrders, rows: number): void {
    const { columns } = this.rows;
    if (this.room < rows) {
      this.room = 2 * rows;
      this.orders = new Int32Array(columns.length * this.room);
      this.spare = new Int32Array(this.room);
    }
    for (let a = 0; a < columns.length; a++) {
      const from = orders.startOf(a);
      for (let i = 0; i < rows; i++) this.orders[a * this.room + i] = orders.rows[from + i];
    }
  }

  private growFrom(node: IncNode, start: number, depth: number): void {
    this.node = node;
    this.start = start;
    const chosen = this.chooser.choose(node, this);
    if (chosen === undefined) return;
    const { test, gain } = chosen;
    const middle = this.divide(start, start + node.rows, test);
    const low = this.leafOf(start, middle);
    const high = this.leafOf(middle, start + node.rows);
    node.split = { test, gain, low, high };
    if (this.isOpen(low, depth + 1)) this.growFrom(low, start, depth + 1);
    if (this.isOpen(high, depth + 1)) this.growFrom(high, middle, depth + 1);
  }

  /** Divides this range of every order by a test, keeping the order on both sides; returns where the second begins. */
  private divide(start: number, end: number, test: NodeTest): number {
    const { orders, spare, room } = this;
    const cells = this.rows.columns[test.attribute];
    let middle = start;
    for (let a = 0; a < this.rows.columns.length; a++) {
      let low = a * room + start;
      let high = 0;
      for (let i = a * room + start; i < a * room + end; i++) {
        const row = orders[i];
        if (sideOf(test, cells[row]) === 0) orders[low++] = row;
        else spare[high++] = row;
      }
      middle = low - a * room;
      for (let i = 0; i < high; i++) orders[low + i] = spare[i];
    }
    return middle;
  }

  private leafOf(start: number, end: number): IncNode {
    const leaf = newLeaf(this.scale.width);
    leaf.stale = false;
    leaf.members = undefined;
    leaf.rows = end - start;
    for (let i = start; i < end; i++) leaf.counts[this.rows.classes[this.orders[i]]]++;
    return leaf;
  }
}
