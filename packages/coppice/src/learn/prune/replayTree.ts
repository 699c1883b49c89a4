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
  while (level.length > 0) {
    const divided = level.flatMap((place) => dividedAt(place, raised, leading));
    const rules = yield* rulesOf(divided, facts, hasGaps);
    const divisions = divided.map(({ id, split }, i) => {
      const branches = split.branches.map(() => next++);
      return { node: id, test: split.test, missing: rules[i] ?? split.missing, branches };
    });
    for (const { node, counts } of level) reached.set(node, { counts });
    if (divided.length === 0) break;
    const parts = yield* ask({ ask: "divide", statistic: "classes", divisions });
    level = divided.flatMap(({ node, isOther, split, branches, counts }, i) => {
      const known = parts[i].map(({ weight }) => weight);
      reached.set(node, { counts, missing: rules[i] ?? renewed(split.missing, known) });
      return branches.map((branch, b): Place => {
        const { sums, rows } = parts[i][b];
        const id = divisions[i].branches[b];
        return { node: branch, isOther: isOther || raised.has(branch), id, counts: sums, rows };
      });
    });
  }
  return reached;
}

/** The nodes on the way to those that are raised. */
function nodesAbove(root: MovableNode, raised: Raised): Set<MovableNode> {
  const above = new Set<MovableNode>();
  const path: MovableNode[] = [];
  const stack = [{ node: root, depth: 0 }];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { node, depth } = at;
    path.length = depth;
    path.push(node);
    if (raised.has(node)) for (const one of path) above.add(one);
    else for (const branch of node.branches) stack.push({ node: branch, depth: depth + 1 });
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
): Conversation<(MissingRule | undefined)[]> {
  const rules: (MissingRule | undefined)[] = divided.map(() => undefined);
  const wanted = divided.flatMap(({ isOther, split }, i) =>
    isOther && hasGaps(split.test.attribute) && plainRule(split.missing).kind === "share" ? [i] : [],
  );
  if (wanted.length === 0) return rules;
  // Whichever attribute is tallied, the sums over its codes are those of the branches.
  const fewest = attributes.reduce((best, { codes }, a) => (codes < attributes[best].codes ? a : best), 0);
  const nodes = wanted.map((i) => {
    const { id, split } = divided[i];
    return { node: id, test: split.test, branches: split.branches.length, attributes: [fewest] };
  });
  const answers = yield* ask({ ask: "sides", nodes });
  for (const [at, i] of wanted.entries()) {
    const { split } = divided[i];
    const [tally] = answers[at];
    rules[i] = renewed(split.missing, knownOf(tally, split.branches.length));
  }
  return rules;
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
