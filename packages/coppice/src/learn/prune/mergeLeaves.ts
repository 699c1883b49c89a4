import { isSplit, type TreeModel } from "../../model/tree.js";
import { parentsOf } from "../../model/walk.js";
import { cutAt } from "./cutAt.js";
import { costsAsLeaves } from "./measure.js";

export interface MergeLimits {
  /** Leaves are merged while that raises the impurity by no more than this share of the root's. */
  readonly maxIncrease?: number;
  /** Leaves are merged until there are no more than this. */
  readonly leaves?: number;
}

/**
 * Merges neighbouring leaves (D 8.3.4): of all tests whose branches are leaves, the one whose removal increases the
 * impurity (weight × impurity of the leaves) least is removed first; its node may then be merged in turn.
 */
export function mergeLeaves(model: TreeModel, { maxIncrease, leaves = 1 }: MergeLimits): TreeModel {
  const costs = costsAsLeaves(model, "impurity");
  const { parent } = parentsOf(model);
  const most = (maxIncrease ?? Number.POSITIVE_INFINITY) * costs[0] * (1 + 1e-9);
  const inner = Int32Array.from(model.nodes, (node) =>
    isSplit(node) ? node.branches.filter((branch) => isSplit(model.nodes[branch])).length : -1,
  );
  const queue = new Queue();
  const offer = (i: number) => {
    const node = model.nodes[i];
    if (isSplit(node) && inner[i] === 0) {
      queue.push(costs[i] - node.branches.reduce((sum, branch) => sum + costs[branch], 0), i);
    }
  };
  model.nodes.forEach((_, i) => {
    offer(i);
  });
  let count = model.nodes.reduce((sum, node) => sum + (isSplit(node) ? 0 : 1), 0);
  const cut: number[] = [];
  for (let next = queue.pop(); next !== undefined && count > leaves; next = queue.pop()) {
    if (next.rise > most) break;
    const node = model.nodes[next.node];
    count -= isSplit(node) ? node.branches.length - 1 : 0;
    cut.push(next.node);
    if (parent[next.node] < 0) break;
    inner[parent[next.node]]--;
    offer(parent[next.node]);
  }
  return cutAt(model, cut);
}

interface Entry {
  readonly rise: number;
  readonly node: number;
}

/** A binary heap: the least rise first, the later node on a tie. */
class Queue {
  private readonly heap: Entry[] = [];

  push(rise: number, node: number): void {
    const { heap } = this;
    let at = heap.length;
    const entry = { rise, node };
    heap.push(entry);
    while (at > 0 && before(entry, heap[(at - 1) >> 1])) {
      heap[at] = heap[(at - 1) >> 1];
      at = (at - 1) >> 1;
    }
    heap[at] = entry;
  }

  pop(): Entry | undefined {
    const { heap } = this;
    const top = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return top;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && before(heap[child + 1], heap[child])) child++;
      if (!before(heap[child], last)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return top;
  }
}

function before(a: Entry, b: Entry): boolean {
  return a.rise < b.rise || (a.rise === b.rise && a.node > b.node);
}
