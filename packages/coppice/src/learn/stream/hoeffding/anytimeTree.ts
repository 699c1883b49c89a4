import { hoeffdingBound } from "./bound.js";
import { type Candidate, candidatesOf } from "./candidates.js";
import { bestOf, HoeffdingTree, isPure, type TreeSetup } from "./hoeffdingTree.js";
import { greatest, type Leaf, Split, type StreamNode } from "./streamNode.js";

/**
 * EFDT, or Hoeffding anytime tree (Manapragada, Webb, Salehi 2018): a leaf is split as soon as the best test is better than
 * none, and splits go on learning: after every `revise` rows a test is replaced if another one has become better.
 */
export class AnytimeTree extends HoeffdingTree {
  revisions = 0;

  constructor(
    setup: TreeSetup,
    private readonly revise: number,
  ) {
    super(setup);
  }

  override learn(row: Float64Array, label: number, weight: number, at: number): number {
    this.meetClass(label);
    let parent: Split | undefined;
    let branch = -1;
    let node: StreamNode | undefined = this.root;
    while (node !== undefined && !node.isLeaf) {
      node = this.learnAtSplit(node, parent, branch, row, label, weight, at);
      if (node.isLeaf) break;
      parent = node;
      branch = node.branch(row);
      node = node.children[branch];
    }
    const isNew = node === undefined;
    const leaf = (node as Leaf | undefined) ?? this.newBranch(parent!, branch);
    const before = isNew ? greatest(parent!.counts, 0) : -1;
    const predicted = this.learnAt(leaf, row, label, weight);
    if (this.isDue(leaf)) this.search(leaf, parent, branch);
    return isNew ? before : predicted;
  }

  /** The node that takes the row on: the split itself, or what has replaced it. */
  private learnAtSplit(
    split: Split,
    parent: Split | undefined,
    branch: number,
    row: Float64Array,
    label: number,
    weight: number,
    at: number,
  ): StreamNode {
    if (split.stats === undefined) {
      split.weight += weight;
      return split;
    }
    if (split.counts.length < this.classes) {
      const counts = new Float64Array(this.classes);
      counts.set(split.counts);
      split.counts = counts;
      split.stats.widen(this.classes);
    }
    split.counts[label] += weight;
    split.stats.add(row, label, weight);
    const before = Math.floor(split.weight / this.revise);
    split.weight += weight;
    return Math.floor(split.weight / this.revise) > before ? this.revised(split, parent, branch, at) : split;
  }

  protected override search(leaf: Leaf, parent: Split | undefined, branch: number): void {
    leaf.examined = leaf.weight;
    if (isPure(leaf.counts)) return;
    const { options } = this.setup;
    const found = candidatesOf(leaf.stats!, options.thresholds);
    leaf.merits ??= new Float64Array(this.setup.kinds.count);
    leaf.searches++;
    for (const { test, merit } of found) leaf.merits[test.attribute] += merit;
    const best = bestOf(found);
    if (best === undefined) return;
    const bound = hoeffdingBound(leaf.counts.length, options.delta, leaf.weight);
    const mean = leaf.merits[best.test.attribute] / leaf.searches;
    if (mean > bound || bound < options.tie) this.split(leaf, best, parent, branch);
  }

  protected override split(leaf: Leaf, best: Candidate, parent: Split | undefined, branch: number): Split {
    const split = super.split(leaf, best, parent, branch);
    split.stats = leaf.stats;
    split.merits = leaf.merits;
    split.searches = leaf.searches;
    return split;
  }

  /** Replaces the test of a split by a better one, or the split by a leaf if none is. */
  private revised(split: Split, parent: Split | undefined, branch: number, at: number): StreamNode {
    const { options } = this.setup;
    const found = candidatesOf(split.stats!, options.thresholds);
    split.merits ??= new Float64Array(this.setup.kinds.count);
    split.searches++;
    for (const { test, merit } of found) split.merits[test.attribute] += merit;
    const best = bestOf(found);
    const bound = hoeffdingBound(split.counts.length, options.delta, split.weight);
    const current = split.merits[split.test.attribute] / split.searches;
    if (best === undefined) return split;
    const ahead = split.merits[best.test.attribute] / split.searches - current;
    const isBetter = ahead > bound || (bound < options.tie && ahead > options.tie / 2);
    if (!isBetter || best.test.attribute === split.test.attribute) return split;
    this.revisions++;
    const made = new Split(
      best.test,
      best.merit,
      best.branches.map((counts) => this.newLeaf(counts.slice())),
      split.counts,
      split.key,
    );
    made.stats = split.stats;
    made.merits = split.merits;
    made.searches = split.searches;
    this.replace(made, parent, branch);
    this.events.push({ kind: "drift", row: at + 1, what: "a test was replaced by a better one" });
    return made;
  }
}
