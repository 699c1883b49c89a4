import type { TreeModel } from "../../model/tree.js";
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

function countsOf({ facts }: MovableNode): Float64Array {
  if (facts === undefined || !("counts" in facts)) throw new Error("classes are pruned by errors");
  // A leaf without rows has the figures of its parent.
  return facts.weight > 0 ? Float64Array.from(facts.counts) : new Float64Array(facts.counts.length);
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
  const leaves: Float64Array[] = [];
  const stack = [...branch.branches];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (at.split) stack.push(...at.branches);
    else leaves.push(reached.get(at)?.counts ?? new Float64Array(node.counts.length));
  }
  const width = node.counts.length;
  const counts = new Float64Array(leaves.length * width);
  leaves.forEach((own, i) => {
    counts.set(own, i * width);
  });
  return counts;
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
  const none = new Float64Array(top.counts.length);
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
