import type { DataHandle } from "../../engine/data.js";
import { ask, type Conversation, type EngineFacts, type Tally } from "../../engine/port.js";
import { plainRule } from "../../model/surrogates.js";
import type { MissingRule, SplitNode } from "../../model/tree.js";
import { ruleFor } from "./listMovableTree.js";
import type { MovableNode } from "./movableTree.js";

/** Nodes, each with the branch that it is replaced by: all its rows go down that branch. None is below another. */
export type Raised = ReadonlyMap<MovableNode, MovableNode>;

/** What comes to a node. */
export interface Reached {
  readonly counts: Float64Array;
  /** Of the test that divides the rows there; absent for leaves, and where no row comes. */
  readonly missing?: MissingRule;
}

interface Place {
  readonly node: MovableNode;
  /** Whether it has other rows than before. */
  readonly isOther: boolean;
  /** Its number in the engine. */
  readonly id: number;
  readonly counts: Float64Array;
  readonly rows: number;
}

interface Divided extends Place {
  readonly split: SplitNode;
  readonly branches: readonly MovableNode[];
}

/**
 * Sends the rows of an engine down a tree again, level by level, with some nodes raised, and tells what comes to the nodes on the way
 * and below. Where nothing is raised, no row is moved.
 */
export function* replayTree(
  root: MovableNode,
  raised: Raised,
  facts: EngineFacts,
  hasGaps: DataHandle["hasGaps"],
): Conversation<Map<MovableNode, Reached>> {
  const reached = new Map<MovableNode, Reached>();
  const leading = nodesAbove(root, raised);
  let next = 1;
  let level: Place[] = [{ node: root, isOther: raised.has(root), id: 0, counts: root.counts, rows: 1 }];
  for (;;) {
    const divided = level.flatMap((place) => dividedAt(place, raised, leading));
    const rules = yield* rulesOf(divided, facts, hasGaps);
    const divisions = divided.map((one) => {
      const { id, split } = one;
      const branches = split.branches.map(() => next++);
      return { node: id, test: split.test, missing: rules.get(one) ?? split.missing, branches };
    });
    for (const { node, counts } of level) reached.set(node, { counts });
    if (divided.length === 0) return reached;
    const parts = yield* ask({ ask: "divide", statistic: "classes", divisions });
    level = divided.flatMap((one, i) => {
      const known = parts[i].map(({ weight }) => weight);
      const missing = rules.get(one) ?? renewed(one.split.missing, known);
      reached.set(one.node, { counts: one.counts, missing });
      return one.branches.map((node, b): Place => {
        const { sums: counts, rows } = parts[i][b];
        return { node, isOther: one.isOther || raised.has(node), id: divisions[i].branches[b], counts, rows };
      });
    });
  }
}

/** The nodes on the way to those that are raised. */
function nodesAbove(root: MovableNode, raised: Raised): Set<MovableNode> {
  const above = new Set<MovableNode>();
  const parents = new Map<MovableNode, MovableNode>();
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (raised.has(node))
      for (let at: MovableNode | undefined = node; at; at = parents.get(at)) above.add(at);
    for (const branch of node.branches) parents.set(branch, node);
    stack.push(...node.branches);
  }
  return above;
}

function dividedAt(place: Place, raised: Raised, leading: ReadonlySet<MovableNode>): Divided[] {
  const { node, isOther, rows } = place;
  const { split, branches } = raised.get(node) ?? node;
  if (split === undefined || rows === 0 || !(isOther || leading.has(node))) return [];
  return [{ ...place, split, branches }];
}

/** Where rows without a value go, if other rows than before are divided and some of them lack it: by shares of those that have it. */
function* rulesOf(
  divided: readonly Divided[],
  { attributes }: EngineFacts,
  hasGaps: DataHandle["hasGaps"],
): Conversation<Map<Divided, MissingRule>> {
  const wanted = divided.filter(
    ({ isOther, split }) =>
      isOther && hasGaps(split.test.attribute) && plainRule(split.missing).kind === "share",
  );
  if (wanted.length === 0) return new Map();
  // Whichever attribute is tallied, the sums over its codes are those of the branches.
  const fewest = attributes.reduce((best, { codes }, a) => (codes < attributes[best].codes ? a : best), 0);
  const nodes = wanted.map(({ id, split: { test, branches } }) => {
    return { node: id, test, branches: branches.length, attributes: [fewest] };
  });
  const answers = yield* ask({ ask: "sides", nodes });
  return new Map(
    wanted.map((one, i) => {
      const [tally] = answers[i];
      return [one, renewed(one.split.missing, knownOf(tally, one.branches.length))];
    }),
  );
}

function knownOf({ cells, missing }: Tally, branches: number): number[] {
  const width = branches + 1;
  return Array.from({ length: branches }, (_, b) => {
    let sum = missing[b];
    for (let at = b; at < cells.length; at += width) sum += cells[at];
    return sum;
  });
}

function renewed(missing: MissingRule, known: readonly number[]): MissingRule {
  const rule = ruleFor(plainRule(missing), known);
  return missing.kind === "surrogates" ? { ...missing, otherwise: rule } : rule;
}
