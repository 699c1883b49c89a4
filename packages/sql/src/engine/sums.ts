import type { Statistic } from "coppice/engine";
import type { CodedRows } from "./coded.js";
import type { Entries } from "./entries.js";
import { inUnits } from "./rounding.js";

/** Sums over groups of rows. Every group has its number of rows, its weight, and the least and the greatest target. */
export interface SumColumns {
  /** What rows are grouped by, besides what the request names. */
  readonly by: readonly string[];
  /** Expressions over a group. */
  readonly sums: readonly string[];
}

/**
 * The columns for a statistic. Class weights and weights by rank are groups of their own: (…, t) with a weight each. Moments
 * are three sums.
 */
export function sumColumns(statistic: Statistic, rows: CodedRows, areFractions: boolean): SumColumns {
  const { task, isWeighted, connection } = rows;
  const { asDouble } = connection.dialect;
  const weight =
    isWeighted || areFractions
      ? inUnits("sum(w)", task.weightQuantum, connection.dialect)
      : asDouble("count(*)");
  const count = asDouble("count(*)");
  if (statistic !== "moments") return { by: ["t"], sums: [count, weight] };
  if (task.target.kind !== "values") throw new Error("moments need a numeric target");
  const { quantum1, quantum2 } = task.target.grid;
  const moment = (column: string, quantum: number) => inUnits(`sum(${column})`, quantum, connection.dialect);
  return {
    by: [],
    sums: [
      count,
      weight,
      moment("m1", quantum1),
      moment("m2", quantum2),
      asDouble("min(t)"),
      asDouble("max(t)"),
    ],
  };
}

/** What a tally sums: as `sumColumns`, without the number of rows and the ends of the target. */
export function tallyColumns(
  statistic: Statistic,
  rows: CodedRows,
  areFractions: boolean,
): readonly string[] {
  const { sums } = sumColumns(statistic, rows, areFractions);
  return statistic === "moments" ? sums.slice(1, 4) : sums.slice(1);
}

/** A statement over whole rows and over fractions: the same groups may come from both, and are added by the caller. */
export function overEntries(
  entries: Entries,
  select: (from: string, areFractions: boolean) => string,
): string {
  const parts = [select(entries.whole, false)];
  if (entries.fractions !== undefined) parts.push(select(entries.fractions, true));
  return parts.join(" UNION ALL ");
}

/**
 * Rows of these nodes, and perhaps of others, which the caller leaves out: engines turn a list into a join, and compare with two
 * ends far faster. A level has consecutive numbers.
 */
export function inNodes(nodes: readonly number[]): string {
  const [least, most] = [Math.min(...nodes), Math.max(...nodes)];
  const isDense = most - least < 2 * new Set(nodes).size + 16;
  return isDense ? `node BETWEEN ${least} AND ${most}` : `node IN (${nodes.join(", ")})`;
}
