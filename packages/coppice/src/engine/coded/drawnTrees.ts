import { seedWithRoot } from "../../base/nodeRandom.js";
import { growForest } from "../../kernels/drivers/forest/growForest.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import { joinPacked } from "../../model/joinPacked.js";
import type { PackedTrees } from "../../model/packed.js";
import type { Entries } from "../memory/entries.js";
import type { DrawnTreesRequest } from "../port.js";
import type { Problem } from "../problem.js";
import type { CodedRows } from "./columns.js";
import { pulledProblem } from "./pull.js";

/** Nodes per thread that are grown together: a thread that has finished one takes the next. */
const NODES_PER_THREAD = 2;

interface Node {
  /** Its place in the request. */
  readonly index: number;
  readonly key: number;
  readonly rows: Int32Array;
  /** How often each row counts; absent: once. */
  readonly counts?: Uint8Array;
}

/** Nodes of a level. Their rows are not the same ones: together they are pulled and sorted once. */
interface Group {
  readonly depth: number;
  readonly nodes: Node[];
  rows: number;
}

/** Trees of nodes whose rows fit here, by the kernels that grow forests: as many nodes are pulled at a time as fit together. */
export function drawnTrees(
  source: CodedRows,
  { nodes, rules }: DrawnTreesRequest,
  entriesOf: (node: number) => Entries,
  team?: Team,
): (PackedTrees | undefined)[] {
  const trees: (PackedTrees | undefined)[] = nodes.map(() => undefined);
  if (!kernelsUsable() || !isSimple(source)) return trees;
  const groups = groupsOf(source, nodes, entriesOf, NODES_PER_THREAD * (team?.size ?? 1));
  const attributes = source.task.attributes.map((_, a) => a);
  for (const together of inRoom(groups, source.mostPulled)) {
    const lists = together.map(({ nodes: own }) => jointRows(own.map(({ rows }) => rows)));
    const pulled = pulledProblem(
      source,
      lists.map((rows) => ({ rows, attributes })),
    );
    for (const [i, group] of together.entries()) {
      const { maxDepth } = rules;
      const left = { ...rules, ...(maxDepth !== undefined && { maxDepth: maxDepth - group.depth }) };
      const grown = ifItFits(() => treesOf(pulled[i], left, group.nodes, lists[i], team));
      grown?.forEach((tree, n) => {
        trees[group.nodes[n].index] = tree;
      });
    }
  }
  return trees;
}

/** Nodes of the same depth, so that the same rules hold, and not more than can be pulled at once. */
function groupsOf(
  source: CodedRows,
  nodes: DrawnTreesRequest["nodes"],
  entriesOf: (node: number) => Entries,
  most: number,
): Group[] {
  const groups: Group[] = [];
  for (const [index, { node, key, depth }] of nodes.entries()) {
    const { rows, parts } = entriesOf(node);
    const counts = countsOf(source.weights, rows);
    if (parts !== undefined || counts === null) continue;
    const own = { index, key, rows, ...(counts && { counts }) };
    const last = groups.at(-1);
    const isRoom = last && last.nodes.length < most && last.rows + rows.length <= source.mostPulled;
    if (isRoom && last.depth === depth) {
      last.nodes.push(own);
      last.rows += rows.length;
    } else groups.push({ depth, nodes: [own], rows: rows.length });
  }
  return groups;
}

/** What is pulled in one pass over the blocks. */
function* inRoom(groups: readonly Group[], most: number): Generator<Group[]> {
  for (let from = 0; from < groups.length; ) {
    let to = from;
    let rows = 0;
    do rows += groups[to++].rows;
    while (to < groups.length && rows + groups[to].rows <= most);
    yield groups.slice(from, to);
    from = to;
  }
}

/** Ascending. */
function jointRows(lists: readonly Int32Array[]): Int32Array {
  if (lists.length === 1) return lists[0];
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const rows of lists) {
    all.set(rows, at);
    at += rows.length;
  }
  return all.sort();
}

/** Copied: their memory is used again. */
function treesOf(
  problem: Problem,
  rules: DrawnTreesRequest["rules"],
  nodes: readonly Node[],
  all: Int32Array,
  team: Team | undefined,
): PackedTrees[] {
  const members = nodes.map(({ key, rows, counts }) => ({
    seed: seedWithRoot(key),
    ...((counts || nodes.length > 1) && {
      get counts() {
        return within(all, rows, counts);
      },
    }),
  }));
  const trees: PackedTrees[] = [];
  for (const { pack } of growForest(problem, rules, members, team)) trees.push(joinPacked([pack]));
  return trees;
}

/** How often the rows of a node count among all, none of the others. Both lists ascend. */
function within(all: Int32Array, rows: Int32Array, counts: Uint8Array | undefined): Uint8Array {
  if (all.length === rows.length && counts) return counts;
  const found = new Uint8Array(all.length);
  for (let i = 0, at = 0; i < rows.length; i++, at++) {
    while (all[at] < rows[i]) at++;
    found[at] = counts ? counts[i] : 1;
  }
  return found;
}

/** What the kernels cannot do whatever the rules are. */
function isSimple({ task, target }: CodedRows): boolean {
  if (task.attributes.some(({ type }) => type === "nominal")) return false;
  return target.kind === "classes" ? target.column.levels.length <= 65_535 : target.grid.quantum1 <= 1;
}

/** How often each row counts; undefined: once; null if weights are no such counts. */
function countsOf(weights: Float64Array | undefined, rows: Int32Array): Uint8Array | undefined | null {
  if (weights === undefined) return undefined;
  const counts = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    counts[i] = weights[rows[i]];
    if (counts[i] !== weights[rows[i]]) return null;
  }
  return counts;
}
