import { CoppiceError } from "../../base/errors.js";
import { bytesPerCode } from "../../engine/coded/columns.js";
import { codedData } from "../../engine/coded/data.js";
import type { DataHandle } from "../../engine/data.js";
import { encodeAttribute } from "../../engine/encode.js";
import { type Problem, type ProblemRequest, prepare } from "../../engine/problem.js";
import type { Team } from "../../kernels/team.js";
import type { Column } from "../../table/column.js";
import { columnSchema } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";
import { DiskColumns } from "./diskColumns.js";
import { ScratchFile } from "./scratchFile.js";
import { scratchTable, type TableParts } from "./scratchTable.js";

export interface DiskOptions {
  /** Bytes that the rows may take in memory while they are learned from: their state, and as many codes as there is room for. */
  readonly memory: number;
  /** The folder for scratch files; default: the system's for temporary files. */
  readonly scratch?: string;
  readonly team?: Team;
}

/** Bytes per row, whatever its attributes: its place at a node and room to divide by; the target, once more if it is a number. */
const PER_ROW = 20;
const PER_ROW_CLASSES = 4;
const PER_ROW_VALUES = 40;
const PER_ROW_WEIGHT = 8;

/** Bytes per cell of a node that is taken into memory whole: numbers, codes and what kernels need for sorting them. */
const PER_PULLED_CELL = 40;

/** Bytes that the codes of these attributes take. */
export function codedBytes(rows: number, columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + rows * bytesOf(column, rows), 0);
}

/** Distinct numbers are not known before they are coded: as many as there are rows, at most. */
function bytesOf(column: Column, rows: number): number {
  return bytesPerCode(column.type === "numeric" ? rows : column.levels.length);
}

/** Bytes of memory for the state of rows. */
export function stateBytes({ rows, target, weights }: Problem): number {
  const own = target.kind === "classes" ? PER_ROW_CLASSES : PER_ROW_VALUES;
  return rows * (PER_ROW + own + (weights ? PER_ROW_WEIGHT : 0));
}

/**
 * A handle on rows whose codes are in a scratch file, one to four bytes each. Columns are coded one after the other; afterwards
 * only the target and the weights are in memory, and as many codes as there is room for.
 */
export function diskData(problem: Problem, { memory, scratch, team }: DiskOptions): DataHandle {
  const { attributes, target, weights, keys, rows } = problem;
  refuseStrings(attributes);
  const state = stateBytes(problem);
  const room = memory - state;
  // A column of codes must be here to be read.
  const widest = rows * Math.max(...attributes.map((column) => bytesOf(column, rows)));
  if (room < widest) throw tooLittle(memory, state + widest);
  const file = ScratchFile.in(scratch);
  try {
    // Half for columns of codes, half for nodes that are finished in memory.
    const columns = new DiskColumns(file, rows, Math.max(widest, Math.floor(room / 2)));
    for (const column of attributes) columns.add(encodeAttribute(column, team));
    const task = { ...problem, attributes: attributes.map(columnSchema) };
    const source = {
      task,
      target,
      ...(weights && { weights }),
      ...(keys && { keys }),
      columns,
      mostPulled: Math.floor(room / 2 / (PER_PULLED_CELL * attributes.length)),
    };
    return { ...codedData(source, team), close: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * The same from a table that comes in parts and is never in memory as a whole: its cells go to a scratch file first, and from
 * there, column by column, to their codes. Of the cells, one column is in memory at a time.
 */
export async function diskDataFrom(
  parts: TableParts,
  request: ProblemRequest,
  options: DiskOptions,
): Promise<DataHandle> {
  const { columns, rows, warnings, close } = await scratchTable(parts, request, options.scratch);
  try {
    const isHere = ({ name }: Column) => [request.target, request.weight, request.rowKey].includes(name);
    // Copied, they are read: the others are read when they are coded.
    const table = { rows, columns: columns.map((column) => (isHere(column) ? { ...column } : column)) };
    const problem = prepare(table, request);
    return diskData({ ...problem, warnings: [...warnings, ...problem.warnings] }, options);
  } finally {
    close();
  }
}

function refuseStrings(attributes: readonly Column[]): void {
  const found = attributes.find(({ type }) => isStringType(type));
  if (found === undefined) return;
  throw new CoppiceError(
    "ENGINE_ROWS",
    `the disk engine has no tests of strings, and the attribute ${JSON.stringify(found.name)} is ${found.type}: leave it out, declare it nominal, or use --engine memory`,
    { name: found.name, rule: "numeric, nominal or ordered", value: found.type },
  );
}

function tooLittle(memory: number, least: number): CoppiceError {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)}mb`;
  return new CoppiceError(
    "OPTION_RANGE",
    `--memory must be at least ${megabytes(least)} for so many rows; got ${megabytes(memory)}`,
    { name: "--memory", rule: `at least ${megabytes(least)}`, value: megabytes(memory) },
  );
}
