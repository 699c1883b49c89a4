import { ratioTreeKernel } from "../generated/ratioTree.js";
import { type Heap, ifItFits } from "../heap.js";
import type { Team } from "../team.js";

/** A classification table to grow a tree by gain ratio from. */
export interface RatioTreeTable {
  readonly rows: number;
  readonly attributes: readonly RatioTreeAttribute[];
  readonly labels: Int32Array;
  readonly classes: number;
  /** Absent: every row has weight 1. */
  readonly weights?: Float64Array;
  readonly totalWeight: number;
  /** Fractional weights are multiples of this. */
  readonly quantum: number;
  readonly anyMissing: boolean;
}

export interface RatioTreeAttribute {
  /** One per row; a missing value has the code after the last. */
  readonly codes: Int32Array;
  readonly count: number;
  /** A branch per level; otherwise two at a threshold. */
  readonly perLevel: boolean;
  /** The number that each code represents. */
  readonly values?: Float64Array;
  /** Values closer than this are not distinguished. */
  readonly gap: number;
  /** Whether its gain counts towards the average. */
  readonly counted: boolean;
}

export interface RatioTreeLimits {
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly maxDepth?: number;
  readonly zeroGain: boolean;
  readonly averageGain: boolean;
  readonly mdlCorrection: boolean;
  readonly adaptiveMinLeaf: boolean;
  /** Tests are compared by their gain ratio; otherwise by their gain. */
  readonly scaled: boolean;
  /** Rows with a missing value go to every branch with fractional weights; otherwise to the one with the most weight. */
  readonly shared: boolean;
}

/** The nodes as the kernel wrote them: the branches of a node are adjacent, after it. */
export interface RatioTreeNodes {
  readonly count: number;
  /** Eight per node; see RATIO_NODE. */
  readonly fields: Float64Array;
  /** Class weights, node by node. */
  readonly sums: Float64Array;
  /** The known weight of each branch, split after split. */
  readonly branchWeights: Float64Array;
}

/** The positions of a node's fields. The last of them is where its branches' weights begin. */
export const RATIO_NODE = {
  fields: 8,
  attribute: 0,
  rows: 1,
  first: 2,
  low: 3,
  high: 4,
  gain: 5,
  weights: 6,
} as const;

const JOB_FIELDS = 32;
const RECORD_FIELDS = 6;
const TASK_BYTES = 32;
const SCRATCH_FIELD = 24;
const SCRATCH_BYTES_FIELD = 30;
const CONTROL_BYTES = 384;
/** Words of the control block: see kernels/assembly/ratioTree/job.ts. */
const NODE_COUNT = 16;
const FAILED = 64;
/** Cells below which threads are not worth their meetings. */
const MANY_CELLS = 1 << 17;
/** Nodes with this share of the rows are grown by one thread each: enough of them that no thread is left waiting for long. */
const TASKS_PER_THREAD = 8;
const LEAST_TASK = 512;
/** Integers whose x log2 x is tabulated. */
const MOST_PRODUCTS = 1 << 16;
const MOST_DEPTH = 2 ** 31 - 1;

/** The memory provided at first. */
export interface RatioTreeRoom {
  readonly nodes: number;
  readonly entries: number;
}

/** Fractional weights create entries, and levels without rows create nodes, but seldom this many. */
export function roomFor({ rows, anyMissing, attributes }: RatioTreeTable): RatioTreeRoom {
  const widest = attributes.reduce((most, { count, perLevel }) => Math.max(most, perLevel ? count : 2), 2);
  return { nodes: 4 * rows + 64 * widest, entries: anyMissing ? 24 * rows : rows };
}

function bytesOf(
  { rows, attributes, classes }: RatioTreeTable,
  room: RatioTreeRoom,
  threads: number,
): number {
  const table = rows * (attributes.length * 12 + 12);
  const nodes = room.nodes * (64 + 8 * classes + 8 + TASK_BYTES);
  const perThread = rows * (116 + 8 * Math.max(4, classes)) + room.nodes * TASK_BYTES;
  return table + nodes + perThread * threads + room.entries * 12 * arenasFor(threads);
}

/** The top of a tree that threads grow together has entries of its own. */
function arenasFor(threads: number): number {
  return threads > 1 ? threads + 1 : 1;
}

/** Of the 4 GiB that a memory can have. */
const MOST_BYTES = 2e9;

/** Tests lower these: the table size from which threads work together, the nodes that one thread grows, the memory. */
export const ratioTreeSizes = { cells: MANY_CELLS, mostTask: 2 ** 31 - 1, mostBytes: MOST_BYTES };

/**
 * Grows the tree in the team's memory and passes its nodes, valid only during the call, to `read`; undefined if the memory
 * does not suffice. Nobody knows beforehand how many entries missing values make: a tree that ran out of room starts anew.
 */
export function growRatioTree<T>(
  team: Team,
  table: RatioTreeTable,
  limits: RatioTreeLimits,
  read: (nodes: RatioTreeNodes) => T,
  firstRoom = roomFor(table),
): T | undefined {
  let room = firstRoom;
  while (bytesOf(table, room, 1) <= ratioTreeSizes.mostBytes) {
    const made = attempt(team, table, limits, room, read);
    if ("tree" in made) return made.tree;
    room = made.larger;
  }
  return undefined;
}

/** The tree, or the room to try next. */
type Attempt<T> = { readonly tree: T } | { readonly larger: RatioTreeRoom };

function attempt<T>(
  team: Team,
  table: RatioTreeTable,
  limits: RatioTreeLimits,
  room: RatioTreeRoom,
  read: (nodes: RatioTreeNodes) => T,
): Attempt<T> {
  const isLarge = table.rows * table.attributes.length >= ratioTreeSizes.cells;
  const together = isLarge && bytesOf(table, room, team.size) <= ratioTreeSizes.mostBytes ? team.size : 1;
  const found = together > 1 ? ifItFits(() => grown(team, together, table, limits, room, read)) : undefined;
  return found ?? grown(team, 1, table, limits, room, read);
}

function grown<T>(
  team: Team,
  threads: number,
  table: RatioTreeTable,
  limits: RatioTreeLimits,
  room: RatioTreeRoom,
  read: (nodes: RatioTreeNodes) => T,
): Attempt<T> {
  const { heap } = team;
  const mark = heap.mark();
  try {
    const job = new Job(heap, table, limits, room, threads);
    const kernel = team.kernel(ratioTreeKernel);
    const scratch = kernel.scratch(job.at);
    job.setScratch(heap.alloc(scratch * threads), scratch);
    if (threads > 1) team.run(ratioTreeKernel, "grow", job.at);
    else kernel.grow(0, 1, job.at);
    const nodes = job.nodes();
    return nodes ? { tree: read(nodes) } : { larger: job.largerRoom() };
  } finally {
    heap.release(mark);
  }
}

/** The kernel's job, laid out in memory; its fields are those of kernels/assembly/ratioTree/job.ts. */
class Job {
  readonly at: number;
  private readonly nodesAt: number;
  private readonly sumsAt: number;
  private readonly branchWeightsAt: number;
  private readonly control: number;

  constructor(
    private readonly heap: Heap,
    private readonly table: RatioTreeTable,
    limits: RatioTreeLimits,
    private readonly room: RatioTreeRoom,
    threads: number,
  ) {
    const { rows, attributes, classes, labels, weights, totalWeight, quantum } = table;
    this.at = heap.alloc(8 * JOB_FIELDS);
    const records = heap.alloc(8 * RECORD_FIELDS * attributes.length);
    this.nodesAt = heap.alloc(8 * RATIO_NODE.fields * room.nodes);
    this.sumsAt = heap.alloc(8 * classes * room.nodes);
    this.branchWeightsAt = heap.alloc(8 * room.nodes);
    const entries = room.entries * arenasFor(threads);
    const entryRows = heap.alloc(4 * entries);
    const entryWeights = table.anyMissing ? heap.alloc(8 * entries) : 0;
    const tasks = heap.alloc(TASK_BYTES * room.nodes * (threads + 1));
    this.control = heap.alloc(CONTROL_BYTES);
    heap.u8(this.control, CONTROL_BYTES).fill(0);
    const taskEntries = Math.max(LEAST_TASK, Math.floor(rows / (TASKS_PER_THREAD * threads)));
    const products = Math.min(MOST_PRODUCTS, Math.floor(totalWeight) + 2);
    const productsAt = heap.alloc(8 * products);
    const columns = attributes.flatMap((attribute) => this.record(attribute));
    const [labelsAt, weightsAt] = [this.ints(labels), weights ? this.doubles(weights) : 0];
    heap
      .f64(this.at, JOB_FIELDS)
      .set([
        ...[rows, attributes.length, classes, records, labelsAt, weightsAt],
        ...[limits.tolerance, limits.minSplit, limits.minLeaf, limits.maxDepth ?? MOST_DEPTH],
        ...[limits.zeroGain, limits.averageGain, limits.mdlCorrection, limits.adaptiveMinLeaf].map(Number),
        ...[quantum, this.nodesAt, room.nodes, this.sumsAt, this.branchWeightsAt, room.nodes],
        ...[entryRows, entryWeights, room.entries, tasks, 0, productsAt, products],
        ...[limits.scaled, limits.shared].map(Number),
        ...[this.control, 0, Math.min(taskEntries, ratioTreeSizes.mostTask)],
      ]);
    heap.f64(records, columns.length).set(columns);
  }

  setScratch(at: number, bytes: number): void {
    const fields = this.heap.f64(this.at, JOB_FIELDS);
    fields[SCRATCH_FIELD] = at;
    fields[SCRATCH_BYTES_FIELD] = bytes;
  }

  /** Undefined if the memory did not suffice. */
  nodes(): RatioTreeNodes | undefined {
    const { heap, table } = this;
    const control = heap.i32(this.control, CONTROL_BYTES / 4);
    if (control[FAILED] !== 0) return undefined;
    const count = control[NODE_COUNT];
    return {
      count,
      fields: heap.f64(this.nodesAt, RATIO_NODE.fields * count),
      sums: heap.f64(this.sumsAt, table.classes * count),
      branchWeights: heap.f64(this.branchWeightsAt, this.room.nodes),
    };
  }

  /** More of what was short. */
  largerRoom(): RatioTreeRoom {
    const { nodes, entries } = this.room;
    const wanted = this.heap.i32(this.control, CONTROL_BYTES / 4)[NODE_COUNT];
    return wanted > nodes ? { nodes: 4 * nodes, entries } : { nodes, entries: 4 * entries };
  }

  private record({ codes, count, perLevel, values, gap, counted }: RatioTreeAttribute): number[] {
    return [
      this.ints(codes),
      count,
      Number(perLevel),
      values ? this.doubles(values) : 0,
      gap,
      Number(counted),
    ];
  }

  private ints(values: Int32Array): number {
    const at = this.heap.alloc(4 * values.length);
    this.heap.i32(at, values.length).set(values);
    return at;
  }

  private doubles(values: Float64Array): number {
    const at = this.heap.alloc(8 * values.length);
    this.heap.f64(at, values.length).set(values);
    return at;
  }
}
