import { firstBy } from "./firstBy.js";
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
  const worth = (node: GrowNode) => node.planned!.gain * node.judgedWeight;
  const queue = firstBy<GrowNode>((a, b) => worth(a) > worth(b) || (worth(a) === worth(b) && a.id < b.id));
  return {
    get size() {
      return queue.size;
    },
    push: queue.push,
    take: () => [queue.take()],
  };
}
