import { Chooser, type Chosen } from "./chooser.js";
import { FewRows } from "./fewRows.js";
import { type ImpurityScale, impurityScale } from "./impurityScale.js";
import { type IncNode, membersUnder, newLeaf, nodesUnder } from "./incNode.js";
import { NodeOrders } from "./nodeOrders.js";
import { areEqual, type NodeTest, type Side, sideOf } from "./nodeTest.js";
import { NodeTests } from "./nodeTests.js";
import { RowStore } from "./rowStore.js";
import type { TreeSettings } from "./settings.js";
import { noWork, type Work } from "./work.js";

/** Beyond this depth a subtree is taken apart into its rows instead of being revised: recursion has limits. */
const DEEPEST = 500;
/** Nodes of up to this many rows keep their rows only, and their subtree is grown anew if one of them changes. */
const FEW_ROWS = 32;
/** A cut that moves at most one in this many rows to the other side moves them one by one. */
const FEW = 8;
/** A branch of less than one in this many rows sorts its own. */
const FEW_OF = 16;

interface Open {
  readonly node: IncNode;
  readonly depth: number;
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
  private scale!: ImpurityScale;
  private chooser!: Chooser;
  private tests!: NodeTests;
  private few!: FewRows;

  constructor(
    private readonly settings: TreeSettings,
    classes: number,
  ) {
    this.rows = new RowStore(settings.kinds.length);
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
    for (const node of nodesUnder(this.root)) {
      this.forget(node);
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
    this.tests = new NodeTests(settings, this.scale, rows);
    this.few = new FewRows(settings, this.scale, rows);
  }

  /** Brings the tree up to date. */
  settle(): void {
    const stack: Open[] = [];
    if (this.root.stale) stack.push({ node: this.root, depth: 0 });
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { node, depth } = next;
      this.settleNode(node, depth);
      if (node.members || !node.split) continue;
      const { low, high } = node.split;
      this.passOrders(node, depth + 1);
      if (low.stale) stack.push({ node: low, depth: depth + 1 });
      if (high.stale) stack.push({ node: high, depth: depth + 1 });
    }
  }

  private settleNode(node: IncNode, depth: number): void {
    node.stale = false;
    node.bits = undefined;
    this.work.nodes++;
    if (node.members || node.rows <= FEW_ROWS) {
      if (node.members === undefined) this.makeLeaf(node);
      else node.split = undefined;
    }
    if (!this.few.isOpen(node, depth)) {
      if (node.split) this.makeLeaf(node);
      this.forget(node);
      return;
    }
    node.orders ??= NodeOrders.of(membersUnder(node), this.rows);
    if (node.rows <= FEW_ROWS) {
      this.work.tests += this.few.grow(node, node.orders, depth);
      return;
    }
    const chosen = this.chooseAt(node, node.orders);
    if (chosen === undefined) {
      if (node.split) this.makeLeaf(node);
      return;
    }
    if (node.split === undefined || !areEqual(node.split.test, chosen.test)) this.retest(node, chosen.test);
    node.split!.gain = chosen.gain;
  }

  private chooseAt(node: IncNode, orders: NodeOrders): Chosen | undefined {
    const { compared } = this.chooser;
    const { known } = node;
    const tests = known ? this.tests.again(node, known) : this.tests.first(node, orders);
    const chosen = this.chooser.choose(node, tests);
    this.work.tests += this.chooser.compared - compared;
    return chosen;
  }

  /** Gives branches that need the orders of their rows and have none their part of those of the node. */
  private passOrders({ orders, rows, split }: IncNode, depth: number): void {
    const { low, high, test } = split!;
    const [toLow, toHigh] = [this.wantsOrders(low, depth), this.wantsOrders(high, depth)];
    // Few of many rows are sorted in less time than they are picked.
    if (!(toLow && low.rows * FEW_OF > rows) && !(toHigh && high.rows * FEW_OF > rows)) return;
    if (toLow) low.orders = new NodeOrders(this.rows, low.rows);
    if (toHigh) high.orders = new NodeOrders(this.rows, high.rows);
    orders!.divided(test, toLow ? low.orders : undefined, toHigh ? high.orders : undefined);
  }

  private wantsOrders(node: IncNode, depth: number): boolean {
    return node.stale && node.orders === undefined && this.few.isOpen(node, depth);
  }

  private makeLeaf(node: IncNode): void {
    const members = membersUnder(node);
    node.split = undefined;
    if (node.rows <= FEW_ROWS) node.known = undefined;
    this.setMembers(node, members);
  }

  private forget(node: IncNode): void {
    node.orders?.free();
    node.orders = undefined;
    node.known = undefined;
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
    const old = split.test;
    const changing = this.changing(node.orders!, old, test, node.rows / FEW);
    if (changing === undefined) return false;
    const cells = this.rows.columns[test.attribute];
    this.work.moved += changing.length;
    for (const row of changing) {
      const isLow = sideOf(old, cells[row]) === 0;
      this.withdraw(isLow ? split.low : split.high, row);
      this.insert(isLow ? split.high : split.low, row);
    }
    split.test = test;
    return true;
  }

  /** The rows that another test on the same attribute sends to the other side, unless they are more than `most`. */
  private changing(
    orders: NodeOrders,
    old: NodeTest,
    test: NodeTest,
    most: number,
  ): readonly number[] | undefined {
    const a = test.attribute;
    const cells = this.rows.columns[a];
    const isCut = old.kind === "cut" && test.kind === "cut";
    const from = isCut ? orders.placeAbove(a, Math.min(old.threshold, test.threshold)) : orders.startOf(a);
    const to = isCut ? orders.placeAbove(a, Math.max(old.threshold, test.threshold)) : orders.knownEnd(a);
    const found: number[] = [];
    const take = (start: number, end: number) => {
      for (let i = start; i < end && found.length <= most; i++) {
        const row = orders.rows[i];
        if (sideOf(old, cells[row]) !== sideOf(test, cells[row])) found.push(row);
      }
    };
    take(from, to);
    if (old.missing !== test.missing) take(orders.knownEnd(a), orders.end(a));
    return found.length > most ? undefined : found;
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
    // The node at the top stays.
    if (depth > 0) node.orders?.free();
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

  /** The side that all rows of a node are on, as far as it can be told from their order. */
  private onlySide({ orders }: IncNode, test: NodeTest): Side | undefined {
    if (orders === undefined || test.kind !== "cut") return undefined;
    const a = test.attribute;
    const cells = this.rows.columns[a];
    const [start, end] = [orders.startOf(a), orders.knownEnd(a)];
    if (start === end) return undefined;
    const side = sideOf(test, cells[orders.rows[start]]);
    if (end < orders.end(a) && test.missing !== side) return undefined;
    return sideOf(test, cells[orders.rows[end - 1]]) === side ? side : undefined;
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
      orders: undefined,
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
