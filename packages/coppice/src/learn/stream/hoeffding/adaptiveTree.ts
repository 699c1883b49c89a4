import { log } from "../../../base/exp.js";
import { Draws } from "../../../base/nodeRandom.js";
import { Adwin } from "./adwin.js";
import { ALTERNATE, HoeffdingTree, type TreeSetup } from "./hoeffdingTree.js";
import { poissonCounts } from "./poisson.js";
import { greatest, type Leaf, type Split, type StreamNode } from "./streamNode.js";

/** Rows that both trees must have predicted before they are compared, and the confidence of the comparison. */
const LEAST_ROWS = 300;
const COMPARISON = 0.05;

/**
 * HAT (Bifet and Gavaldà 2009): every split watches the errors of its subtree by ADWIN. If they rise, another tree begins to
 * grow beside it, and replaces it once it errs less. Rows count as often as a Poisson distribution of mean 1 says.
 */
export class AdaptiveTree extends HoeffdingTree {
  alternates = 0;
  replaced = 0;
  private readonly times = poissonCounts(1);

  constructor(
    setup: TreeSetup,
    private readonly drift: number,
  ) {
    super(setup);
  }

  override learn(row: Float64Array, label: number, weight: number, at: number): number {
    this.meetClass(label);
    // Depends on the row alone, so nothing about it needs to be kept.
    const times = this.times(new Draws((this.setup.seed + Math.imul(at, 0x9e3779b9)) | 0).next());
    return this.learnBelow(this.root, undefined, -1, row, label, weight * Math.max(1, times), at);
  }

  /** Learns a row in a subtree, which is where the slot says, and returns what the subtree predicted. */
  private learnBelow(
    node: StreamNode,
    parent: Split | undefined,
    branch: number,
    row: Float64Array,
    label: number,
    weight: number,
    at: number,
  ): number {
    if (node.isLeaf) return this.learnLeaf(node, parent, branch, row, label, weight);
    node.weight += weight;
    const next = node.branch(row);
    const child = node.children[next];
    const below = child ?? this.newBranch(node, next);
    const said = this.learnBelow(below, node, next, row, label, weight, at);
    const predicted = child === undefined ? greatest(node.counts, 0) : said;
    this.watch(node, predicted !== label, at);
    if (node.alternate) {
      this.learnBelow(node.alternate, node, ALTERNATE, row, label, weight, at);
      this.compare(node, parent, branch, at);
    }
    return predicted;
  }

  private learnLeaf(
    leaf: Leaf,
    parent: Split | undefined,
    branch: number,
    row: Float64Array,
    label: number,
    weight: number,
  ): number {
    const predicted = this.learnAt(leaf, row, label, weight);
    leaf.errors?.add(predicted === label ? 0 : 1);
    if (this.isDue(leaf)) this.search(leaf, parent, branch);
    return predicted;
  }

  /** Begins another tree if the errors of this one rise. */
  private watch(split: Split, isWrong: boolean, at: number): void {
    split.errors ??= new Adwin(this.drift);
    const before = split.errors.mean;
    const hasChanged = split.errors.add(isWrong ? 1 : 0);
    if (!hasChanged || split.errors.mean <= before || split.alternate) return;
    const leaf = this.newLeaf(new Float64Array(this.classes));
    leaf.errors = new Adwin(this.drift);
    split.alternate = leaf;
    this.alternates++;
    this.events.push({
      kind: "warning",
      row: at + 1,
      what: "errors rose below a split: another tree begins",
    });
  }

  /** Keeps the better of the two trees, once one is. */
  private compare(split: Split, parent: Split | undefined, branch: number, at: number): void {
    const alternate = split.alternate!;
    const own = split.errors!;
    const other = alternate.errors;
    if (other === undefined || own.width <= LEAST_ROWS || other.width <= LEAST_ROWS) return;
    const share = own.mean;
    const bound = Math.sqrt(
      2 * share * (1 - share) * log(2 / COMPARISON) * (1 / own.width + 1 / other.width),
    );
    if (share - other.mean > bound) {
      this.replace(alternate, parent, branch);
      this.replaced++;
      this.events.push({ kind: "drift", row: at + 1, what: "a subtree was replaced by one that errs less" });
    } else if (other.mean - share > bound) split.alternate = undefined;
  }
}
