import type { StreamState } from "../streamLearner.js";
import { Adwin } from "./adwin.js";
import type { StreamTest } from "./candidates.js";
import type { HoeffdingTree } from "./hoeffdingTree.js";
import { LeafStats } from "./leafStats.js";
import { Leaf, Split, type StreamNode } from "./streamNode.js";

/** Figures of a tree besides its nodes; subclasses have more. */
const COUNTERS = [
  ...(["classes", "splits", "made", "rows"] as const),
  ...(["bytes", "inactive", "leafBytes", "counted", "uncounted"] as const),
] as const;

type Counters = Record<string, number>;

/** All that a tree knows. `more` names further counters of it. */
export function treeState(tree: HoeffdingTree, more: readonly string[] = []): StreamState {
  const counters = tree as unknown as Counters;
  const figures = Object.fromEntries([...COUNTERS, ...more].map((name) => [name, counters[name]]));
  return { ...figures, root: nodeState(tree.root) };
}

/** Gives a new tree what another one knew. */
export function restoreTree<T extends HoeffdingTree>(
  tree: T,
  saved: StreamState,
  more: readonly string[] = [],
): T {
  const { root, ...figures } = saved as Readonly<Record<string, StreamState>>;
  const counters = tree as unknown as Counters;
  tree.meetClass((figures.classes as number) - 1);
  for (const name of [...COUNTERS, ...more]) counters[name] = figures[name] as number;
  tree.root = nodeFrom(root);
  return tree;
}

function nodeState(node: StreamNode): StreamState {
  const { counts, key, weight, searches } = node;
  const shared = {
    ...{ counts, key, weight, searches },
    stats: node.stats?.state() ?? null,
    errors: node.errors?.state() ?? null,
    merits: node.merits ?? null,
  };
  if (node.isLeaf) {
    const { examined, majority, bayes } = node;
    return { ...shared, examined, majority, bayes };
  }
  return {
    ...shared,
    test: { ...node.test },
    gain: node.gain,
    children: node.children.map((child) => (child ? nodeState(child) : null)),
    alternate: node.alternate ? nodeState(node.alternate) : null,
  };
}

interface SavedNode {
  readonly counts: Float64Array;
  readonly key: number;
  readonly weight: number;
  readonly searches: number;
  readonly stats: StreamState;
  readonly errors: StreamState;
  readonly merits: Float64Array | null;
  readonly examined: number;
  readonly majority: number;
  readonly bayes: number;
  readonly test?: StreamTest;
  readonly gain: number;
  readonly children: readonly StreamState[];
  readonly alternate: StreamState;
}

function nodeFrom(state: StreamState): StreamNode {
  const saved = state as unknown as SavedNode;
  const node = saved.test ? splitFrom(saved, saved.test) : leafFrom(saved);
  node.weight = saved.weight;
  node.searches = saved.searches;
  node.stats = saved.stats === null ? undefined : LeafStats.from(saved.stats);
  node.errors = saved.errors === null ? undefined : Adwin.from(saved.errors);
  node.merits = saved.merits ?? undefined;
  return node;
}

function leafFrom({ counts, key, examined, majority, bayes }: SavedNode): Leaf {
  return Object.assign(new Leaf(counts, key), { examined, majority, bayes });
}

function splitFrom({ counts, key, gain, children, alternate }: SavedNode, test: StreamTest): Split {
  const below = children.map((child) => (child === null ? undefined : nodeFrom(child)));
  const split = new Split(test, gain, below, counts, key);
  if (alternate !== null) split.alternate = nodeFrom(alternate);
  return split;
}
