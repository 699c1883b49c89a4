import type { ImpurityOfTwo } from "../../base/impurity.js";
import type { GrownTree } from "../../model/grownTree.js";
import type { EncodedAttribute } from "../encode.js";
import { compareSets, others, withFirst } from "../levelSets.js";
import type { SubtreeRules } from "../port.js";
import type { Gathered } from "./entries.js";
import { codeOrder } from "./order.js";
import { type Found, SortedLists, type Span } from "./sortedLists.js";
import { type Cut, TreeWriter } from "./treeWriter.js";

/** The rules that growth from lists supports. */
export const LIST_RULES = [
  ...["criterion", "tolerance", "minSplit", "minLeaf", "maxDepth", "zeroGain"],
  // Without effect on two classes.
  "maxExhaustive",
] as readonly (keyof SubtreeRules)[];

/** A node still to be processed: its range in every list, and the split whose right branch it is, if any. */
interface Open extends Span {
  readonly depth: number;
  /** Slots, not attributes: positions in the list of the subtree's attributes. */
  readonly live: readonly number[];
  readonly rightOf: number;
}

/**
 * Whole subtrees of nodes with two classes. The rows of the subtree are sorted by each attribute once; dividing a node
 * keeps every list sorted, so processing a node is one pass over each list. It follows the learner's rules operation by
 * operation, and a test compares the two.
 */
export class Subtrees {
  private readonly lists = new SortedLists();
  /** By position in the node's live slots. */
  private gains = new Float64Array(0);

  constructor(
    private readonly attributes: readonly EncodedAttribute[],
    private readonly classCount: number,
  ) {}

  grow(
    rows: Int32Array,
    g: Gathered,
    attributes: readonly number[],
    depth: number,
    classes: readonly [number, number],
    impurity: ImpurityOfTwo,
    rules: SubtreeRules,
  ): GrownTree {
    const { lists } = this;
    if (this.gains.length < attributes.length) this.gains = new Float64Array(2 * attributes.length);
    lists.load(rows.length, attributes.length, g, classes[0]);
    attributes.forEach((a, slot) => {
      const { facts, codes } = this.attributes[a];
      lists.loadAttribute(
        slot,
        facts.codes,
        facts.kind === "nominal",
        codes,
        rows,
        codeOrder(codes, rows, facts.codes),
      );
    });
    const tree = new TreeWriter(this.classCount);
    const live = attributes.map((_, slot) => slot);
    const stack: Open[] = [{ start: 0, end: rows.length, depth, live, rightOf: -1 }];
    // The left branch is pushed last and processed next, so nodes are written in preorder.
    for (let open = stack.pop(); open !== undefined; open = stack.pop()) {
      this.process(open, attributes, classes, impurity, rules, stack, tree);
    }
    return tree.done();
  }

  /** Writes a leaf, or splits the node and pushes its branches on the stack. */
  private process(
    open: Open,
    attributes: readonly number[],
    classes: readonly [number, number],
    impurity: ImpurityOfTwo,
    rules: SubtreeRules,
    stack: Open[],
    tree: TreeWriter,
  ): void {
    const { lists } = this;
    const { start, end } = open;
    lists.sum(open, open.live.length > 0 ? open.live[0] : 0);
    const { a, b } = lists;
    const sums = new Float64Array(this.classCount);
    sums[classes[0]] = a;
    sums[classes[1]] = b;
    const pure = a === 0 || b === 0;
    const depth = open.depth + 1;
    const stop =
      pure ||
      open.live.length === 0 ||
      a + b < rules.minSplit - 1e-6 ||
      open.depth >= (rules.maxDepth ?? depth);
    const live: number[] = [];
    const found = stop ? undefined : this.choose(open, impurity, rules, live);
    const node = tree.add(end - start, pure, sums);
    if (open.rightOf >= 0) tree.rightBranch(open.rightOf, node);
    if (found === undefined) return;
    const middle = lists.divide(open, found, live);
    const attribute = attributes[found.slot];
    tree.split(node, attribute, this.inCells(found.cut, attribute), found.gain, found.weights);
    stack.push({ start: middle, end, depth, live, rightOf: node });
    stack.push({ start, end: middle, depth, live, rightOf: -1 });
  }

  /** A cut between two codes as one between two cells. */
  private inCells(cut: Cut, attribute: number): Cut {
    const { values } = this.attributes[attribute].facts;
    if (cut.kind === "sets" || values === undefined) return cut;
    return { kind: "between", low: values[cut.low], high: values[cut.high] };
  }

  /** The learner's rule: the first attribute whose gain equals the greatest. Fills `live`. */
  private choose(
    open: Open,
    impurity: ImpurityOfTwo,
    rules: SubtreeRules,
    live: number[],
  ): Found | undefined {
    const { lists, gains } = this;
    const { a, b } = lists;
    const weight = a + b;
    const nodeImpurity = impurity(a, b) / weight;
    const slack = rules.tolerance * nodeImpurity;
    const tolerance = rules.tolerance * nodeImpurity * weight;
    let top = Number.NEGATIVE_INFINITY;
    let perfect = false;
    for (let i = 0; i < open.live.length; i++) {
      const slot = open.live[i];
      gains[i] = Number.NEGATIVE_INFINITY;
      if (!perfect && lists.collect(open, slot) < 2) continue;
      live.push(slot);
      if (perfect) continue;
      const at = this.bestPlace(slot, impurity, rules.minLeaf, tolerance, top - 3 * tolerance);
      if (at < 0) continue;
      const gain = lists.gainAt(at);
      if (gain / weight <= slack && lists.knownArePure()) continue;
      gains[i] = gain;
      if (gain > top) top = gain;
      perfect = gain / weight >= nodeImpurity - slack / 2;
    }
    if (top === Number.NEGATIVE_INFINITY) return undefined;
    const topScore = top / weight;
    let chosen = 0;
    while (!(gains[chosen] / weight >= topScore - slack)) chosen++;
    if (!rules.zeroGain && gains[chosen] / weight <= slack) return undefined;
    return this.found(open, open.live[chosen], impurity, rules.minLeaf, tolerance);
  }

  /** Where the best test on the collected attribute divides its cells; -1 if none is allowed, or none reaches `least`. */
  private bestPlace(
    slot: number,
    impurity: ImpurityOfTwo,
    minLeaf: number,
    tolerance: number,
    least: number,
  ): number {
    const { lists } = this;
    const nominal = lists.isNominal(slot);
    if (nominal) lists.orderByShare();
    const top = lists.scan(impurity, minLeaf - 1e-6);
    if (top === Number.NEGATIVE_INFINITY || top < least) return -1;
    const first = lists.firstReaching(top - tolerance, 0);
    return nominal ? this.smallestSet(first, top - tolerance) : first;
  }

  /** Of the runs that gain enough, the one whose set is the smallest. */
  private smallestSet(first: number, enough: number): number {
    const { lists } = this;
    const { size } = lists;
    let at = lists.firstReaching(enough, first + 1);
    if (at >= size - 1) return first;
    let chosen = first;
    let left = withFirst(lists.run(first), size);
    for (; at < size - 1; at = lists.firstReaching(enough, at + 1)) {
      const set = withFirst(lists.run(at), size);
      if (compareSets(set, left) < 0) {
        chosen = at;
        left = set;
      }
    }
    return chosen;
  }

  /** Scans the chosen attribute again to construct its test. */
  private found(
    open: Open,
    slot: number,
    impurity: ImpurityOfTwo,
    minLeaf: number,
    tolerance: number,
  ): Found {
    const { lists } = this;
    lists.collect(open, slot);
    const at = this.bestPlace(slot, impurity, minLeaf, tolerance, Number.NEGATIVE_INFINITY);
    if (!lists.isNominal(slot)) {
      return lists.found(
        slot,
        at,
        { kind: "between", low: lists.codes[at], high: lists.codes[at + 1] },
        false,
      );
    }
    const run = lists.run(at);
    const left = withFirst(run, lists.size);
    const codes = (cells: readonly number[]) => cells.map((c) => lists.codes[c]);
    const cut = { kind: "sets", left: codes(left), right: codes(others(left, lists.size)) } as const;
    return lists.found(slot, at, cut, !run.includes(0));
  }
}
