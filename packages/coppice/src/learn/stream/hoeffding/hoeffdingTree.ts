import { branchKey, Draws, permutation, rootKey } from "../../../base/nodeRandom.js";
import type { StreamEvent } from "../streamLearner.js";
import { type AttributeKinds, kindsAmong } from "./attributeKinds.js";
import { hoeffdingBound } from "./bound.js";
import { type Candidate, candidatesOf } from "./candidates.js";
import type { HoeffdingOptions } from "./hoeffdingOptions.js";
import { LeafStats } from "./leafStats.js";
import { keepWithin, noteChange } from "./memory.js";
import { greatest, Leaf, Split, type StreamNode } from "./streamNode.js";

export interface TreeSetup {
  readonly kinds: AttributeKinds;
  readonly options: HoeffdingOptions;
  readonly seed: number;
  /** Attributes that a leaf looks at, drawn at random; absent: all. */
  readonly subspace?: number;
}

/** In place of a branch: what may replace the split itself. */
export const ALTERNATE = -1;
/** Rows between two counts of the bytes. */
const RECOUNT = 10_000;

/**
 * VFDT (Domingos and Hulten 2000): a leaf is split once Hoeffding's bound shows that the best test is the best, or that it
 * makes no difference. Rows are seen once and forgotten.
 */
export class HoeffdingTree {
  root: StreamNode;
  /** Classes that have occurred so far, as the greatest code plus 1. */
  classes = 0;
  /** Bytes of all nodes. */
  bytes = 0;
  inactive = 0;
  /** The most that an active leaf has taken. */
  leafBytes = 0;
  counted = 0;
  uncounted = 0;
  splits = 0;
  /** Leaves made so far: their keys follow from it. */
  made = 0;
  /** Rows learned so far. */
  rows = 0;
  events: StreamEvent[] = [];
  protected scratch = new Float64Array(0);
  /** What naive Bayes and the majority said of the last row at its leaf. */
  private saidBayes = -1;
  private saidMajority = -1;

  constructor(readonly setup: TreeSetup) {
    this.root = this.newLeaf(new Float64Array(0));
  }

  /** Makes room for a class. Called before the row is learned, so prediction never meets an unknown code. */
  meetClass(label: number): void {
    if (label < this.classes) return;
    this.classes = label + 1;
    this.scratch = new Float64Array(this.classes);
  }

  newLeaf(counts: Float64Array): Leaf {
    const key = branchKey(rootKey(this.setup.seed), this.made++);
    const leaf = new Leaf(counts, key);
    this.activate(leaf);
    return leaf;
  }

  activate(leaf: Leaf): void {
    const { kinds, subspace } = this.setup;
    const isAll = subspace === undefined || subspace >= kinds.count;
    const chosen = isAll ? kinds : kindsAmong([...drawn(kinds.count, subspace, leaf.key)], kinds.isNumeric);
    leaf.stats = new LeafStats(chosen, leaf.counts.length);
  }

  /** Learns a row, and returns what was predicted for it before. */
  learn(row: Float64Array, label: number, weight: number, _at: number): number {
    this.meetClass(label);
    let parent: Split | undefined;
    let branch = -1;
    let node: StreamNode | undefined = this.root;
    while (node !== undefined && !node.isLeaf) {
      node.weight += weight;
      parent = node;
      branch = node.branch(row);
      node = node.children[branch];
    }
    const isNew = node === undefined;
    const leaf = node ?? this.newBranch(parent!, branch);
    const predicted = this.learnAt(leaf, row, label, weight);
    if (this.isDue(leaf)) this.search(leaf, parent, branch);
    return isNew ? greatest(parent!.counts, 0) : predicted;
  }

  /** Once in a while the bytes are counted anew: what leaves remember grows with the levels that they meet. */
  afterRow(): void {
    if (++this.rows % RECOUNT === 0) keepWithin(this, this.setup.options.memory);
  }

  /** Learns a row at a leaf, and returns what the leaf predicted for it. */
  learnAt(leaf: Leaf, row: Float64Array, label: number, weight: number): number {
    this.widen(leaf);
    const predicted = this.predictAt(leaf, row);
    if (this.saidMajority === label) leaf.majority += weight;
    if (this.saidBayes === label) leaf.bayes += weight;
    leaf.counts[label] += weight;
    leaf.weight += weight;
    const { stats } = leaf;
    stats?.add(row, label, weight);
    return predicted;
  }

  protected isDue(leaf: Leaf): boolean {
    return leaf.stats !== undefined && leaf.weight - leaf.examined >= this.setup.options.grace;
  }

  /** What a leaf predicts for a row; -1 before its first row. */
  predictAt(leaf: Leaf, row: Float64Array): number {
    const { leaves } = this.setup.options;
    this.saidMajority = greatest(leaf.counts, 0);
    this.saidBayes = this.saidMajority;
    if (leaf.stats === undefined || leaves === "majority") return this.saidMajority;
    leaf.stats.scores(row, leaf.counts, this.scratch);
    const said = greatest(this.scratch, Number.NEGATIVE_INFINITY, leaf.counts.length);
    if (said >= 0) this.saidBayes = said;
    return this.byMajority(leaf) ? this.saidMajority : this.saidBayes;
  }

  /** Whether a leaf predicts its majority class rather than naive Bayes. */
  byMajority(leaf: Leaf): boolean {
    const { leaves } = this.setup.options;
    if (leaf.stats === undefined || leaves === "majority") return true;
    return leaves === "adaptive" && leaf.majority > leaf.bayes;
  }

  /** The leaf that a row comes to, or the split whose branch for it has had no row. */
  find(row: Float64Array): StreamNode {
    let node = this.root;
    while (!node.isLeaf) {
      const child: StreamNode | undefined = node.children[node.branch(row)];
      if (child === undefined) break;
      node = child;
    }
    return node;
  }

  private widen(leaf: Leaf): void {
    if (leaf.counts.length >= this.classes) return;
    const counts = new Float64Array(this.classes);
    counts.set(leaf.counts);
    leaf.counts = counts;
    leaf.stats?.widen(this.classes);
  }

  protected newBranch(parent: Split, branch: number): Leaf {
    const leaf = this.newLeaf(new Float64Array(this.classes));
    while (parent.children.length < branch) parent.children.push(undefined);
    parent.children[branch] = leaf;
    return leaf;
  }

  /** Looks for a test at a leaf, and splits it if one is good enough. */
  protected search(leaf: Leaf, parent: Split | undefined, branch: number): void {
    leaf.examined = leaf.weight;
    if (isPure(leaf.counts)) return;
    const { options } = this.setup;
    const found = candidatesOf(leaf.stats!, options.thresholds);
    const best = bestOf(found);
    if (best === undefined) return;
    const second = found.reduce(
      (most, { merit }, i) => (found[i] === best ? most : Math.max(most, merit)),
      0,
    );
    const bound = hoeffdingBound(leaf.counts.length, options.delta, leaf.weight);
    if (best.merit - second > bound || bound < options.tie) this.split(leaf, best, parent, branch);
  }

  protected split(leaf: Leaf, best: Candidate, parent: Split | undefined, branch: number): Split {
    const children = best.branches.map((counts) =>
      best.test.kind === "levels" && isEmpty(counts) ? undefined : this.newLeaf(counts.slice()),
    );
    const split = new Split(best.test, best.merit, children, leaf.counts, leaf.key);
    split.errors = leaf.errors;
    this.splits++;
    this.replace(split, parent, branch);
    return split;
  }

  /** Puts a node where another one was: at a branch, as the alternate of a split, or as the root. */
  protected replace(node: StreamNode, parent: Split | undefined, branch: number): void {
    let old: StreamNode | undefined = this.root;
    if (parent === undefined) this.root = node;
    else if (branch === ALTERNATE) {
      old = parent.alternate;
      parent.alternate = node;
    } else {
      old = parent.children[branch];
      parent.children[branch] = node;
    }
    noteChange(this, node, old, this.setup.options.memory);
  }
}

export function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined;
  for (const candidate of candidates) if (candidate.merit > (best?.merit ?? 0)) best = candidate;
  return best;
}

export function isPure(counts: Float64Array): boolean {
  let classes = 0;
  for (let k = 0; k < counts.length; k++) if (counts[k] > 0) classes++;
  return classes < 2;
}

function isEmpty(counts: Float64Array): boolean {
  return counts.every((weight) => weight === 0);
}

/** So many attributes of all, in ascending order. */
function drawn(count: number, some: number, key: number): Int32Array {
  return permutation(count, new Draws(key)).slice(0, some).sort();
}
