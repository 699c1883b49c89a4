import type { Cells } from "../../../table/column.js";
import { inferKernel } from "../../generated/infer.js";
import type { Heap } from "../../heap.js";
import type { Team } from "../../team.js";
import { type CodeColumn, LEVELS } from "./columns.js";
import type { LaneLayout } from "./laneLayout.js";
import type { Sums } from "./sums.js";
import type { WalkLayout } from "./walkLayout.js";

export type Layout = LaneLayout | WalkLayout;

/** The layout, and what else a run needs. */
export interface Run {
  readonly layout: Layout;
  readonly levels: Int32Array;
  readonly values: Float64Array;
  readonly width: number;
  readonly sums: Sums;
}

/** Rows a thread takes at a time: enough that a deep tree stays in the cache while they traverse it. */
const WALK_ROWS = 16384;
const LANE_ROWS = 1024;
/** Bytes of cells that are in the kernels' memory at a time. */
const CHUNK_BYTES = 64 * 2 ** 20;
/** Words of a column record and of the plan: kernels/assembly/infer/{codes,plan}.ts. */
const COLUMN_WORDS = 6;
const KINDS = { levels: 0, singles: 1, ranks: 2 } as const;
const PLAN_WORDS = 20;
/** Slots of leaves and of splits: kernels/assembly/infer/lanes.ts. */
const SLOT = 64;
const SLOTS = 512;

/** Runs the kernel over all rows, chunk by chunk; call within `withTeam`. */
export function runKernel(team: Team, run: Run, cells: readonly Cells[], rows: number): Float64Array {
  const { layout, sums } = run;
  const apart = sums.base.length;
  const out = new Float64Array(rows * apart);
  const list = layout.columns.list;
  const step = chunkRows(list.length + apart, rows);
  const plan = layPlan(team, run, step);
  const entry = layout.kind === "lanes" ? "lanes" : layout.testsLevels ? "walkAny" : "walkNumbers";
  for (let first = 0; first < rows; first += step) {
    const count = Math.min(step, rows - first);
    const { heap } = team;
    list.forEach((column, c) => {
      putCells(heap, plan.cells[c], column, cells[column.attribute], first, count);
    });
    const part = heap.f64(plan.sums, count * apart);
    for (let at = 0; at < part.length; at += apart) part.set(sums.base, at);
    heap.u32(plan.at, 2).set([0, count]);
    team.run(inferKernel, entry, plan.at);
    out.set(heap.f64(plan.sums, count * apart), first * apart);
  }
  return out;
}

function chunkRows(numbers: number, rows: number): number {
  return Math.min(rows, Math.max(WALK_ROWS, Math.floor(CHUNK_BYTES / (8 * numbers))));
}

/** Copies a column's cells to the kernel's memory: doubles, or level codes. */
function putCells(
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
  const trees = sums.weights.length;
  const isLanes = layout.kind === "lanes";
  const stride = 16 * Math.ceil((list.length + 1) / 4);
  const block = Math.min(isLanes ? LANE_ROWS : WALK_ROWS, evenBlock(step, team.size));
  const scratchBytes = isLanes ? SLOT * (SLOTS + list.length) : (block + 8) * stride;
  const at = heap.alloc(4 * PLAN_WORDS);
  const cells = list.map(() => heap.alloc(8 * step));
  const columns = putColumns(heap, run, cells);
  const weights = putNumbers(heap, sums.weights);
  const values = isLanes ? putNumbers(heap, layout.answers) : putNumbers(heap, run.values);
  const sets = isLanes ? 0 : putWords(heap, layout.sets);
  const treesAt = isLanes ? putLaneTrees(heap, layout, values, width) : putWalkTrees(heap, layout);
  const sumsAt = heap.alloc(8 * step * sums.base.length);
  const scratchEach = 64 * Math.ceil(scratchBytes / 64);
  const scratch = heap.alloc(scratchEach * team.size);
  heap
    .u32(at, PLAN_WORDS)
    .set([
      ...[0, step, block, columns, list.length, treesAt, trees, values, width, weights, sums.outputs, sumsAt],
      ...[scratch, scratchEach, sets, isLanes ? 0 : layout.columnBits, stride],
    ]);
  return { at, cells, sums: sumsAt };
}

/** Small enough that no thread waits long for another's last block. */
function evenBlock(rows: number, threads: number): number {
  return 64 * Math.max(1, Math.ceil(rows / (64 * 4 * threads)));
}

function putColumns(heap: Heap, { layout, levels }: Run, cells: readonly number[]): number {
  const { columns, limits } = layout;
  const tables = columns.list.map(({ attribute, kind }) =>
    kind === LEVELS ? undefined : limits.tableOf(attribute),
  );
  const placed = placesOf(heap, tables);
  const at = heap.alloc(4 * COLUMN_WORDS * columns.list.length);
  const words = heap.u32(at, COLUMN_WORDS * columns.list.length);
  columns.list.forEach(({ attribute, kind, missing }, c) => {
    const table = tables[c];
    const size = table === undefined ? 0 : 8 * tableSize(table);
    const coding = KINDS[kind === LEVELS ? "levels" : limits.kind];
    words.set([cells[c], placed[c], size, missing, levels[attribute], coding], COLUMN_WORDS * c);
  });
  return at;
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

function putNumbers(heap: Heap, numbers: Float64Array): number {
  const at = heap.alloc(8 * numbers.length);
  heap.f64(at, numbers.length).set(numbers);
  return at;
}

function putWords(heap: Heap, words: Uint32Array): number {
  const at = heap.alloc(4 * Math.max(1, words.length));
  heap.u32(at, words.length).set(words);
  return at;
}

function putWalkTrees(heap: Heap, { nodes, roots }: WalkLayout): number {
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
