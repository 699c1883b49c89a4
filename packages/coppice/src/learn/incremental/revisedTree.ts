import type { CellList } from "./cellList.js";
import { Chooser, type Chosen } from "./chooser.js";
import { FewRows } from "./fewRows.js";
import { type ImpurityScale, impurityScale } from "./impurityScale.js";
import { type IncNode, membersUnder, newLeaf, nodesUnder } from "./incNode.js";
import { areEqual, type NodeTest, type Side, sideOf } from "./nodeTest.js";
import { NodeTests } from "./nodeTests.js";
import { divideOrders, type Orders, Sorter } from "./orders.js";
import { RowStore } from "./rowStore.js";
import type { TreeSettings } from "./settings.js";
import { noWork, type Work } from "./work.js";

/** Beyond this depth a subtree is taken apart into its rows instead of being revised: recursion has limits. */
const DEEPEST = 500;
/** Nodes of up to this many rows keep their rows only, and their subtree is grown anew if one of them changes. */
const FEW_ROWS = 64;
/** A cut that moves at most one in this many rows to the other side moves them one by one. */
const FEW = 8;

/** A node to examine, and the orders of its rows, from `start` on, if they are known. */
interface Open {
  readonly node: IncNode;
  readonly depth: number;
  readonly orders?: Orders | undefined;
  readonly start: number;
}

/**
 * A tree that is revised as rows come and go (Utgoff, Berkman and Clouse 1997), so that it is at all times the tree that
 * would be grown from the rows it has. A row changes the nodes on its path and marks them as stale; `settle` then chooses
 * the tests of stale nodes again, from the root down. Where another test has become the best, the subtree is divided by it:
 * the divisions of its two branches, joined under the old test, are the new branches. This transposes the old test with the
 * new one and keeps whatever is further down.
 */
export class RevisedTree {
  readonly rows: RowStore;
  readonly work: Work = noWork();
  root: IncNode;
  private readonly sorter: Sorter;
  private scale!: ImpurityScale;
  private chooser!: Chooser;
  private tests!: NodeTests;
  private few!: FewRows;

  constructor(
    private readonly settings: TreeSettings,
    classes: number,
  ) {
    this.rows = new RowStore(settings.kinds.length);
    this.sorter = new Sorter(this.rows);
    this.setClasses(classes);
    this.root = newLeaf(classes);
  }

  get classes(): number {
    return this.scale.width;
  }

  /** Adds a row; the tree is revised by the next `settle`. Returns the row's number. */
  add(cells: ArrayLike<number>, k: number): number {
    const row = this.rows.add(cells, k);
    this.insert(this.root, row);
    return row;
  }

  remove(row: number): void {
    this.withdraw(this.root, row);
  }

  /** Makes room for more classes. Everything that is counted by class is counted again. */
  widen(classes: number): void {
    this.setClasses(classes);
    for (const node of nodesUnder(this.root)) {
      const counts = new Float64Array(classes);
      counts.set(node.counts);
      node.counts = counts;
      node.known = undefined;
      node.stale = true;
      node.bits = undefined;
    }
  }

  /** Keeps these rows, which are all that were not removed, under new numbers, in this order: room for more. */
  renumber(rows: readonly number[]): void {
    const numbers = new Map(rows.map((row, i) => [row, i]));
    this.rows.keep(rows);
    this.sorter.forget();
    for (const node of nodesUnder(this.root)) {
      node.known = undefined;
      node.stale = true;
      if (node.members)
        this.setMembers(
          node,
          node.members.map((row) => numbers.get(row)!),
        );
    }
  }

  private setClasses(classes: number): void {
    const { settings, rows } = this;
    this.scale = impurityScale(settings.criterion, classes);
    this.chooser = new Chooser(settings, this.scale);
    this.tests = new NodeTests(this.scale, rows, this.sorter);
    this.few = new FewRows(settings, this.scale, rows);
  }

  /** Brings the tree up to date. */
  settle(): void {
    const stack: Open[] = [];
    if (this.root.stale) stack.push({ node: this.root, depth: 0, start: 0 });
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { node, depth, start } = next;
      const orders = this.settleNode(next);
      if (node.members || !node.split) continue;
      const { low, high, test } = node.split;
      const wanted = orders && (isNew(low) || isNew(high));
      const middle = wanted ? divideOrders(orders, start, start + node.rows, test, this.rows) : 0;
      const passed = wanted ? orders : undefined;
      if (low.stale) stack.push({ node: low, depth: depth + 1, orders: passed, start: passed ? start : 0 });
      if (high.stale) stack.push({ node: high, depth: depth + 1, orders: passed, start: middle });
    }
  }

  /** Returns the orders of the node's rows, if they were needed. */
  private settleNode({ node, depth, orders: given, start }: Open): Orders | undefined {
    node.stale = false;
    node.bits = undefined;
    this.work.nodes++;
    if (node.members || node.rows <= FEW_ROWS) {
      if (node.members === undefined) this.makeLeaf(node);
      else node.split = undefined;
    }
    if (!this.few.isOpen(node, depth)) {
      if (node.split) this.makeLeaf(node);
      return given;
    }
    if (node.rows <= FEW_ROWS) {
      const orders = given ?? this.sorter.orders(node.members!);
      this.work.tests += this.few.grow(node, orders, start, depth);
      return undefined;
    }
    const orders = node.known ? given : (given ?? this.sorter.orders(membersUnder(node)));
    const chosen = this.chooseAt(node, orders, start);
    if (chosen === undefined) {
      if (node.split) this.makeLeaf(node);
      return orders;
    }
    if (node.split === undefined || !areEqual(node.split.test, chosen.test)) this.retest(node, chosen.test);
    node.split!.gain = chosen.gain;
    return orders;
  }

  private chooseAt(node: IncNode, orders: Orders | undefined, start: number): Chosen | undefined {
    const { compared } = this.chooser;
    const { known } = node;
    const tests = known ? this.tests.again(node, known) : this.tests.first(node, orders!, start);
    const chosen = this.chooser.choose(node, tests);
    if (known === undefined && chosen) this.tests.keep(node, chosen.test.attribute, orders!, start);
    this.work.tests += this.chooser.compared - compared;
    return chosen;
  }

  private makeLeaf(node: IncNode): void {
    const members = membersUnder(node);
    node.split = undefined;
    if (node.rows <= FEW_ROWS) node.known = undefined;
    this.setMembers(node, members);
  }

  private setMembers(node: IncNode, members: number[]): void {
    node.members = members;
    for (let i = 0; i < members.length; i++) this.rows.places[members[i]] = i;
  }

  /** Gives a node another test. */
  private retest(node: IncNode, test: NodeTest): void {
    const { split } = node;
    if (split && split.test.attribute === test.attribute && this.slide(node, test)) return;
    const [low, high] = this.divided(node, test, 0);
    node.members = undefined;
    node.split = { test, gain: 0, low: low ?? newLeaf(this.classes), high: high ?? newLeaf(this.classes) };
    // Nodes may have moved up or down: with a limit of the depth all are examined again.
    if (this.settings.maxDepth < Number.POSITIVE_INFINITY) {
      for (const below of nodesUnder(node)) below.stale = true;
      node.stale = false;
    }
  }

  /** If few rows change sides, they are moved one by one. */
  private slide(node: IncNode, test: NodeTest): boolean {
    const split = node.split!;
    const changing = this.changing(node, test);
    if (changing.rows > node.rows / FEW) return false;
    if (changing.rows > 0) {
      const toHigh = this.leaving(split.low, test, 0, changing);
      const toLow = this.leaving(split.high, test, 1, changing);
      this.move(toHigh, split.low, split.high);
      this.move(toLow, split.high, split.low);
    }
    split.test = test;
    return true;
  }

  private move(rows: readonly number[], from: IncNode, to: IncNode): void {
    this.work.moved += rows.length;
    for (const row of rows) {
      this.withdraw(from, row);
      this.insert(to, row);
    }
  }

  /** The rows of a node that another test on the same attribute sends to the other side: how many, and their range of values. */
  private changing({ known, split }: IncNode, test: NodeTest): Changing {
    const list = known!.lists[test.attribute]!;
    const old = split!.test;
    const missing = old.missing !== test.missing && list.missingRows > 0;
    let rows = missing ? list.missingRows : 0;
    if (old.kind === "cut" && test.kind === "cut") {
      const above = Math.min(old.threshold, test.threshold);
      const high = Math.max(old.threshold, test.threshold);
      return { rows: rows + list.rowsWithin(above, high), low: list.after(above) ?? high, high, missing };
    }
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    const { width } = this.scale;
    for (const { block, i } of list.entries()) {
      const value = block.values[i];
      if (sideOf(old, value) === sideOf(test, value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
      for (let k = 0; k < width; k++) rows += block.cells[i * width + k];
    }
    return { rows, low, high, missing };
  }

  /** The rows under a node that do not belong on this side of a test. */
  private leaving(node: IncNode, test: NodeTest, side: Side, { low, high, missing }: Changing): number[] {
    const cells = this.rows.columns[test.attribute];
    const found: number[] = [];
    const stack = [node];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const list = listUpToDate(next, test.attribute);
      if (list && !list.hasWithin(low, high) && !(missing && list.missingRows > 0)) continue;
      if (next.members) {
        for (const row of next.members) if (sideOf(test, cells[row]) !== side) found.push(row);
      } else if (next.split) stack.push(next.split.low, next.split.high);
    }
    return found;
  }

  /** A subtree as two, for the rows on each side of a test; undefined where there are none. */
  private divided(node: IncNode, test: NodeTest, depth: number): [IncNode | undefined, IncNode | undefined] {
    const { split } = node;
    if (node.rows === 0) return [undefined, undefined];
    if (node.members || split === undefined || depth === DEEPEST) return this.dividedRows(node, test);
    if (areEqual(split.test, test)) return [split.low, split.high];
    const side = this.onlySide(node, test);
    if (side !== undefined) return side === 0 ? [node, undefined] : [undefined, node];
    const [lowLow, lowHigh] = this.divided(split.low, test, depth + 1);
    const [highLow, highHigh] = this.divided(split.high, test, depth + 1);
    if (lowLow === split.low && highLow === split.high) return [node, undefined];
    if (lowHigh === split.low && highHigh === split.high) return [undefined, node];
    this.work.transpositions++;
    return [this.joined(split.test, lowLow, highLow), this.joined(split.test, lowHigh, highHigh)];
  }

  private dividedRows(node: IncNode, test: NodeTest): [IncNode | undefined, IncNode | undefined] {
    const cells = this.rows.columns[test.attribute];
    const sides: [number[], number[]] = [[], []];
    for (const row of membersUnder(node)) sides[sideOf(test, cells[row])].push(row);
    if (sides[1].length === 0 && node.members) return [node, undefined];
    if (sides[0].length === 0 && node.members) return [undefined, node];
    return [this.leafOf(sides[0]), this.leafOf(sides[1])];
  }

  private leafOf(members: number[]): IncNode | undefined {
    if (members.length === 0) return undefined;
    const leaf = newLeaf(this.classes);
    leaf.rows = members.length;
    for (const row of members) leaf.counts[this.rows.classes[row]]++;
    this.setMembers(leaf, members);
    return leaf;
  }

  /** The side that all rows of a node are on, as far as it can be told from its list. */
  private onlySide(node: IncNode, test: NodeTest): Side | undefined {
    const list = listUpToDate(node, test.attribute);
    if (list === undefined || list.size === 0 || test.kind !== "cut") return undefined;
    const side = sideOf(test, list.least);
    if (list.missingRows > 0 && test.missing !== side) return undefined;
    return sideOf(test, list.greatest) === side ? side : undefined;
  }

  private joined(test: NodeTest, low: IncNode | undefined, high: IncNode | undefined): IncNode | undefined {
    if (low === undefined || high === undefined) return low ?? high;
    const counts = new Float64Array(this.classes);
    for (let k = 0; k < counts.length; k++) counts[k] = low.counts[k] + high.counts[k];
    return {
      counts,
      rows: low.rows + high.rows,
      stale: true,
      members: undefined,
      split: { test, gain: 0, low, high },
      known: undefined,
    };
  }

  private insert(from: IncNode, row: number): void {
    for (let node = from; ; node = this.childOf(node, row)) {
      this.pass(node, row, 1);
      const { members } = node;
      if (members === undefined) continue;
      this.rows.places[row] = members.length;
      members.push(row);
      return;
    }
  }

  private withdraw(from: IncNode, row: number): void {
    for (let node = from; ; node = this.childOf(node, row)) {
      this.pass(node, row, -1);
      const { members } = node;
      if (members === undefined) continue;
      const { places } = this.rows;
      const last = members.pop()!;
      if (last === row) return;
      members[places[row]] = last;
      places[last] = places[row];
      return;
    }
  }

  private pass(node: IncNode, row: number, by: 1 | -1): void {
    this.work.nodes++;
    this.tests.note(node, row, by);
    node.stale = true;
    node.rows += by;
    node.counts[this.rows.classes[row]] += by;
  }

  private childOf({ split }: IncNode, row: number): IncNode {
    const { test, low, high } = split!;
    return sideOf(test, this.rows.columns[test.attribute][row]) === 0 ? low : high;
  }
}

interface Changing {
  readonly rows: number;
  readonly low: number;
  readonly high: number;
  readonly missing: boolean;
}

/** Nodes that need the orders of their rows. */
function isNew({ stale, known, rows, members }: IncNode): boolean {
  return stale && (known === undefined || (members !== undefined && rows <= FEW_ROWS));
}

function listUpToDate({ known }: IncNode, attribute: number): CellList | undefined {
  const list = known?.lists[attribute];
  return list && known.consumed[attribute] === known.log.length ? list : undefined;
}
