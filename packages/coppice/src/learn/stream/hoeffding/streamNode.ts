import type { Adwin } from "./adwin.js";
import type { StreamTest } from "./candidates.js";
import type { LeafStats } from "./leafStats.js";

/** A tree that grows with a stream: leaves remember their rows in sums, splits send rows on. */
export type StreamNode = Leaf | Split;

export class Leaf {
  readonly isLeaf = true as const;
  /** The weight of all rows, with what the parent estimated for this branch. */
  weight = 0;
  /** The weight at which the last search for a split took place. */
  examined: number;
  /** The weight of rows that the majority, and that naive Bayes, would have predicted right. */
  majority = 0;
  bayes = 0;
  /** Absent: the leaf is not active, and only counts. */
  stats: LeafStats | undefined;
  /** Of a leaf that stands in for a subtree: its recent errors. */
  errors: Adwin | undefined;
  /** By attribute the sum of the gains of all searches so far, if the learner averages them. */
  merits: Float64Array | undefined;
  searches = 0;

  constructor(
    /** The weight of each class. */
    public counts: Float64Array,
    /** What random draws at this leaf depend on. */
    readonly key: number,
  ) {
    for (let k = 0; k < counts.length; k++) this.weight += counts[k];
    this.examined = this.weight;
  }
}

export class Split {
  readonly isLeaf = false as const;
  /** The weight of the rows that came by, and those before the split. */
  weight: number;
  /** What the leaf remembered before it was split, and goes on remembering if the test may be replaced. */
  stats: LeafStats | undefined;
  merits: Float64Array | undefined;
  searches = 0;
  /** The recent errors of the subtree, and a tree that may replace it. */
  errors: Adwin | undefined;
  alternate: StreamNode | undefined;

  constructor(
    readonly test: StreamTest,
    readonly gain: number,
    /** By branch; one that no row has taken may be absent. */
    readonly children: (StreamNode | undefined)[],
    /** The weight of each class: at the time of the split, or so far if the split goes on learning. */
    public counts: Float64Array,
    readonly key: number,
  ) {
    this.weight = 0;
    for (let k = 0; k < counts.length; k++) this.weight += counts[k];
  }

  /** The branch of a row; a missing value follows most rows. */
  branch(row: Float64Array): number {
    const { test } = this;
    const cell = row[test.attribute];
    if (Number.isNaN(cell)) return this.heaviest();
    if (test.kind === "threshold") return cell <= test.threshold ? 0 : 1;
    return test.kind === "levels" ? cell : cell === test.level ? 0 : 1;
  }

  /** The branch with the greatest weight, the first of equal ones. */
  heaviest(): number {
    let best = -1;
    let most = -1;
    for (let i = 0; i < this.children.length; i++) {
      const weight = this.children[i]?.weight ?? -1;
      if (weight > most) {
        most = weight;
        best = i;
      }
    }
    return best;
  }
}

/** Every node below and including this one, alternates last. */
export function eachNode(node: StreamNode | undefined, visit: (node: StreamNode) => void): void {
  if (node === undefined) return;
  visit(node);
  if (node.isLeaf) return;
  for (const child of node.children) eachNode(child, visit);
  eachNode(node.alternate, visit);
}

/** The code of the greatest entry, the first of equal ones; -1 if none is above the least value. */
export function greatest(values: Float64Array, above: number, length = values.length): number {
  let best = -1;
  let most = above;
  for (let k = 0; k < length; k++) {
    if (values[k] > most) {
      most = values[k];
      best = k;
    }
  }
  return best;
}
