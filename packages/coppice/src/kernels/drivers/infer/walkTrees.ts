import type { PackedTrees } from "../../../model/packed.js";
import type { Cells } from "../../../table/column.js";
import { inferKernel } from "../../generated/infer.js";
import type { Heap } from "../../heap.js";
import type { Team } from "../../team.js";
import { LEFT, LEVELS } from "./columns.js";
import { type LaidTrees, RECORD_WORDS } from "./layTrees.js";
import { evenBlock, fillBase, metGap, type Plan, putNumbers, putPlan, restart } from "./plan.js";
import { putCells } from "./run.js";
import type { Sums } from "./sums.js";

/** Rows a thread takes at a time: enough that a deep tree stays in the cache while they traverse it. */
const BLOCK_ROWS = 16_384;
/** Bytes of the codes of such rows, at most. */
const BLOCK_BYTES = 4 * 2 ** 20;
/** Bytes of cells that are in the kernels' memory at a time. */
const CHUNK_BYTES = 64 * 2 ** 20;
/** A thread's scratch besides codes, and what may be read past a row: kernels/assembly/infer/{walk,node}.ts. */
const SCRATCH_BYTES = 64 + 2 * 4 * (256 + 8);
const PAST_ROW = 65_536;
/** The high word of a cell that holds a level's code: any that makes it an ordinary number. */
const LEVEL_HIGH = 0x3ff00000;

/** What is summed. */
export interface Summing {
  readonly trees: PackedTrees;
  readonly sums: Sums;
}

/** The rows to be sent down the trees. */
export interface TableRows {
  readonly cells: readonly Cells[];
  readonly rows: number;
  /** By attribute, whether a number is missing: `gapsIn`. */
  readonly gaps: Uint8Array;
}

/** Rows of cells that are in memory together. */
export function walkRows(columns: number, rows: number): number {
  return Math.min(rows, Math.max(BLOCK_ROWS, Math.floor(CHUNK_BYTES / (8 * Math.max(1, columns)))));
}

/** Sums over the trees for all rows, chunk by chunk; call within `withTeam`. */
export function sumsByWalking(
  team: Team,
  laid: LaidTrees,
  { trees, sums }: Summing,
  table: TableRows,
  chunk = walkRows(laid.columns.list.length, table.rows),
): Float64Array {
  const { heap } = team;
  const apart = sums.base.length;
  const out = new Float64Array(table.rows * apart);
  const sumsAt = heap.alloc(8 * chunk * apart);
  const plan = {
    values: putNumbers(heap, trees.values),
    width: trees.width,
    weights: putNumbers(heap, sums.weights),
    outputs: sums.outputs,
    sums: sumsAt,
  };
  walkChunks(team, laid, plan, table, chunk, {
    before: (count) => fillBase(heap.f64(sumsAt, count * apart), sums.base),
    after: (first, count) => out.set(heap.f64(sumsAt, count * apart), first * apart),
  });
  return out;
}

/** The leaves that rows reach in the first tree, by their row of answers. */
export function leavesByWalking(team: Team, laid: LaidTrees, table: TableRows, chunk: number): Int32Array {
  const { heap } = team;
  const out = new Int32Array(table.rows);
  const leaves = heap.alloc(4 * chunk);
  walkChunks(team, laid, leavesPlan(leaves), table, chunk, {
    after: (first, count) => out.set(heap.i32(leaves, count), first),
  });
  return out;
}

/**
 * The same, if no number that is compared with thresholds is missing, else undefined. The kernel finds out as it goes;
 * only for trees whose nodes compare cells.
 */
export function leavesWithoutGaps(
  team: Team,
  laid: LaidTrees,
  { cells, rows }: Omit<TableRows, "gaps">,
  chunk: number,
): Int32Array | undefined {
  const { heap } = team;
  const out = new Int32Array(rows);
  const leaves = heap.alloc(4 * chunk);
  const plan = { ...leavesPlan(leaves), watched: 8 * chunk };
  const table = { cells, rows, gaps: new Uint8Array(cells.length) };
  const isWhole = walkChunks(team, laid, plan, table, chunk, {
    after: (first, count) => out.set(heap.i32(leaves, count), first),
  });
  return isWhole ? out : undefined;
}

function leavesPlan(leaves: number): AnswerPlan {
  return { values: 0, width: 1, weights: 0, outputs: 1, sums: 0, leaves };
}

type AnswerPlan = Pick<Plan, "values" | "width" | "weights" | "outputs" | "sums" | "leaves" | "watched">;

interface ChunkSteps {
  readonly before?: (count: number) => void;
  readonly after: (first: number, count: number) => void;
}

/** Returns false, before the end, if the kernel notes missing numbers and has met one. */
function walkChunks(
  team: Team,
  laid: LaidTrees,
  answers: AnswerPlan,
  table: TableRows,
  chunk: number,
  { before, after }: ChunkSteps,
): boolean {
  const { heap } = team;
  const isCells = laid.format === "cells";
  const stride = isCells ? 8 : strideFor(laid.columns.list.length);
  const blockRows = blockFor(isCells ? 0 : stride, chunk, team.size);
  const scratchEach = 64 * Math.ceil((SCRATCH_BYTES + (isCells ? 0 : blockRows * stride + PAST_ROW)) / 64);
  const source = isCells ? cellColumns(heap, laid, chunk) : codeColumns(heap, laid, chunk);
  const plan = putPlan(heap, {
    ...answers,
    ...{ rows: chunk, blockRows, columns: source.at, columnCount: laid.columns.list.length },
    ...{ trees: laid.roots, treeCount: 0, scratch: heap.alloc(scratchEach * team.size), scratchEach },
    ...{ sets: laid.sets, stride, groups: laid.groups, groupCount: laid.groupCount },
  });
  for (let first = 0; first < table.rows; first += chunk) {
    const count = Math.min(chunk, table.rows - first);
    source.put(table, first, count);
    before?.(count);
    restart(heap, plan, count);
    if (!isCells) team.run(inferKernel, "encodeColumns", plan);
    team.run(inferKernel, entryOf(laid), plan);
    if (metGap(heap, plan)) return false;
    after(first, count);
  }
  return true;
}

function entryOf({ format, testsLevels }: LaidTrees): string {
  if (format === "cells") return testsLevels ? "walkCellLevels" : "walkCells";
  return format === "narrow" ? "walkNarrow" : testsLevels ? "walkLevels" : "walkWide";
}

/** Bytes of a row of codes: no row is on more cache lines than it needs. */
function strideFor(columns: number): number {
  const bytes = 2 * Math.max(1, columns);
  return bytes > 64 ? 64 * Math.ceil(bytes / 64) : 2 ** Math.ceil(Math.log2(bytes));
}

function blockFor(stride: number, rows: number, threads: number): number {
  const most = stride === 0 ? BLOCK_ROWS : Math.max(256, Math.floor(BLOCK_BYTES / stride));
  return Math.min(BLOCK_ROWS, most, evenBlock(rows, threads));
}

/** Where the kernel finds cells, and what copies them there. */
interface CellSource {
  readonly at: number;
  put(table: TableRows, first: number, count: number): void;
}

/** Cells to be encoded: each attribute once as numbers, once as levels, if it is needed so. */
function codeColumns(heap: Heap, { columns, records, groupCount }: LaidTrees, chunk: number): CellSource {
  const places = new Map<number, number>();
  const width = columns.list.length;
  columns.list.forEach(({ attribute, kind }, c) => {
    const key = 2 * attribute + (kind === LEVELS ? 1 : 0);
    const place = places.get(key) ?? heap.alloc((kind === LEVELS ? 4 : 8) * chunk);
    places.set(key, place);
    for (let g = 0; g < groupCount; g++) {
      const codes = heap.alloc(2 * chunk);
      heap.u32(records + 4 * RECORD_WORDS * (g * width + c), RECORD_WORDS).set([place, codes], 13);
    }
  });
  const put = ({ cells }: TableRows, first: number, count: number) => {
    for (const [key, place] of places) {
      const kind = key % 2 === 1 ? LEVELS : LEFT;
      putCells(heap, place, { attribute: key >> 1, kind }, cells[key >> 1], first, count);
    }
  };
  return { at: records, put };
}

/** Cells that nodes compare themselves, in columns of eight bytes each. */
function cellColumns(heap: Heap, { columns, levels }: LaidTrees, chunk: number): CellSource {
  const at = heap.alloc(8 * chunk * Math.max(1, columns.list.length));
  const put = ({ cells, gaps }: TableRows, first: number, count: number) => {
    columns.list.forEach(({ attribute, kind }, c) => {
      const to = at + 8 * chunk * c;
      const part = cells[attribute].subarray(first, first + count);
      if (kind === LEVELS) putLevelCells(heap.u32(to, 2 * count), part, levels[attribute]);
      else putNumberCells(heap.f64(to, count), part, kind === LEFT && gaps[attribute] === 1);
    });
  };
  return { at, put };
}

/** A missing number is NaN, which goes right at every threshold, or below all of them. */
function putNumberCells(to: Float64Array, cells: Cells, missingLeft: boolean): void {
  to.set(cells);
  if (!missingLeft) return;
  for (let row = 0; row < to.length; row++) if (Number.isNaN(to[row])) to[row] = Number.NEGATIVE_INFINITY;
}

/** The code of a missing level, or of one not in training, is one past the last. */
function putLevelCells(to: Uint32Array, cells: Cells, levels: number): void {
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    to[2 * row] = cell >= 0 && cell < levels ? cell : levels;
    to[2 * row + 1] = LEVEL_HIGH;
  }
}
