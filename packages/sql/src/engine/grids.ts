import { CoppiceError } from "coppice";
import { gridValues, gridWeights, quantum, type TargetTask } from "coppice/engine";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import type { Dialect } from "../dialect/dialect.js";
import { USABLE } from "./cells.js";
import type { RowColumns } from "./request.js";
import { asInteger, rounded } from "./rounding.js";

export type ValueFrame = Extract<TargetTask, { kind: "values" }>["grid"];

/** The grids on which sums are exact: as the library chooses them, from a few aggregates. */
export interface Grids {
  readonly rows: number;
  readonly weightScale: number;
  readonly weightQuantum: number;
  readonly totalWeight: number;
  readonly values?: ValueFrame;
  readonly missingTargets: number;
  readonly zeroWeights: number;
}

/** How many rows there are, and how many are not used. */
export type RowCounts = Pick<Grids, "rows" | "missingTargets" | "zeroWeights">;

export async function gridsOf(
  connection: Connection,
  base: string,
  columns: RowColumns,
  known?: RowCounts,
): Promise<Grids> {
  const counts = known ?? (await countRows(connection, base));
  const weights =
    columns.weight === undefined
      ? { weightScale: 1, weightQuantum: quantumOfRows(counts.rows), totalWeight: counts.rows }
      : await weightGrid(connection, base, columns.weight);
  if (columns.target.schema.type !== "numeric" || counts.rows === 0) return { ...counts, ...weights };
  return { ...counts, ...weights, values: await valueFrame(connection, base, weights.totalWeight) };
}

async function countRows(connection: Connection, base: string) {
  const double = connection.dialect.asDouble;
  const usable = `sum(CASE WHEN ${USABLE} THEN 1 ELSE 0 END)`;
  const zero = "sum(CASE WHEN y IS NOT NULL AND w = 0 THEN 1 ELSE 0 END)";
  const missing = "sum(CASE WHEN y IS NULL THEN 1 ELSE 0 END)";
  const result = await allRows(
    connection,
    `SELECT ${double("count(*)")}, ${double(usable)}, ${double(missing)}, ${double(zero)} FROM ${base}`,
  );
  const [all, rows, missingTargets, zeroWeights] = [0, 1, 2, 3].map((i) => result.numbers(i)[0]);
  if (all === 0) throw noRows();
  return { rows, missingTargets, zeroWeights };
}

export function noRows(): CoppiceError {
  return new CoppiceError("TABLE_NO_ROWS", "the table has no rows to learn from");
}

function quantumOfRows(rows: number): number {
  return gridWeights(Float64Array.of(Math.max(1, rows))).quantum;
}

/** As `gridWeights` of the library: the grid depends on the total, which is computed on a coarser grid first. */
async function weightGrid(connection: Connection, base: string, name: string) {
  const { dialect } = connection;
  const invalid = await allRows(
    connection,
    `SELECT w FROM ${base} WHERE w IS NULL OR ${dialect.isNaN("w")} OR NOT (w >= 0 AND w <= ${dialect.double(Number.MAX_VALUE)}) LIMIT 1`,
  );
  if (invalid.rows > 0) {
    const rule = "a finite non-negative number";
    const value = invalid.numbers(0)[0];
    const message = `every weight in ${JSON.stringify(name)} must be ${rule}; got ${value}`;
    throw new CoppiceError("WEIGHT_INVALID", message, { name, rule, value });
  }
  const largest = await oneNumber(connection, `SELECT max(w) FROM ${base} WHERE ${USABLE}`);
  // Scaled and rounded like a single weight of this size: the library's own function decides.
  const weightScale = scaleOf(largest);
  const coarse = quantum(largest * weightScale * 2 ** 31);
  const total = await totalUnits(connection, base, weightScale, coarse);
  const weightQuantum = quantum(2 * Math.max(total * coarse, largest * weightScale));
  const units = await totalUnits(connection, base, weightScale, weightQuantum);
  return { weightScale, weightQuantum, totalWeight: units * weightQuantum };
}

/** Huge and tiny weights are scaled towards 1; recognised from what the library makes of one such weight. */
function scaleOf(largest: number): number {
  if (!(largest > 2 ** 900 || (largest > 0 && largest < 2 ** -900))) return 1;
  const { total } = gridWeights(Float64Array.of(largest));
  return 2 ** Math.round(Math.log2(total / largest));
}

async function totalUnits(connection: Connection, base: string, weightScale: number, weightQuantum: number) {
  const units = weightUnits("w", { weightScale, weightQuantum }, connection.dialect);
  const sum = connection.dialect.asDouble(`sum(${asInteger(units)})`);
  return oneNumber(connection, `SELECT ${sum} FROM ${base} WHERE ${USABLE}`);
}

async function oneNumber(connection: Connection, query: string): Promise<number> {
  return (await allRows(connection, query)).numbers(0)[0];
}

/** Targets with this many decimals are kept exactly, see `gridValues`. */
const DECIMALS = [1, 10, 100, 1000, 1e4, 1e5, 1e6];

/**
 * The grid of the target depends on its range and on whether all values have few decimals. So the library's function is given
 * the least and the greatest value, and for each number of decimals one value that has more.
 */
export async function valueFrame(
  connection: Connection,
  base: string,
  totalWeight: number,
): Promise<ValueFrame> {
  const { dialect } = connection;
  const witnesses = DECIMALS.map((d) => {
    const factor = dialect.double(d);
    const same = `${rounded(`y * ${factor}`)} / ${factor} = y`;
    return `min(CASE WHEN abs(y) * ${factor} < ${dialect.double(2 ** 51)} AND NOT (${same}) THEN y END)`;
  });
  const result = await allRows(
    connection,
    `SELECT min(y), max(y), ${witnesses.join(", ")} FROM ${base} WHERE ${USABLE}`,
  );
  const values = DECIMALS.map((_, i) => result.numbers(i + 2)[0]).filter((value) => !Number.isNaN(value));
  const all = Float64Array.of(result.numbers(0)[0], result.numbers(1)[0], ...values);
  for (const value of all.subarray(0, 2)) {
    if (Number.isFinite(value)) continue;
    throw new CoppiceError("CELL_TYPE", `expected numbers for the target, found ${value}`, { value });
  }
  const { units: _, ...frame } = gridValues(all, totalWeight);
  return frame;
}

/** A weight in units of its grid: a whole double. */
export function weightUnits(
  weight: string,
  { weightScale, weightQuantum }: Pick<Grids, "weightScale" | "weightQuantum">,
  dialect: Dialect,
): string {
  const scaled = weightScale === 1 ? weight : `${weight} * ${dialect.double(weightScale)}`;
  return rounded(`(${scaled}) / ${dialect.double(weightQuantum)}`);
}

/** A target in units of its grid, around the center: a whole double. */
export function targetUnits(value: string, { denominator, center }: ValueFrame, dialect: Dialect): string {
  return `(${rounded(`${value} * ${dialect.double(denominator)}`)} - ${dialect.double(center)})`;
}
