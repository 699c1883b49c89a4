import { CoppiceError } from "../../base/errors.js";
import { CellRoom } from "../../engine/coded/cellRoom.js";
import { bytesPerCode } from "../../engine/coded/columns.js";
import { codedData } from "../../engine/coded/data.js";
import type { BinnedRows, DataHandle } from "../../engine/data.js";
import { type Problem, type ProblemRequest, prepare, rowKeys, type Target } from "../../engine/problem.js";
import type { Team } from "../../kernels/team.js";
import { binned } from "../../learn/coding/binned.js";
import { edgesOfBlocks } from "../../learn/coding/edges.js";
import type { Column } from "../../table/column.js";
import { columnSchema } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";
import { budgetTuning, collectAbove, tooLittle } from "./budget.js";
import { CODED_CELL, DiskColumns } from "./diskColumns.js";
import { blockTuning, ScratchColumn } from "./scratchColumn.js";
import { ScratchFile } from "./scratchFile.js";
import { scratchTable, type TableParts } from "./scratchTable.js";

export interface DiskOptions {
  /**
   * Bytes that the rows may take in memory while they are learned from, besides their target and weights: their state, and as many
   * codes as there is room for. With `besides`, that is part of it.
   */
  readonly memory: number;
  /** Bytes per row that the learner keeps besides. */
  readonly perRow?: number;
  /** Bytes that the process takes besides, asked when all cells are in a scratch file. */
  readonly besides?: () => number;
  /** The folder for scratch files; default: the system's for temporary files. */
  readonly scratch?: string;
  readonly team?: Team;
}

/** Bytes per row, whatever its attributes: its place at a node and room to divide by; what a number adds to sums. */
const PER_ROW = 12;
const PER_ROW_VALUES = 24;

/** Bytes per row while the ranks of a column are made. */
const PER_RANKED = 40;

/**
 * Bytes per row, and per cell, that is taken into memory to be learned from there: numbers, codes, order; and of a forest what a
 * thread writes, and trees before they are taken.
 */
const PER_PULLED_ROW = 200;
const PER_PULLED_CELL = 28;
/** What of it is not in the memory of kernels. */
const PER_CELL_HERE = 8;
const PER_THREAD_CELL = 4;

/** Of the room, half is for what is read and counted, but not more than this; the rest for nodes that are finished in memory. */
const MOST_TO_COUNT = 2 ** 28;

/** Bytes that the codes of these attributes take. */
export function codedBytes(rows: number, columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + rows * bytesOf(column, rows), 0);
}

/** Distinct numbers are not known before they are coded: as many as there are rows, at most. */
function bytesOf(column: Column, rows: number): number {
  return bytesPerCode(column.type === "numeric" ? rows : column.levels.length);
}

/** Bytes of memory for the state of rows. */
export function stateBytes({ rows, target }: Problem, perRow = 0): number {
  return rows * (PER_ROW + (target.kind === "values" ? PER_ROW_VALUES : 0) + perRow);
}

/**
 * A handle on rows whose codes are in a scratch file, one byte each or two, beside their numbers. Afterwards only the target and the
 * weights are in memory.
 */
export function diskData(problem: Problem, options: DiskOptions): DataHandle {
  refuseStrings(problem.attributes);
  const file = ScratchFile.in(options.scratch);
  try {
    const columns = problem.attributes.map((column) => {
      const cells = new ScratchColumn(file, column);
      cells.add(column);
      cells.end();
      return cells;
    });
    return handleOn(file, columns, problem, options);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Closing it closes the file. */
function handleOn(
  file: ScratchFile,
  columns: readonly ScratchColumn[],
  problem: Problem,
  options: DiskOptions,
): DataHandle {
  const { memory, team } = options;
  const besides = options.besides?.() ?? 0;
  const { within: _, ...whole } = problem;
  const { attributes, weights, rows } = whole;
  const keys = rowKeys(problem);
  // Its cells may be elsewhere: they are needed all the time.
  const target = { ...problem.target, column: { ...problem.target.column } } as Target;
  const state = stateBytes(problem, options.perRow);
  const room = memory - besides - state;
  const least = leastRoom(rows, attributes.length);
  if (room < least) throw tooLittle(memory, besides + state + least, "for so many rows");
  const perPulled =
    PER_PULLED_ROW + attributes.length * (PER_PULLED_CELL + PER_THREAD_CELL * (team?.size ?? 1));
  const toCount = Math.min(room / 2, MOST_TO_COUNT);
  const mostInKernels = budgetTuning.kernels / (perPulled - attributes.length * PER_CELL_HERE);
  const source = {
    task: { ...whole, attributes: attributes.map(columnSchema) },
    target,
    ...(weights && { weights }),
    ...(keys && { keys: Float64Array.from(keys) }),
    columns: new DiskColumns(file, columns, {
      room: Math.floor(toCount),
      ...(team && { team }),
      // Half of the room may be in use all the time; the other half must be free for what comes.
      ...(options.besides !== undefined && {
        settle: () => collectAbove(memory - room / 2),
      }),
      beforeRanks(name) {
        if (room >= rows * PER_RANKED) return;
        const what = `for so many rows if the numbers of ${JSON.stringify(name)} are to be ranked`;
        throw tooLittle(memory, besides + state + rows * PER_RANKED, what);
      },
    }),
    mostPulled: Math.floor(Math.min((room - toCount) / perPulled, mostInKernels)),
    cellRoom: new CellRoom(),
    isRoomForAll: rows <= Math.min(room / perPulled, mostInKernels),
  };
  const data = codedData(source, team);
  let inBins: BinnedRows | undefined;
  return {
    ...data,
    inBins() {
      inBins ??= binnedOnDisk(data, problem, options);
      return inBins;
    },
    close() {
      void inBins?.data.close?.();
      file.close();
    },
  };
}

/** A file of its own with the bins of numbers: they take one byte, and are read again and again. */
function binnedOnDisk({ blocks }: DataHandle, problem: Problem, options: DiskOptions): BinnedRows {
  const edges = edgesOfBlocks(problem, () => blocks!());
  const file = ScratchFile.in(options.scratch);
  try {
    const columns: ScratchColumn[] = [];
    for (const block of blocks!())
      for (const [a, column] of binned(block, edges).attributes.entries()) {
        columns[a] ??= new ScratchColumn(file, column);
        columns[a].add(column);
      }
    for (const column of columns) column.end();
    return { data: handleOn(file, columns, problem, options), edges };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Room for blocks of some columns, which is enough to go on: twice, since half of the room is for nodes. */
export function leastRoom(rows: number, attributes: number): number {
  return 2 * CODED_CELL * Math.min(rows, blockTuning.rows) * Math.min(attributes, FEW_COLUMNS);
}

const FEW_COLUMNS = 4;

/**
 * The same from a table that comes in parts and is never in memory as a whole: its cells go to a scratch file first, and from
 * there, block by block, to their codes.
 */
export async function diskDataFrom(
  parts: TableParts,
  request: ProblemRequest,
  options: DiskOptions,
): Promise<DataHandle> {
  const { columns, rows, warnings, file, cellsOf, close } = await scratchTable(
    parts,
    request,
    options.scratch,
  );
  try {
    const isHere = ({ name }: Column) => [request.target, request.weight, request.rowKey].includes(name);
    // Copied, they are read: the others are read when they are coded.
    const table = { rows, columns: columns.map((column) => (isHere(column) ? { ...column } : column)) };
    const prepared = prepare(table, request);
    refuseStrings(prepared.attributes);
    const problem = { ...prepared, warnings: [...warnings, ...prepared.warnings] };
    return handleOn(
      file,
      prepared.attributes.map(({ name }) => cellsOf(name)),
      problem,
      options,
    );
  } catch (error) {
    close();
    throw error;
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
