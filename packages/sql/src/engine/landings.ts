import { isSplit, type TreeNode } from "coppice";
import type { LandingsRequest, Summary } from "coppice/engine";
import { allRows } from "../connection/results.js";
import { type Landing, landingOf, type Stage } from "../tree/landing.js";
import { type CodedRows, codeColumn, codedCell } from "./coded.js";
import { integers, overCodes } from "./codedTest.js";
import { withStages } from "./hashSql.js";
import { movesOf, OWN_CODE } from "./moves.js";
import { inUnits } from "./rounding.js";
import { ranksOf } from "./summaries.js";

/** A node whose tests are over codes. */
export function codedNode(node: TreeNode, { attributes }: Pick<CodedRows, "attributes">): TreeNode {
  if (!isSplit(node)) return node;
  const test = (of: typeof node.test) => overCodes(of, attributes[of.attribute]);
  const { missing } = node;
  if (missing.kind !== "surrogates") return { ...node, test: test(node.test) };
  const surrogates = missing.surrogates.map((one) => ({ ...one, test: test(one.test) }));
  return { ...node, test: test(node.test), missing: { ...missing, surrogates } };
}

/** Rows on their way down a tree. */
function nestedLanding(nodes: readonly TreeNode[], rows: CodedRows): Landing {
  const { stages, place, leaves } = landingOf(
    { nodes: nodes.map((node) => codedNode(node, rows)) },
    "cells",
    integers(rows.connection.dialect),
  );
  const cells = [
    ...rows.attributes.map((_, a) => `${codedCell(rows, a)} AS ${codeColumn(a)}`),
    ...["t", ...(rows.isWeighted ? ["w"] : [])],
  ];
  const given = { name: "cells", query: `SELECT ${cells.join(", ")} FROM ${rows.table}` };
  return { stages: [given, ...stages], place, leaves };
}

/**
 * The same by a step for each level, which looks up where rows of its nodes go: nested comparisons of a large tree take long to
 * plan. Nodes are numbered level by level.
 */
function steppedLanding(nodes: readonly TreeNode[], rows: CodedRows): Landing | undefined {
  const order = [0];
  const stages: Stage[] = [{ name: "step0", query: `SELECT *, 0 AS place0 FROM ${rows.table}` }];
  for (let from = 0; from < order.length; ) {
    const to = order.length;
    const divisions = [];
    for (let place = from; place < to; place++) {
      const node = nodes[order[place]];
      if (!isSplit(node)) continue;
      const branches = node.branches.map((branch) => order.push(branch) - 1);
      divisions.push({ node: place, test: node.test, missing: node.missing, branches });
    }
    from = to;
    if (divisions.length === 0) break;
    const step = stages.length;
    const before = `place${step - 1}`;
    const moves = movesOf(divisions, rows, before, 1);
    if (moves === undefined) return undefined;
    const inner = `SELECT *, ${moves.code} AS ${OWN_CODE} FROM step${step - 1}`;
    const kept = [
      ...rows.attributes.map((_, a) => codeColumn(a)),
      ...["t", ...(rows.isWeighted ? ["w"] : [])],
    ].join(", ");
    stages.push({
      name: `step${step}`,
      query: `SELECT ${kept}, ${moves.node} AS place${step} FROM (${inner}) AS s`,
    });
  }
  return { stages, place: `place${stages.length - 1}`, leaves: order };
}

/** By node of a tree, what is in the rows that end there: by one statement that sends each row down the tree. */
export async function landingsOf(
  rows: CodedRows,
  { nodes, statistic }: Pick<LandingsRequest, "nodes" | "statistic">,
): Promise<Summary[]> {
  const { connection, target, task } = rows;
  const { dialect } = connection;
  const { stages: all, place, leaves } = steppedLanding(nodes, rows) ?? nestedLanding(nodes, rows);
  const count = dialect.asDouble("count(*)");
  const weight = rows.isWeighted ? inUnits("sum(w)", task.weightQuantum, dialect) : count;
  const sums = [dialect.asDouble(place), dialect.asDouble("t"), count, weight];
  const query = `SELECT ${sums.join(", ")} FROM ${all[all.length - 1].name} GROUP BY ${place}, t`;
  const result = await allRows(connection, withStages(all, query));
  const width = statistic === "classes" && target.kind === "classes" ? target.classes : 0;
  const found = nodes.map(() => ({
    ...{ rows: 0, weight: 0, sums: new Float64Array(width) },
    byTarget: new Map<number, number>(),
  }));
  const [places, targets, counts, weights] = [0, 1, 2, 3].map((column) => result.numbers(column));
  for (let i = 0; i < result.rows; i++) {
    const at = found[leaves[places[i]]];
    at.rows += counts[i];
    at.weight += weights[i];
    if (width > 0) at.sums[targets[i]] += weights[i];
    at.byTarget.set(targets[i], weights[i]);
  }
  return found.map(({ byTarget, ...summary }) => ({
    ...summary,
    pure: byTarget.size <= 1,
    ...(statistic === "ranks" && { ranks: ranksOf(byTarget, { rows }) }),
  }));
}
