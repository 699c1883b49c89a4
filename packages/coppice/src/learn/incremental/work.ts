/** What revising a tree took. */
export interface Work {
  /** Nodes that a row passed, or whose test was examined again. */
  nodes: number;
  /** Attributes whose tests were compared again at a node. */
  tests: number;
  /** Pairs of nodes that changed places with the one above them. */
  transpositions: number;
  /** Rows that were moved to another branch one by one. */
  moved: number;
}

export function noWork(): Work {
  return { nodes: 0, tests: 0, transpositions: 0, moved: 0 };
}

export function addWork(total: Work, more: Readonly<Work>): void {
  total.nodes += more.nodes;
  total.tests += more.tests;
  total.transpositions += more.transpositions;
  total.moved += more.moved;
}

export function workSince(now: Readonly<Work>, before: Readonly<Work>): Work {
  return {
    nodes: now.nodes - before.nodes,
    tests: now.tests - before.tests,
    transpositions: now.transpositions - before.transpositions,
    moved: now.moved - before.moved,
  };
}
