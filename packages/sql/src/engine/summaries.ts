import type { RankWeights, Statistic, Summary } from "coppice/engine";
import { allRows } from "../connection/results.js";
import { rankOf } from "./codedTest.js";
import type { Entries } from "./entries.js";
import { inNodes, overEntries, sumColumns } from "./sums.js";

/** A summary in the making. */
interface Sums {
  rows: number;
  weight: number;
  readonly sums: Float64Array;
  least: number;
  greatest: number;
  /** Weights by target, where they are asked for. */
  readonly byTarget: Map<number, number>;
}

/** What is in each of these nodes; nodes without rows have empty summaries. */
export async function summariesOf(
  entries: Entries,
  nodes: readonly number[],
  statistic: Statistic,
): Promise<Summary[]> {
  const { rows } = entries;
  const { target } = rows;
  const width =
    statistic === "classes" && target.kind === "classes" ? target.classes : statistic === "moments" ? 3 : 0;
  const found = new Map<number, Sums>();
  const sumsAt = (node: number) => {
    let sums = found.get(node);
    if (sums === undefined) {
      sums = {
        ...{ rows: 0, weight: 0, sums: new Float64Array(width) },
        ...{ least: Number.POSITIVE_INFINITY, greatest: Number.NEGATIVE_INFINITY, byTarget: new Map() },
      };
      found.set(node, sums);
    }
    return sums;
  };
  const statement = overEntries(entries, (from, areFractions) => {
    const { by, sums } = sumColumns(statistic, rows, areFractions);
    const groups = ["node", ...by];
    const selected = ["node", ...by.map((column) => rows.connection.dialect.asDouble(column)), ...sums];
    return `SELECT ${selected.join(", ")} FROM ${from} WHERE ${inNodes(nodes)} GROUP BY ${groups.join(", ")}`;
  });
  const result = await allRows(rows.connection, statement);
  const columns = Array.from({ length: statistic === "moments" ? 7 : 4 }, (_, i) => result.numbers(i));
  for (let i = 0; i < result.rows; i++) {
    const sums = sumsAt(columns[0][i]);
    if (statistic === "moments") {
      const [, count, weight, m1, m2, least, greatest] = columns;
      sums.rows += count[i];
      sums.weight += weight[i];
      sums.sums[0] += weight[i];
      sums.sums[1] += m1[i];
      sums.sums[2] += m2[i];
      sums.least = Math.min(sums.least, least[i]);
      sums.greatest = Math.max(sums.greatest, greatest[i]);
    } else {
      const [, t, count, weight] = columns;
      sums.rows += count[i];
      sums.weight += weight[i];
      if (statistic === "classes") sums.sums[t[i]] += weight[i];
      else sums.byTarget.set(t[i], (sums.byTarget.get(t[i]) ?? 0) + weight[i]);
      sums.least = Math.min(sums.least, t[i]);
      sums.greatest = Math.max(sums.greatest, t[i]);
    }
  }
  return nodes.map((node) => {
    const { rows: count, weight, sums, least, greatest, byTarget } = sumsAt(node);
    const summary = { rows: count, weight, pure: count === 0 || least === greatest, sums };
    return statistic === "ranks" ? { ...summary, ranks: ranksOf(byTarget, entries) } : summary;
  });
}

/** Weights by the rank of the target, ascending. */
export function ranksOf(
  byTarget: ReadonlyMap<number, number>,
  { rows: { target } }: Pick<Entries, "rows">,
): RankWeights {
  if (target.kind !== "values") throw new Error("ranks need a numeric target");
  const present = [...byTarget].filter(([, weight]) => weight > 0).sort(([a], [b]) => a - b);
  return {
    ranks: Int32Array.from(present, ([u]) => rankOf(target.units, u)),
    weights: Float64Array.from(present, ([, weight]) => weight),
  };
}
