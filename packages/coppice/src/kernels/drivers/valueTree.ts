import type { GrownTree } from "../../model/grownTree.js";
import type { Column, NominalColumn } from "../../table/column.js";
import { valueTreeKernel } from "../generated/valueTree.js";
import type { Team } from "../team.js";
import type { ValueRows, ValueTreeRules, ValueTreeSizes } from "./valueRows.js";
import { expanded, SEGMENT_WORDS, type TakenTree, ValueTreeNodes } from "./valueTreeNodes.js";

/** The learner compares weights with this tolerance. */
const WEIGHT_SLACK = 1e-6;
const CONTROL_BYTES = 640;
/** Fields of the job that are doubles, before those that are words. */
const DOUBLES = 9;
/** Offsets into the control block, in words: see kernels/assembly/valueTree/job.ts. */
const SEGMENTS = 80;
const FAILED = 96;
const NO_SET_ROOM = 1;
const OPEN_BYTES = 64;
const RESULT_BYTES = 64;
const MOST_OPEN = 1 << 16;
const MOST_SEGMENTS = 1 << 18;
/** Where weights are: see kernels/assembly/valueTree/job.ts. */
const IN_ENTRIES = 1;
const BY_ROW = 2;
const NO_DEPTH_LIMIT = 2 ** 31 - 1;

/** The kernel's memory: laid out field by field as in kernels/assembly/valueTree/job.ts. */
export class ValueTreeMemory {
  /** The address of the job. */
  readonly job: number;
  private readonly cells: number;
  private readonly levels: number;
  private readonly places: number;
  private readonly codes: number;
  private readonly units: number;
  private readonly weights: number;
  private readonly control: number;
  private readonly segments: number;
  private readonly nodes: ValueTreeNodes;
  private readonly gaps: number;
  private readonly isWeighted: boolean;
  private readonly sets: number;
  private readonly words: number[];

  constructor(
    private readonly team: Team,
    { count: n, columns, rowBits, shift, mostLevels, weights, heavy }: ValueRows,
    setRoom: number,
    { middle, small }: ValueTreeSizes,
  ) {
    const { heap } = team;
    const d = columns.length;
    const nominal = columns.filter(isNominal).length;
    const { arenaBytes, sortingBytes } = team.kernel(valueTreeKernel);
    const arena = arenaBytes(n, d, nominal, middle, mostLevels) >>> 0;
    const openRoom = Math.min(n, MOST_OPEN) + 2;
    const segmentRoom = Math.min(2 * n, MOST_SEGMENTS);
    this.job = heap.alloc(512);
    this.control = heap.alloc(CONTROL_BYTES);
    this.levels = heap.alloc(4 * d);
    this.places = heap.alloc(4 * d);
    this.codes = heap.alloc(2 * n * nominal);
    // The second lists are not needed before the lists are sorted, nor the cells afterwards. Lists are read sixteen bytes
    // at a time. New memory is slow the first time it is written to.
    const otherLists = heap.alloc(8 * n * d + 64);
    this.cells = otherLists;
    this.units = heap.alloc(8 * n);
    this.weights = heap.alloc(weights ? (heavy ? 8 * n : n) : 0);
    this.isWeighted = weights !== undefined;
    this.gaps = heap.alloc(d);
    this.nodes = new ValueTreeNodes(heap, n);
    // Lists are sorted before there are nodes: in the same memory, if it is enough.
    const scratch = team.size * (sortingBytes(n, mostLevels) >>> 0);
    const sorting = this.nodes.start + scratch <= this.nodes.end ? this.nodes.start : heap.alloc(scratch);
    const weighted = weights ? (heavy ? BY_ROW : IN_ENTRIES) : 0;
    const [table, lists, side, numbers] = [8 * n * d, 8 * n * d + 64, n, 2 * n].map((bytes) =>
      heap.alloc(bytes),
    );
    const [results, arenas] = [RESULT_BYTES * d, arena * team.size].map((bytes) => heap.alloc(bytes));
    // Mostly not used to the end.
    const open = heap.alloc(OPEN_BYTES * openRoom);
    this.segments = heap.alloc(4 * SEGMENT_WORDS * segmentRoom);
    this.nodes.allocSeldom();
    this.sets = heap.alloc(4 * setRoom);
    this.words = [
      ...[n, d, weighted, 0, 0, 0, rowBits, shift, middle, small, mostLevels, nominal],
      ...[this.cells, table, this.levels, this.places, this.codes, this.gaps],
      ...[this.units, this.weights],
      ...[lists, otherLists, side, numbers],
      ...[this.control, open, openRoom, this.segments, segmentRoom],
      ...[results, arenas, arena, sorting],
      ...this.nodes.addresses,
      ...[this.sets, setRoom],
    ];
  }

  /** Everything except the columns. */
  fill(data: ValueRows, rules: ValueTreeRules, depth: number): void {
    const { heap } = this.team;
    const doubles = heap.f64(this.job, DOUBLES);
    doubles.set([rules.tolerance, rules.minSplit - WEIGHT_SLACK, rules.minLeaf - WEIGHT_SLACK]);
    doubles.set([data.quantum, 1 / data.quantum, data.lowest, data.heaviest], 3);
    doubles.set([data.quantum1, 1 / data.quantum1], 7);
    const words = [...this.words];
    words[3] = rules.zeroGain ? 1 : 0;
    words[4] = depth;
    words[5] = rules.maxDepth ?? NO_DEPTH_LIMIT;
    heap.u32(this.job + 8 * DOUBLES, words.length).set(words);
    heap.u8(this.control, CONTROL_BYTES).fill(0);
    heap.f64(this.units, data.count).set(data.units);
    if (data.weights) {
      const weights = data.heavy ? heap.f64(this.weights, data.count) : heap.u8(this.weights, data.count);
      weights.set(data.weights);
    }
    this.team.kernel(valueTreeKernel).pack(this.job);
    const levels = heap.i32(this.levels, data.columns.length);
    const places = heap.i32(this.places, data.columns.length);
    let place = 0;
    data.columns.forEach((column, i) => {
      levels[i] = levelsOf(column);
      places[i] = isNominal(column) ? place++ : 0;
    });
  }

  /** Columns [from, to); none may be presorted before. */
  fillColumns({ columns, rows, count }: ValueRows, from: number, to: number): void {
    const { heap } = this.team;
    const places = heap.i32(this.places, columns.length);
    for (let i = from; i < to; i++) {
      const column = columns[i];
      if (isNominal(column)) {
        const codes = heap.u16(this.codes + 2 * count * places[i], count);
        fillCodes(codes, column.codes, rows, column.levels.length);
      } else fillCells(heap.f64(this.cells + 8 * i * count, count), column, rows);
    }
  }

  /** The memory did not suffice for all sets of levels. */
  get isFull(): boolean {
    return this.failure === NO_SET_ROOM;
  }

  private get failure(): number {
    return this.team.heap.i32(this.control, CONTROL_BYTES / 4)[FAILED];
  }

  /** The grown tree; undefined if the kernel gave up. */
  tree(attributes: readonly number[]): GrownTree | undefined {
    if (this.failure !== 0) return undefined;
    const { heap } = this.team;
    const count = heap.i32(this.control, CONTROL_BYTES / 4)[SEGMENTS];
    const isPlain = !this.isWeighted && heap.u8(this.gaps, attributes.length).every((gap) => gap === 0);
    const tree = this.nodes.take(heap.i32(this.segments, SEGMENT_WORDS * count), isPlain);
    this.name(tree, attributes);
    return expanded(tree);
  }

  /** The kernel identifies attributes by their positions, and sets of levels by theirs in the pool. */
  private name({ attribute, low, high, sets }: TakenTree, attributes: readonly number[]): void {
    const levels = this.team.heap.i32(this.levels, attributes.length);
    const plain = attributes.every((a, i) => a === i && levels[i] === 0);
    if (plain) return;
    let split = -1;
    for (let i = 0; i < attribute.length; i++) {
      const place = attribute[i];
      if (place < 0) continue;
      split++;
      attribute[i] = attributes[place];
      if (levels[place] === 0) continue;
      sets.set(i, this.setAt(low[split]));
      low[split] = 0;
      high[split] = 0;
    }
  }

  private setAt(place: number): { left: number[]; right: number[] } {
    const at = this.sets + 4 * place;
    const [left, right] = this.team.heap.i32(at, 2);
    const codes = this.team.heap.i32(at + 8, left + right);
    return { left: listOf(codes, 0, left), right: listOf(codes, left, left + right) };
  }
}

/** Array.from and slice take several times as long for the short lists of most nodes. */
function listOf(codes: Int32Array, from: number, to: number): number[] {
  const list = new Array<number>(to - from);
  for (let i = from; i < to; i++) list[i - from] = codes[i];
  return list;
}

/** A nominal attribute with levels: without any, all its values are missing. */
function isNominal(column: Column): column is NominalColumn {
  return levelsOf(column) > 0;
}

function levelsOf(column: Column): number {
  return column.type === "nominal" ? column.levels.length : 0;
}

function fillCells(out: Float64Array, column: Column, rows: Int32Array | undefined): void {
  if (column.type === "numeric") {
    if (rows === undefined) out.set(column.values);
    else gather(out, column.values, rows);
  } else fillCodes(out, column.codes, rows, Number.NaN);
}

function fillCodes(
  out: Float64Array | Uint16Array,
  codes: Int32Array,
  rows: Int32Array | undefined,
  missing: number,
): void {
  for (let i = 0; i < out.length; i++) {
    const code = codes[rows === undefined ? i : rows[i]];
    out[i] = code < 0 ? missing : code;
  }
}

export function gathered(values: Float64Array, rows: Int32Array): Float64Array {
  const out = new Float64Array(rows.length);
  gather(out, values, rows);
  return out;
}

function gather(out: Float64Array, values: Float64Array, rows: Int32Array): void {
  for (let i = 0; i < out.length; i++) out[i] = values[rows[i]];
}
