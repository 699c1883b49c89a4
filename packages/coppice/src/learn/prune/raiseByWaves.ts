import type { ClassFacts, TreeModel } from "../../model/tree.js";
import { heaviestBranch, verdictOn } from "./errorBased.js";
import type { ExpectedErrors } from "./errorBound.js";
import { type MovableNode, modelOfMovable, movableNodes } from "./movableTree.js";
import type { Raised, Reached } from "./replayTree.js";

/** What comes where if these nodes are raised, in the tree as it is now. */
export type Replay<S, R> = (root: MovableNode, raised: Raised) => Generator<S, Map<MovableNode, Reached>, R>;

/**
 * Error-based pruning of a tree whose rows are not here. Nodes of which all sons are judged are judged together: none is below
 * another, so what becomes of one does not matter to the others, and the rows are sent down the tree once for all of them.
 */
export function* raisedByWaves<S, R>(
  model: TreeModel,
  expected: ExpectedErrors,
  replay: Replay<S, R>,
): Generator<S, TreeModel, R> {
  const nodes = movableNodes(model);
  for (const node of nodes) node.counts = countsOf(node);
  const [root] = nodes;
  const judged = new Set<MovableNode>();
  for (let ready = readyNodes(root, judged); ready.length > 0; ready = readyNodes(root, judged)) {
    const heaviest = new Map(ready.map((node) => [node, node.branches[heaviestBranch(node)]]));
    const raised = new Map([...heaviest].filter(([, branch]) => branch.split !== undefined));
    const reached = raised.size > 0 ? yield* replay(root, raised) : new Map<MovableNode, Reached>();
    for (const [node, branch] of heaviest) {
      const verdict = verdictOn(node, countsIfRaised(node, branch, reached), expected);
      if (verdict === "leaf") Object.assign(node, { split: undefined, branches: [] });
      else if (verdict === "kept") judged.add(node);
      else raise(node, branch, reached, judged);
    }
  }
  return modelOfMovable({ model, root });
}

/** A leaf without rows has the figures of its parent. */
function countsOf({ facts }: MovableNode): Float64Array {
  const { weight, counts } = facts as ClassFacts;
  return Float64Array.from(counts, (count) => (weight > 0 ? count : 0));
}

/** Splits of which all sons are leaves or judged. */
function readyNodes(root: MovableNode, judged: ReadonlySet<MovableNode>): MovableNode[] {
  const ready: MovableNode[] = [];
  const isDone = (node: MovableNode) => node.split === undefined || judged.has(node);
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isDone(node)) continue;
    if (node.branches.every(isDone)) ready.push(node);
    else stack.push(...node.branches);
  }
  return ready;
}

/** Of the leaves below the branch, the last first. */
function countsIfRaised(
  node: MovableNode,
  branch: MovableNode,
  reached: ReadonlyMap<MovableNode, Reached>,
): Float64Array {
  if (branch.split === undefined) return node.counts;
  const none = node.counts.map(() => 0);
  const counts: number[] = [];
  const stack = [...branch.branches];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (at.split) stack.push(...at.branches);
    else counts.push(...(reached.get(at)?.counts ?? none));
  }
  return Float64Array.from(counts);
}

/** The node becomes its branch. What is below it has other rows, and is judged again. */
function raise(
  top: MovableNode,
  branch: MovableNode,
  reached: ReadonlyMap<MovableNode, Reached>,
  judged: Set<MovableNode>,
): void {
  top.split = branch.split;
  top.branches = branch.branches;
  const none = top.counts.map(() => 0);
  const stack = [top];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const found = reached.get(node);
    judged.delete(node);
    node.promise = undefined;
    if (node !== top) {
      node.facts = undefined;
      node.counts = found?.counts ?? none;
    }
    if (node.split && found?.missing) node.split = { ...node.split, missing: found.missing };
    stack.push(...node.branches);
  }
}
