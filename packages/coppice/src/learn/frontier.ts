import type { GrowNode } from "./growNode.js";

/** The nodes that are still to be split, and which come next. */
export interface Frontier {
  readonly size: number;
  push(node: GrowNode): void;
  /** The nodes to divide together now. */
  take(): GrowNode[];
}

/** One node at a time, the most recent branch first: its rows are near each other in memory. */
export function depthFirst(): Frontier {
  const stack: GrowNode[] = [];
  return {
    get size() {
      return stack.length;
    },
    push: (node) => stack.push(node),
    take: () => stack.splice(-1),
  };
}

/** A whole level at once: a database answers one statement per level. */
export function levelWise(): Frontier {
  let level: GrowNode[] = [];
  return {
    get size() {
      return level.length;
    },
    push: (node) => level.push(node),
    take() {
      const taken = level;
      level = [];
      return taken;
    },
  };
}

/** The node whose test removes most impurity (gain × weight) first, the older one on a tie. */
export function bestFirst(): Frontier {
  const heap: GrowNode[] = [];
  const worth = (node: GrowNode) => node.planned!.gain * node.judgedWeight;
  const before = (a: GrowNode, b: GrowNode) => worth(a) > worth(b) || (worth(a) === worth(b) && a.id < b.id);
  const swap = (i: number, j: number) => {
    [heap[i], heap[j]] = [heap[j], heap[i]];
  };
  const siftDown = () => {
    for (let i = 0; ; ) {
      const [l, r] = [2 * i + 1, 2 * i + 2];
      let first = i;
      if (l < heap.length && before(heap[l], heap[first])) first = l;
      if (r < heap.length && before(heap[r], heap[first])) first = r;
      if (first === i) return;
      swap(i, first);
      i = first;
    }
  };
  return {
    get size() {
      return heap.length;
    },
    push(node) {
      heap.push(node);
      for (let i = heap.length - 1; i > 0 && before(heap[i], heap[(i - 1) >> 1]); i = (i - 1) >> 1)
        swap(i, (i - 1) >> 1);
    },
    take() {
      swap(0, heap.length - 1);
      const best = heap.pop()!;
      siftDown();
      return [best];
    },
  };
}
