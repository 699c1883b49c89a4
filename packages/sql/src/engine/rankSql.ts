import type { Dialect } from "../dialect/dialect.js";
import type { Stage } from "../tree/landing.js";
import { type Piece, type RankCells, rankCells } from "./rankCells.js";

/** A column of numbers that is to be replaced by how many edges are below each; NULL stays NULL. */
export interface Ranking {
  /** The column with the numbers, and the new one. */
  readonly x: string;
  readonly name: string;
  readonly edges: Float64Array;
  /** Between what the numbers are. */
  readonly range: readonly [least: number, greatest: number];
  /** Every number is an edge itself: then a cell with one edge tells all. */
  readonly areEdges?: boolean;
}

/**
 * One edge in each cell, or two, which costs one comparison more, and half as many cells. Measured in DuckDB, per number: looking up
 * a list takes 6 ns if it has 64 items, 13 ns with 1024, 40 ns with 4096; nested comparisons with 254 edges take 350 to 500 ns,
 * a join with a table of values 130 ns.
 */
const RULES = [
  { most: 1, cells: 2048, pieces: 4 },
  { most: 2, cells: 4096, pieces: 12 },
];

/** Ranks among more values are found by joins. */
const MOST_VALUES = 4096;

/** Whether the ranks of numbers among all their values are found by expressions faster than by a join. */
export function isRankable(values: Float64Array, { looksUp }: Dialect): boolean {
  if (!looksUp || values.length > MOST_VALUES) return false;
  return values.length === 0 || cellsOf(values, [values[0], values[values.length - 1]]) !== undefined;
}

/**
 * Stages after `from` that add columns with ranks; all columns of `from` stay. By arithmetic where the dialect looks lists up fast;
 * otherwise by halves.
 */
export function rankStages(
  rankings: readonly Ranking[],
  from: string,
  name: string,
  dialect: Dialect,
): Stage[] {
  const planned = rankings.map((ranking) => ({ ...ranking, cells: cellsFor(ranking, dialect) }));
  const stages: Stage[] = [];
  const add = (columns: readonly string[]) => {
    if (columns.length === 0) return;
    const before = stages.length === 0 ? from : stages[stages.length - 1].name;
    stages.push({
      name: `${name}${stages.length}`,
      query: `SELECT *, ${columns.join(", ")} FROM ${before}`,
    });
  };
  const byCells = planned.flatMap(({ cells, ...one }) => (cells ? [{ ...one, cells }] : []));
  add(byCells.map((one) => `${cellSql(one.x, one.cells.pieces, dialect)} AS ${one.name}_cell`));
  const steps = ({ areEdges, cells }: (typeof byCells)[number]) => cells.most - (areEdges ? 1 : 0);
  const columnAt = (one: (typeof byCells)[number], step: number) =>
    step === steps(one) ? one.name : `${one.name}_${step}`;
  add(
    byCells.map((one) => `${listed(one.cells.before, `${one.name}_cell`, dialect)} AS ${columnAt(one, 0)}`),
  );
  for (let step = 1; byCells.some((one) => steps(one) >= step); step++)
    add(
      byCells
        .filter((one) => steps(one) >= step)
        .map((one) => {
          const below = columnAt(one, step - 1);
          // The edge above all numbers is one that none exceeds.
          const next = dialect.itemOf([...one.edges, Number.MAX_VALUE], below);
          return `CAST(${below} AS INTEGER) + CASE WHEN ${one.x} > ${next} THEN 1 ELSE 0 END AS ${columnAt(one, step)}`;
        }),
    );
  add(
    planned
      .filter(({ cells }) => cells === undefined)
      .map((one) => `${rankByHalves(one.x, one.edges, dialect)} AS ${one.name}`),
  );
  return stages;
}

function cellsFor({ edges, range }: Ranking, { looksUp }: Dialect): RankCells | undefined {
  return looksUp ? cellsOf(edges, range) : undefined;
}

function cellsOf(edges: Float64Array, range: Ranking["range"]): RankCells | undefined {
  for (const rules of RULES) {
    const cells = rankCells(edges, range, rules);
    if (cells) return cells;
  }
  return undefined;
}

/** The number of the cell that a number is in. */
function cellSql(x: string, pieces: readonly Piece[], { double }: Dialect): string {
  const within = ({ low, scale, first }: Piece) => {
    const cell = `CAST(floor((${x} - ${double(low)}) * ${double(scale)}) AS INTEGER)`;
    return first === 0 ? cell : `${first} + ${cell}`;
  };
  const halved = (from: number, to: number): string => {
    if (to - from === 1) return within(pieces[from]);
    const middle = (from + to) >> 1;
    const isLow = `${x} <= ${double(pieces[middle - 1].high)}`;
    return `CASE WHEN ${isLow} THEN ${halved(from, middle)} ELSE ${halved(middle, to)} END`;
  };
  return halved(0, pieces.length);
}

function listed(list: readonly number[], place: string, dialect: Dialect): string {
  return dialect.itemOf(list, place, dialect.codeType(list[list.length - 1]));
}

/** How many edges are below a number, by halves; NULL for NULL. */
export function rankByHalves(x: string, edges: Float64Array, { double }: Dialect): string {
  const within = (from: number, to: number): string => {
    if (from === to) return String(from);
    const middle = (from + to) >> 1;
    return `CASE WHEN ${x} <= ${double(edges[middle])} THEN ${within(from, middle)} ELSE ${within(middle + 1, to)} END`;
  };
  return `CASE WHEN ${x} IS NULL THEN NULL ELSE ${within(0, edges.length)} END`;
}
