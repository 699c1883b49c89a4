import type { ImpurityOfTwo } from "../../base/impurity.js";
import type { EncodedAttribute } from "../encode.js";
import { compareSets, others, withFirst } from "../levelSets.js";
import type { Sprout, SproutSplit, SubtreeRules } from "../port.js";
import type { Gathered } from "./entries.js";
import { codeOrder } from "./order.js";
import { type Found, SortedLists, type Span } from "./sortedLists.js";

/** A node that waits to be looked at: its stretch of every list, and where the finished node goes. */
interface Open extends Span {
  readonly depth: number;
  /** Slots, not attributes: places in the list of the subtree's attributes. */
  readonly live: readonly number[];
  readonly place: (sprout: Sprout) => void;
}

/**
 * Whole subtrees of nodes with two classes. The rows of the subtree are sorted by each attribute once; dividing a node
 * keeps every list sorted, so looking at a node is one pass over each list. It goes by the rules of the learner's own
 * choice, operation by operation, and a test holds the two together.
 */
export class Subtrees {
  private readonly lists = new SortedLists();

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
  ): Sprout {
    const { lists } = this;
    lists.load(rows.length, attributes.length, g, classes[0]);
    attributes.forEach((a, slot) => {
      const { facts, codes } = this.attributes[a];
      lists.loadAttribute(slot, facts.codes, facts.kind === "nominal", codes, rows, codeOrder(codes, rows));
    });
    let root: Sprout | undefined;
    const stack: Open[] = [];
    const place = (sprout: Sprout) => {
      root = sprout;
    };
    stack.push({ start: 0, end: rows.length, depth, live: attributes.map((_, slot) => slot), place });
    for (let open = stack.pop(); open !== undefined; open = stack.pop()) {
      this.look(open, attributes, classes, impurity, rules, stack);
    }
    return root!;
  }

  /** Finishes a leaf, or splits the node and puts its branches on the stack. */
  private look(
    open: Open,
    attributes: readonly number[],
    classes: readonly [number, number],
    impurity: ImpurityOfTwo,
    rules: SubtreeRules,
    stack: Open[],
  ): void {
    const { lists } = this;
    lists.sum(open, open.live[0]);
    const { a, b } = lists;
    const sums = new Float64Array(this.classCount);
    sums[classes[0]] = a;
    sums[classes[1]] = b;
    const node = { rows: open.end - open.start, sums, pure: a === 0 || b === 0 };
    const stop =
      node.pure || open.live.length === 0 || a + b < rules.minSplit - 1e-6 || open.depth >= (rules.maxDepth ?? Infinity);
    const live: number[] = [];
    const found = stop ? undefined : this.choose(open, impurity, rules, live);
    if (found === undefined) {
      open.place(node);
      return;
    }
    const middle = lists.divide(open, found, live);
    const branches: [Sprout, Sprout] = [node, node];
    const split: SproutSplit = {
      attribute: attributes[found.slot],
      cut: found.cut,
      gain: found.gain,
      weights: found.weights,
      branches,
    };
    open.place({ ...node, split });
    const branch = (b: 0 | 1, start: number, end: number): Open => ({
      start,
      end,
      depth: open.depth + 1,
      live,
      place: (sprout) => {
        branches[b] = sprout;
      },
    });
    stack.push(branch(1, middle, open.end), branch(0, open.start, middle));
  }

  /** As `choose` of the learner: the first attribute whose gain equals the greatest. Fills `live`. */
  private choose(open: Open, impurity: ImpurityOfTwo, rules: SubtreeRules, live: number[]): Found | undefined {
    const { lists } = this;
    const { a, b } = lists;
    const weight = a + b;
    const nodeImpurity = impurity(a, b) / weight;
    const slack = rules.tolerance * nodeImpurity;
    const tolerance = rules.tolerance * nodeImpurity * weight;
    const found: Found[] = [];
    let top = Number.NEGATIVE_INFINITY;
    let perfect = false;
    for (const slot of open.live) {
      if (perfect) {
        live.push(slot);
        continue;
      }
      const m = lists.collect(open, slot);
      if (m < 2) continue;
      live.push(slot);
      const best = this.bestOn(slot, m, impurity, rules.minLeaf, tolerance, top - 3 * tolerance);
      if (best === undefined) continue;
      const gain = best.gain / weight;
      if (gain <= slack && lists.knownArePure()) continue;
      found.push(best);
      if (best.gain > top) top = best.gain;
      perfect = gain >= nodeImpurity - slack / 2;
    }
    const topScore = top / weight;
    const chosen = found.find((candidate) => candidate.gain / weight >= topScore - slack);
    return chosen !== undefined && !rules.zeroGain && chosen.gain / weight <= slack ? undefined : chosen;
  }

  /** The best test on the collected attribute; undefined where none is allowed, or none reaches `least`. */
  private bestOn(
    slot: number,
    m: number,
    impurity: ImpurityOfTwo,
    minLeaf: number,
    tolerance: number,
    least: number,
  ): Found | undefined {
    const { lists } = this;
    const nominal = lists.isNominal(slot);
    if (nominal) lists.orderByShare(m);
    const top = lists.scan(m, impurity, minLeaf - 1e-6);
    if (top === Number.NEGATIVE_INFINITY || top < least) return undefined;
    if (!nominal) {
      const at = lists.firstReaching(top - tolerance, 0);
      return lists.found(slot, at, { kind: "between", low: lists.codes[at], high: lists.codes[at + 1] });
    }
    return this.smallestSet(slot, m, top - tolerance);
  }

  /** Of the runs that gain enough, the one whose set is the smallest. */
  private smallestSet(slot: number, m: number, enough: number): Found {
    const { lists } = this;
    let chosen = lists.firstReaching(enough, 0);
    let left = withFirst(lists.run(chosen), m);
    for (let at = lists.firstReaching(enough, chosen + 1); at < m - 1; at = lists.firstReaching(enough, at + 1)) {
      const set = withFirst(lists.run(at), m);
      if (compareSets(set, left) < 0) {
        chosen = at;
        left = set;
      }
    }
    const codes = (cells: readonly number[]) => cells.map((c) => lists.codes[c]);
    const cut = { kind: "sets", left: codes(left), right: codes(others(left, m)) } as const;
    return lists.found(slot, chosen, cut, !lists.run(chosen).includes(0));
  }
}
