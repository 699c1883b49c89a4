import type { Division } from "coppice/engine";
import type { Dialect } from "../dialect/dialect.js";
import { type Entries, NOWHERE } from "./entries.js";
import { asInteger, rounded } from "./rounding.js";
import { inNodes } from "./sums.js";

/**
 * A query for the fractions that rows without a known branch are divided into, as C4.5 does: each branch takes its share of the
 * weight, rounded to the grid, as long as anything is left, and the last one the remainder, so that nothing is lost. The
 * arithmetic is that of the library's engines, in units of the grids. `table` is the scratch table that it reads.
 */
export async function sharedOut(
  entries: Entries,
  divisions: readonly Division[],
  target: string,
): Promise<{ readonly table: string; readonly pieces: string }> {
  const { rows, scratch } = entries;
  const nodes = divisions.map(({ node }) => node);
  const cells = [...entries.cellColumns, ...entries.momentColumns];
  const unit = String(1 / rows.task.weightQuantum);
  const selected = (from: string, weight: string) =>
    `SELECT node, ${[...cells, `${weight} AS w`].join(", ")} FROM ${from} WHERE ${inNodes(nodes)} AND ${target} = ${NOWHERE}`;
  const whole = selected(entries.whole, rows.isWeighted ? "w" : asInteger(unit));
  const parts = entries.fractions === undefined ? [] : [selected(entries.fractions, "w")];
  const open = [whole, ...parts].join(" UNION ALL ");
  const table = await scratch.create(
    "open",
    `SELECT *, row_number() OVER (ORDER BY node) AS number FROM (${open}) AS o`,
  );
  return { table, pieces: piecesOf(table, divisions, entries) };
}

/** Node, order of the branch, its node, its share, and whether it is the last. */
function sharesOf(divisions: readonly Division[], { double }: Dialect): string {
  const lines = divisions.flatMap(({ node, missing, branches }) => {
    const rule = missing.kind === "surrogates" ? missing.otherwise : missing;
    if (rule.kind !== "share") throw new Error("this division shares nothing out");
    const taking = rule.shares.map((_, b) => b).filter((b) => rule.shares[b] > 0);
    return taking.map((b, i) => {
      const isLast = i === taking.length - 1 ? 1 : 0;
      return `(${node}, ${b}, ${branches[b]}, ${double(rule.shares[b])}, ${isLast})`;
    });
  });
  return `(VALUES ${lines.join(", ")}) AS s(node, branch, child, share, is_last)`;
}

/**
 * What the branches before a branch wanted is summed by a window. Once that exceeds the weight, nothing is left for later ones,
 * so what they took follows from what they wanted.
 */
function piecesOf(open: string, divisions: readonly Division[], entries: Entries): string {
  const { dialect } = entries.rows.connection;
  const { cellColumns, momentColumns } = entries;
  const columns = ["w", ...momentColumns];
  const share = (column: string) => asInteger(rounded(`${dialect.asDouble(`o.${column}`)} * s.share`));
  const wanted = [
    ...["o.number", "s.branch", "s.child", "s.is_last"],
    ...[...cellColumns, ...columns].map((column) => `o.${column}`),
    `${share("w")} AS w_wanted`,
    ...momentColumns.map(
      (column) => `CASE WHEN ${share("w")} = 0 THEN 0 ELSE ${share(column)} END AS ${column}_wanted`,
    ),
  ];
  const asked = `SELECT ${wanted.join(", ")} FROM ${open} AS o JOIN ${sharesOf(divisions, dialect)} ON o.node = s.node`;
  const before = (column: string) =>
    `COALESCE(CAST(sum(${column}_wanted) OVER (PARTITION BY number ORDER BY branch ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS BIGINT), 0) AS ${column}_before`;
  const summed = `SELECT *, ${columns.map(before).join(", ")} FROM (${asked}) AS a`;
  const left = `SELECT *, GREATEST(0, w - w_before) AS w_left FROM (${summed}) AS b`;
  const taken = `SELECT *, CASE WHEN is_last = 1 THEN w_left ELSE LEAST(w_wanted, w_left) END AS w_taken FROM (${left}) AS c`;
  const moments = momentColumns.map(
    (column) =>
      `CASE WHEN w_taken = w_left THEN ${column} - ${column}_before ELSE ${column}_wanted END AS ${column}`,
  );
  const result = ["CAST(child AS INTEGER) AS node", ...cellColumns, "w_taken AS w", ...moments];
  return `SELECT ${result.join(", ")} FROM (${taken}) AS d WHERE w_taken > 0`;
}
