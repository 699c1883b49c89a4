import type { Cells } from "../../../table/column.js";
import { inferKernel } from "../../generated/infer.js";
import type { Heap } from "../../heap.js";
import type { Team } from "../../team.js";
import { type CodeColumn, LEVELS, missingCode } from "./columns.js";
import { type LaneLayout, PART, partsOfColumn } from "./laneLayout.js";
import { evenBlock, fillBase, putNumbers, putPlan, putWords, restart } from "./plan.js";
import type { RowLayout } from "./rowLayout.js";
import type { Sums } from "./sums.js";

export type Layout = LaneLayout | RowLayout;

/** The layout, and what else a run needs. */
export interface Run {
  readonly layout: Layout;
  readonly levels: Int32Array;
  readonly values: Float64Array;
  readonly width: number;
  readonly sums: Sums;
}

/** Rows a thread takes at a time. */
const LANE_ROWS = 1024;
/** Bytes of cells that are in the kernels' memory at a time: few, since memory costs time when it is first written. */
const CHUNK_BYTES = 8 * 2 ** 20;
/** How a column is coded: kernels/assembly/infer/codes.ts, which has five words per column. */
const KINDS = { levels: 0, ranks: 1 } as const;
/** Slots of leaves and of splits: kernels/assembly/infer/lanes.ts. */
const SLOT = 64;
const SLOTS = 512;

/** Sums over small trees for all rows, chunk by chunk; call within `withTeam`. */
export function runLanes(team: Team, run: Run, cells: readonly Cells[], rows: number): Float64Array {
  const { layout, sums } = run;
  const apart = sums.base.length;
  const out = new Float64Array(rows * apart);
  const list = layout.columns.list;
  const step = Math.min(
    rows,
    Math.max(4 * LANE_ROWS * team.size, Math.floor(CHUNK_BYTES / (8 * (list.length + apart)))),
  );
  const plan = layPlan(team, run, step);
  for (let first = 0; first < rows; first += step) {
    const count = Math.min(step, rows - first);
    const { heap } = team;
    list.forEach((column, c) => {
      putCells(heap, plan.cells[c], column, cells[column.attribute], first, count);
    });
    fillBase(heap.f64(plan.sums, count * apart), sums.base);
    restart(heap, plan.at, count);
    team.run(inferKernel, "lanes", plan.at);
    out.set(heap.f64(plan.sums, count * apart), first * apart);
  }
  return out;
}

/** Copies a column's cells to the kernel's memory: doubles, or level codes. */
export function putCells(
  heap: Heap,
  to: number,
  { kind }: CodeColumn,
  cells: Cells,
  first: number,
  count: number,
): void {
  const part = cells.subarray(first, first + count);
  if (kind !== LEVELS) heap.f64(to, count).set(part);
  else if (part instanceof Int32Array) heap.i32(to, count).set(part);
  else heap.i32(to, count).set(Int32Array.from(part, (cell) => (cell >= 0 ? cell : -1)));
}

/** Allocates and fills everything that does not change between chunks. */
export function layPlan(team: Team, run: Run, step: number) {
  const { heap } = team;
  const { layout, width, sums } = run;
  const { list } = layout.columns;
  const isLanes = layout.kind === "lanes";
  const stride = 16 * Math.ceil((list.length + 1) / 4);
  const columnCount = isLanes ? layout.slots : list.length;
  const scratchEach = isLanes ? SLOT * (SLOTS + columnCount) : 64 * Math.ceil(stride / 64);
  const cells = list.map(() => heap.alloc(8 * step));
  const values = putNumbers(heap, isLanes ? layout.answers : run.values);
  const plan = {
    rows: step,
    blockRows: Math.min(LANE_ROWS, evenBlock(step, team.size)),
    columns: putColumns(heap, run, cells),
    columnCount,
    trees: isLanes ? putLaneTrees(heap, layout, values, width) : putRowTrees(heap, layout),
    treeCount: sums.weights.length,
    values,
    width,
    weights: putNumbers(heap, sums.weights),
    outputs: sums.outputs,
    sums: heap.alloc(8 * step * sums.base.length),
    scratch: heap.alloc(scratchEach * team.size),
    scratchEach,
    ...(!isLanes && { sets: putWords(heap, layout.sets), columnBits: layout.columnBits, stride }),
  };
  return { at: putPlan(heap, plan), cells, sums: plan.sums };
}

function putColumns(heap: Heap, { layout, levels }: Run, cells: readonly number[]): number {
  const { columns, limits } = layout;
  const tables = columns.list.map(({ attribute, kind }) =>
    kind === LEVELS ? undefined : limits.tableOf(attribute),
  );
  const placed = placesOf(heap, tables);
  const words: number[] = [];
  columns.list.forEach((column, c) => {
    const missing = missingCode(column, levels, limits);
    if (column.kind !== LEVELS) {
      words.push(cells[c], placed[c], 8 * tableSize(tables[c]!), missing, KINDS.ranks);
      return;
    }
    const parts = layout.kind === "lanes" ? partsOfColumn(column, levels) : 1;
    for (let part = 0; part < parts; part++) {
      const size = parts === 1 ? missing + 1 : PART;
      words.push(cells[c], PART * part, size, missing, KINDS.levels);
    }
  });
  return putWords(heap, Uint32Array.from(words));
}

/** Columns of one attribute share a table. */
function placesOf(heap: Heap, tables: readonly (Float64Array | undefined)[]): number[] {
  const places = new Map<Float64Array, number>();
  return tables.map((table) => {
    if (table === undefined) return 0;
    const place = places.get(table) ?? putTable(heap, table);
    places.set(table, place);
    return place;
  });
}

/** A power of two greater than the number of thresholds. */
function tableSize(thresholds: Float64Array): number {
  return 2 ** (32 - Math.clz32(thresholds.length));
}

function putTable(heap: Heap, thresholds: Float64Array): number {
  const size = tableSize(thresholds);
  const at = heap.alloc(8 * size);
  const table = heap.f64(at, size);
  table.set(thresholds);
  table.fill(Number.POSITIVE_INFINITY, thresholds.length);
  return at;
}

function putRowTrees(heap: Heap, { nodes, roots }: RowLayout): number {
  const first = putWords(heap, nodes);
  // The kernel of one row takes eight trees at a time: the last is repeated.
  const count = 8 * Math.ceil(roots.length / 8);
  const last = roots[roots.length - 1];
  return putWords(
    heap,
    Uint32Array.from({ length: count }, (_, tree) => first + 8 * (roots[tree] ?? last)),
  );
}

function putLaneTrees(heap: Heap, { splits, trees }: LaneLayout, answers: number, width: number): number {
  const first = putWords(heap, splits);
  const records = Uint32Array.from(trees);
  for (let t = 0; t < records.length; t += 4) {
    records[t] = first + 4 * records[t];
    records[t + 3] = answers + 8 * width * records[t + 3];
  }
  return putWords(heap, records);
}
