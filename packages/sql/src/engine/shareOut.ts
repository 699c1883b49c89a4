import type { Division } from "coppice/engine";
import { type Entries, NOWHERE } from "./entries.js";
import { asInteger, rounded } from "./rounding.js";
import { inNodes } from "./sums.js";

const STAGES = 64;

/**
 * Queries for the fractions that rows without a known branch are divided into, as C4.5 does: each branch takes its share of the
 * weight, rounded to the grid, and the last one the remainder, so that nothing is lost. The arithmetic is that of the
 * library's engines, in units of the grids. `tables` are the scratch tables that they read.
 */
export async function sharedOut(
  entries: Entries,
  divisions: readonly Division[],
  target: string,
): Promise<{ readonly tables: readonly string[]; readonly pieces: readonly string[] }> {
  const { rows, scratch } = entries;
  const nodes = divisions.map(({ node }) => node);
  const moments = entries.momentColumns;
  const cells = [...entries.cellColumns, ...moments];
  const unit = String(1 / rows.task.weightQuantum);
  const selected = (from: string, weight: string) =>
    `SELECT node, ${[...cells, `${weight} AS w`].join(", ")} FROM ${from} WHERE ${inNodes(nodes)} AND ${target} = ${NOWHERE}`;
  const whole = selected(entries.whole, rows.isWeighted ? "w" : asInteger(unit));
  const parts = entries.fractions === undefined ? [] : [selected(entries.fractions, "w")];
  const open = await scratch.create("open", [whole, ...parts].join(" UNION ALL "));
  const tables = [open];
  const pieces: string[] = [];
  for (const division of divisions) {
    const { last } = sharesOf(division);
    let cut = open;
    // Not all branches at once: parsers limit how deep statements are nested.
    for (let from = 0; from === 0 || from < last; from += STAGES) {
      cut = await scratch.create(
        "cut",
        cutQuery(division, cut, from, Math.min(from + STAGES, last), entries),
      );
      tables.push(cut);
    }
    pieces.push(piecesOf(division, cut, entries));
  }
  return { tables, pieces };
}

function sharesOf({ missing }: Division): { readonly shares: readonly number[]; readonly last: number } {
  const rule = missing.kind === "surrogates" ? missing.otherwise : missing;
  if (rule.kind !== "share") throw new Error("this division shares nothing out");
  return { shares: rule.shares, last: rule.shares.reduce((found, share, b) => (share > 0 ? b : found), 0) };
}

const restOf = (column: string, b: number) => (b === 0 ? column : `${column}_left${b}`);
const partOf = (column: string, b: number) => `${column}_part${b}`;

/** The rows of a divided node with the pieces of the branches [first, end), a stage each, and what is left after each. */
function cutQuery(
  division: Division,
  from: string,
  first: number,
  end: number,
  { rows, momentColumns }: Entries,
): string {
  const { dialect } = rows.connection;
  const { shares } = sharesOf(division);
  let stage = `SELECT * FROM ${from} WHERE node = ${division.node}`;
  for (let b = first; b < end; b++) {
    const share = dialect.double(shares[b]);
    const piece = (column: string) => asInteger(rounded(`${dialect.asDouble(column)} * ${share}`));
    const [taken, left] = [partOf("w", b), restOf("w", b)];
    const weight = `GREATEST(0, LEAST(${piece("w")}, ${left})) AS ${taken}`;
    const moments = momentColumns.map((column) => {
      const whole = `WHEN ${taken} = ${left} THEN ${restOf(column, b)}`;
      return `CASE WHEN ${taken} = 0 THEN 0 ${whole} ELSE ${piece(column)} END AS ${partOf(column, b)}`;
    });
    const after = ["w", ...momentColumns].map(
      (column) => `${restOf(column, b)} - ${partOf(column, b)} AS ${restOf(column, b + 1)}`,
    );
    stage = `SELECT *, ${weight} FROM (${stage}) AS w${b}`;
    if (moments.length > 0) stage = `SELECT *, ${moments.join(", ")} FROM (${stage}) AS m${b}`;
    stage = `SELECT *, ${after.join(", ")} FROM (${stage}) AS l${b}`;
  }
  return stage;
}

/** The pieces as rows, each in its branch. */
function piecesOf(division: Division, cut: string, { cellColumns, momentColumns }: Entries): string {
  const { last } = sharesOf(division);
  const pieceOf = (b: number) => {
    const name = (column: string) => (b === last ? restOf(column, b) : partOf(column, b));
    const sums = ["w", ...momentColumns].map((column) => `${name(column)} AS ${column}`);
    const columns = [`CAST(${division.branches[b]} AS INTEGER) AS node`, ...cellColumns, ...sums];
    return `SELECT ${columns.join(", ")} FROM ${cut} WHERE ${name("w")} > 0`;
  };
  return Array.from({ length: last + 1 }, (_, b) => pieceOf(b)).join(" UNION ALL ");
}
