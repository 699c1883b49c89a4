import { seedWithRoot } from "../../base/nodeRandom.js";
import { growForest } from "../../kernels/drivers/forest/growForest.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import { joinPacked } from "../../model/joinPacked.js";
import type { PackedTrees } from "../../model/packed.js";
import type { Entries } from "../memory/entries.js";
import type { DrawnTreesRequest } from "../port.js";
import type { CodedRows } from "./columns.js";
import { pulledProblem } from "./pull.js";

/** Trees of nodes whose rows fit here, by the kernels that grow forests: as many nodes are pulled at a time as fit together. */
export function drawnTrees(
  source: CodedRows,
  { nodes, rules }: DrawnTreesRequest,
  entriesOf: (node: number) => Entries,
  team?: Team,
): (PackedTrees | undefined)[] {
  if (!kernelsUsable() || !isSimple(source)) return nodes.map(() => undefined);
  const trees: (PackedTrees | undefined)[] = [];
  const attributes = source.task.attributes.map((_, a) => a);
  for (let from = 0; from < nodes.length; ) {
    let to = from;
    let rows = 0;
    do rows += entriesOf(nodes[to++].node).rows.length;
    while (to < nodes.length && rows + entriesOf(nodes[to].node).rows.length <= source.mostPulled);
    const group = nodes.slice(from, to).map((one) => ({ ...one, rows: entriesOf(one.node).rows }));
    const counts = group.map((one) => countsOf(source.weights, one.rows));
    const pulled = pulledProblem(
      source,
      group.map((one) => ({ rows: one.rows, attributes })),
    );
    group.forEach(({ node, key, depth }, i) => {
      const own = counts[i];
      const { maxDepth } = rules;
      const left = { ...rules, ...(maxDepth !== undefined && { maxDepth: maxDepth - depth }) };
      const member = { seed: seedWithRoot(key), ...(own && { counts: own }) };
      const isWhole = entriesOf(node).parts === undefined && own !== null;
      const grown = isWhole ? ifItFits(() => [...treesOf(pulled[i], left, member, team)]) : undefined;
      trees.push(grown?.[0]);
    });
    from = to;
  }
  return trees;
}

/** Copied: their memory is used again. */
function* treesOf(
  problem: Parameters<typeof growForest>[0],
  rules: DrawnTreesRequest["rules"],
  member: Parameters<typeof growForest>[2][number],
  team: Team | undefined,
): Generator<PackedTrees> {
  for (const { pack } of growForest(problem, rules, [member], team)) yield joinPacked([pack]);
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
