import { exp } from "../../../base/exp.js";
import { Draws, memberSeed } from "../../../base/nodeRandom.js";
import type { StreamEvent } from "../streamLearner.js";
import { Adwin } from "./adwin.js";
import { HoeffdingTree, type TreeSetup } from "./hoeffdingTree.js";
import { poissonCounts } from "./poisson.js";

export interface ForestSetup extends TreeSetup {
  readonly trees: number;
  /** The mean number of times that a row counts in a tree. */
  readonly times: number;
  /** The confidences of ADWIN: of a drift, and of the warning before it. */
  readonly drift: number;
  readonly warning: number;
}

/** A tree of the forest, with what watches it and what may replace it. */
export interface Member {
  tree: HoeffdingTree;
  drift: Adwin;
  warning: Adwin;
  /** The tree that has been growing since the last warning. */
  background: HoeffdingTree | undefined;
  /** Rows that the tree was asked about, and how many it got right. */
  asked: number;
  right: number;
  /** How many trees there have been in this place: their seeds follow from it. */
  grown: number;
}

/**
 * ARF (Gomes et al. 2017): Hoeffding trees that look at some attributes at each leaf and count each row a random number of
 * times. A tree whose errors may be rising gets a successor that grows in the background, and takes over if they are.
 */
export class AdaptiveForest {
  readonly members: Member[];
  events: StreamEvent[] = [];
  drifts = 0;
  warnings = 0;
  private readonly times: (bits: number) => number;
  private shares = new Float64Array(0);
  private votes = new Float64Array(0);

  constructor(readonly setup: ForestSetup) {
    this.times = poissonCounts(setup.times);
    this.members = Array.from({ length: setup.trees }, (_, m) => this.newMember(m));
  }

  private newMember(m: number): Member {
    return {
      tree: this.newTree(m, 0),
      drift: new Adwin(this.setup.drift),
      warning: new Adwin(this.setup.warning),
      ...{ background: undefined, asked: 0, right: 0, grown: 1 },
    };
  }

  private newTree(m: number, grown: number): HoeffdingTree {
    return this.treeOf(memberSeed(memberSeed(this.setup.seed, m), grown));
  }

  /** An empty tree. Memory is shared out evenly, with room for one tree in the background for each. */
  treeOf(seed: number): HoeffdingTree {
    const { options, kinds, subspace, trees } = this.setup;
    const memory = Math.floor(options.memory / (2 * trees));
    return new HoeffdingTree({ kinds, options: { ...options, memory }, seed, ...(subspace && { subspace }) });
  }

  /** Learns a row, and returns what was predicted for it before. */
  learn(row: Float64Array, label: number, weight: number, at: number): number {
    const predicted = this.predict(row, label);
    for (let m = 0; m < this.members.length; m++) {
      const bits = new Draws((memberSeed(this.setup.seed, m) + Math.imul(at, 0x9e3779b9)) | 0).next();
      const times = this.times(bits);
      if (times > 0) this.learnIn(m, row, label, weight * times, weight, at);
    }
    return predicted;
  }

  /** The class with the greatest sum of shares, each tree's times the share of rows that it has got right. */
  private predict(row: Float64Array, label: number): number {
    let known = 0;
    for (const { tree } of this.members) known = Math.max(known, tree.classes);
    if (this.votes.length < known) {
      this.votes = new Float64Array(known);
      this.shares = new Float64Array(known);
    }
    this.votes.fill(0);
    for (const member of this.members) {
      const said = sharesOf(member.tree, row, this.shares);
      if (said < 0) continue;
      const weight = trust(member);
      for (let k = 0; k < known; k++) this.votes[k] += weight * this.shares[k];
      member.asked++;
      if (said === label) member.right++;
    }
    let best = -1;
    for (let k = 0; k < known; k++) if (this.votes[k] > (best < 0 ? 0 : this.votes[best])) best = k;
    return best;
  }

  private learnIn(
    m: number,
    row: Float64Array,
    label: number,
    weight: number,
    once: number,
    at: number,
  ): void {
    const member = this.members[m];
    const { tree, background } = member;
    const said = tree.learn(row, label, weight, at);
    tree.afterRow();
    background?.learn(row, label, once, at);
    background?.afterRow();
    if (said < 0) return;
    const error = said === label ? 0 : 1;
    if (rises(member.warning, error)) {
      member.background = this.newTree(m, member.grown++);
      member.warning = new Adwin(this.setup.warning);
      this.warnings++;
    }
    if (rises(member.drift, error)) this.replace(m, at);
  }

  private replace(m: number, at: number): void {
    const member = this.members[m];
    member.tree = member.background ?? this.newTree(m, member.grown++);
    member.background = undefined;
    member.drift = new Adwin(this.setup.drift);
    member.warning = new Adwin(this.setup.warning);
    member.asked = 0;
    member.right = 0;
    this.drifts++;
    this.events.push({ kind: "drift", row: at + 1, what: `tree ${m + 1} was replaced` });
  }
}

/** The weight of a tree's answer: the share of rows that it got right. */
export function trust({ asked, right }: Pick<Member, "asked" | "right">): number {
  return right > 0 ? right / asked : 1;
}

/** Whether a change for the worse was noticed. */
function rises(window: Adwin, error: number): boolean {
  const before = window.mean;
  return window.add(error) && window.mean > before;
}

/** Logarithms of odds below this count as 0. */
const FAINT = -700;

/** What a tree predicts, and the shares that it gives to the classes; -1 if it has learned nothing. */
export function sharesOf(tree: HoeffdingTree, row: Float64Array, into: Float64Array): number {
  into.fill(0);
  const node = tree.find(row);
  const { counts } = node;
  if (node.isLeaf && !tree.byMajority(node)) {
    node.stats!.scores(row, counts, into);
    for (let k = counts.length; k < into.length; k++) into[k] = Number.NEGATIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < counts.length; k++) if (into[k] > most) most = into[k];
    if (most > Number.NEGATIVE_INFINITY) {
      for (let k = 0; k < into.length; k++) into[k] = into[k] < most + FAINT ? 0 : exp(into[k] - most);
      return normalised(into);
    }
    into.fill(0);
  }
  into.set(counts);
  return normalised(into);
}

function normalised(shares: Float64Array): number {
  let total = 0;
  let best = -1;
  for (let k = 0; k < shares.length; k++) {
    total += shares[k];
    if (shares[k] > (best < 0 ? 0 : shares[best])) best = k;
  }
  if (best >= 0) for (let k = 0; k < shares.length; k++) shares[k] /= total;
  return best;
}
