import { CellList } from "./cellList.js";
import { Chooser, type TestsOf } from "./chooser.js";
import type { ImpurityScale } from "./impurityScale.js";
import { type IncNode, isPure, newLeaf } from "./incNode.js";
import { divideOrders, type Orders } from "./orders.js";
import type { RowStore } from "./rowStore.js";
import type { TreeSettings } from "./settings.js";

/**
 * Grows the subtree of a node of few rows from their orders: that takes less time than remembering what is known of the
 * tests of every node.
 */
export class FewRows {
  private readonly list: CellList;
  private readonly chooser: Chooser;

  constructor(
    private readonly settings: TreeSettings,
    private readonly scale: ImpurityScale,
    private readonly rows: RowStore,
  ) {
    this.list = new CellList(scale);
    this.chooser = new Chooser(settings, scale);
  }

  /** The rows of the node are those from `start` on in every order. Returns how many attributes were compared. */
  grow(node: IncNode, orders: Orders, start: number, depth: number): number {
    const { compared } = this.chooser;
    this.growFrom(node, orders, start, depth);
    return this.chooser.compared - compared;
  }

  isOpen(node: IncNode, depth: number): boolean {
    return node.rows >= this.settings.minSplit && depth < this.settings.maxDepth && !isPure(node);
  }

  private growFrom(node: IncNode, orders: Orders, start: number, depth: number): void {
    const { columns, classes } = this.rows;
    const end = start + node.rows;
    const { list } = this;
    const tests: TestsOf = {
      most: () => Number.POSITIVE_INFINITY,
      list(a) {
        list.become(orders[a].subarray(start, end), columns[a], classes);
        return list;
      },
      compared() {},
    };
    const chosen = this.chooser.choose(node, tests);
    if (chosen === undefined) return;
    const { test, gain } = chosen;
    const middle = divideOrders(orders, start, end, test, this.rows);
    const low = this.leafOf(orders[0], start, middle);
    const high = this.leafOf(orders[0], middle, end);
    node.split = { test, gain, low, high };
    if (this.isOpen(low, depth + 1)) this.growFrom(low, orders, start, depth + 1);
    if (this.isOpen(high, depth + 1)) this.growFrom(high, orders, middle, depth + 1);
  }

  private leafOf(order: Int32Array, start: number, end: number): IncNode {
    const leaf = newLeaf(this.scale.width);
    leaf.stale = false;
    leaf.members = undefined;
    leaf.rows = end - start;
    for (let i = start; i < end; i++) leaf.counts[this.rows.classes[order[i]]]++;
    return leaf;
  }
}
