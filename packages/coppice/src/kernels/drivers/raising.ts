import { raisingKernel } from "../generated/raising.js";
import { type Heap, ifItFits } from "../heap.js";
import type { KernelExports, Team } from "../team.js";

/** A tree and the rows that it was grown from. */
export interface RaisingTree {
  readonly rows: number;
  readonly classes: number;
  /** Numbers, NaN where missing; or codes of levels, negative where missing. */
  readonly columns: readonly (Float64Array | Int32Array)[];
  readonly labels: Int32Array;
  readonly weights: Float64Array;
  /** Fractional weights are multiples of this. */
  readonly quantum: number;
  readonly nodes: readonly RaisingNode[];
}

/** A leaf has no branches. A test without a threshold is on levels, with a branch per level. */
export interface RaisingNode {
  readonly attribute: number;
  readonly threshold?: number;
  readonly branches: readonly number[];
  /** The shares of rows with a missing value, if no row at the node has a known value. */
  readonly shares: readonly number[];
}

/** What a tree says of rows that may have missing values. */
export interface WalkedRows {
  /**
   * By row the place of its leaf in the model, if no node divided it; SEVERAL_LEAVES; or the place with all bits inverted, if it
   * was divided and yet came to one leaf.
   */
  readonly leaves: Int32Array;
  /** Row by row, those of its leaves by their shares. */
  readonly probabilities: Float64Array;
}

export const SEVERAL_LEAVES = -(2 ** 31);

/** The errors to expect of a leaf, by the normal approximation: see learn/prune/errorBound.ts. */
export interface NormalBound {
  readonly confidence: number;
  readonly z: number;
  readonly most: number;
}

const JOB_FIELDS = 29;
/** As in kernels/assembly/raising/job.ts. */
const NODE_WORDS = 14;
const ATTRIBUTE = 2;
const BRANCHES = 3;
const FIRST = 4;
const COUNT = 6;
/** In doubles. */
const PROMISE = 4;
const SPLIT_OF = 10;
const STATE = 11;
const STALE = 1;
const CONTROL_WORDS = 4;
/** Nodes with this share of the rows are rebuilt by one thread each. */
const TASKS_PER_THREAD = 8;
/** Fractional weights create entries; a tree with more than this per row is left to TypeScript. */
const ENTRIES_PER_ROW = 32;
/** Tests lower these: room for entries, and the rows from which threads share the work. */
export const raisingMemory = { entriesPerRow: ENTRIES_PER_ROW, threadRows: 4096 };
const MOST_BYTES = 2e9;

function bytesOf({ rows, classes, columns, nodes }: RaisingTree, threads: number): number {
  const entries = 12 * raisingMemory.entriesPerRow * rows * arenasFor(threads);
  const scratch = threads * (rows * 16 + nodes.length * (32 + 8 * classes));
  return entries + scratch + rows * (columns.length * 8 + 8) + nodes.length * (88 + 8 * classes);
}

/** What threads share has entries of its own. */
function arenasFor(threads: number): number {
  return threads > 1 ? threads + 1 : 1;
}

/** Thrown if the memory does not suffice; the caller can still take the general path. */
export class RaisingMemoryFull extends Error {}

/** The tree in the team's memory while it is rebuilt; undefined if it is too large. */
export function raisingKernelFor(team: Team, tree: RaisingTree): RaisingKernel | undefined {
  return bytesOf(tree, 1) > MOST_BYTES ? undefined : ifItFits(() => new RaisingKernel(team, tree, 1));
}

/** The tree, rebuilt by all threads; undefined if it is too large. */
export function rebuiltBy(team: Team, tree: RaisingTree, bound: NormalBound): RaisingKernel | undefined {
  const isMuch = tree.rows >= raisingMemory.threadRows && bytesOf(tree, team.size) <= MOST_BYTES;
  const threads = isMuch ? team.size : 1;
  if (bytesOf(tree, threads) > MOST_BYTES) return undefined;
  const kernel = ifItFits(() => new RaisingKernel(team, tree, threads, bound));
  kernel?.rebuild();
  return kernel;
}

const NO_BOUND: NormalBound = { confidence: 0, z: 0, most: 0 };

/** Nodes are identified by their numbers. The job's fields are those of kernels/assembly/raising/job.ts. */
export class RaisingKernel {
  private readonly kernel: KernelExports;
  private readonly heap: Heap;
  private readonly counts: Float64Array;
  private readonly shares: Float64Array;
  private readonly answers: Float64Array;
  private readonly words: Int32Array;
  private readonly branches: Int32Array;
  /** By node: where its branches and their shares begin. */
  private readonly first: Int32Array;
  private readonly job: number;

  constructor(
    private readonly team: Team,
    private readonly tree: RaisingTree,
    private readonly threads: number,
    { confidence, z, most }: NormalBound = NO_BOUND,
  ) {
    const { rows, classes, columns, nodes } = tree;
    const { heap } = team;
    this.heap = heap;
    const entries = rows * raisingMemory.entriesPerRow;
    const branches = nodes.reduce((sum, node) => sum + node.branches.length, 0);
    const widest = nodes.reduce((most, node) => Math.max(most, node.branches.length), 2);
    const job = heap.alloc(8 * JOB_FIELDS);
    const cells = columns.flatMap((column) => [this.put(column), Number(column instanceof Int32Array)]);
    const columnsAt = this.put(Float64Array.from(cells));
    const labels = this.put(tree.labels);
    const nodesAt = heap.alloc(4 * NODE_WORDS * nodes.length);
    const branchesAt = heap.alloc(4 * branches);
    const sharesAt = heap.alloc(8 * branches);
    const countsAt = heap.alloc(8 * classes * nodes.length);
    const allEntries = entries * arenasFor(threads);
    const [entryRows, entryWeights] = [heap.alloc(4 * allEntries), heap.alloc(8 * allEntries)];
    const tasks = heap.alloc(4 * nodes.length);
    const control = heap.alloc(4 * CONTROL_WORDS);
    heap.i32(control, CONTROL_WORDS).fill(0);
    const scratch = heap.alloc(0);
    const [sides, sortedRows] = [heap.alloc(4 * rows), heap.alloc(4 * rows)];
    const sortedWeights = heap.alloc(8 * rows);
    const perBranch = [8, 8, 4, 4].map((bytes) => heap.alloc(bytes * widest));
    const stack = heap.alloc(16 * (nodes.length + 1));
    const answers = heap.alloc(8 * classes * nodes.length);
    const pending = heap.alloc(4 * (3 * nodes.length + 2));
    const scratchBytes = Math.ceil((heap.mark() - scratch) / 64) * 64;
    heap.alloc(scratchBytes * threads - (heap.mark() - scratch));
    const taskEntries = threads > 1 ? Math.ceil(rows / (TASKS_PER_THREAD * threads)) : -1;
    heap
      .f64(job, JOB_FIELDS)
      .set([
        ...[rows, classes, columnsAt, labels, tree.quantum, nodesAt, branchesAt, sharesAt, countsAt],
        ...[entryRows, entryWeights, entries, sides, sortedRows, sortedWeights],
        ...[...perBranch, stack, answers, pending, tasks, control, taskEntries],
        ...[confidence, z, most, scratchBytes],
      ]);
    fillRows(heap.u32(entryRows, rows));
    heap.f64(entryWeights, rows).set(tree.weights);
    this.first = this.writeNodes(nodesAt, branchesAt, sharesAt, branches);
    this.counts = heap.f64(countsAt, classes * nodes.length);
    this.shares = heap.f64(sharesAt, branches);
    this.answers = heap.f64(answers, classes * nodes.length);
    this.words = heap.i32(nodesAt, NODE_WORDS * nodes.length);
    this.branches = heap.i32(branchesAt, branches);
    this.job = job;
    this.kernel = team.kernel(raisingKernel);
    this.kernel.start(job);
  }

  /** Prunes the tree by expected errors: the calling thread sends the rows down its top, then all rebuild it from below. */
  rebuild(): void {
    const { kernel, team, job, threads } = this;
    const isSettled = kernel.startTop(job) !== 0;
    const free = kernel.freeFrom();
    if (isSettled && threads > 1) team.run(raisingKernel, "rebuildTasks", job);
    if (!isSettled || kernel.rebuildTop(job, free) === 0) throw new RaisingMemoryFull();
  }

  /** The leaf of each row in the rebuilt tree; negative if it is in several, or in none. */
  landings(): Int32Array {
    const { rows } = this.tree;
    const out = this.heap.alloc(4 * rows);
    this.kernel.land(this.job, out);
    return this.heap.i32(out, rows).slice();
  }

  /** `places`: by node its place in the model; `probabilities`: by place those of the classes. By all threads. */
  walk(rows: Int32Array, places: Int32Array, probabilities: Float64Array): WalkedRows {
    const { heap, team, job, threads } = this;
    const { classes } = this.tree;
    const next = this.put(new Int32Array(1));
    const [rowsAt, placesAt, probabilitiesAt] = [rows, places, probabilities].map((list) => this.put(list));
    const [leaves, into] = [heap.alloc(4 * rows.length), heap.alloc(8 * classes * rows.length)];
    const fields = [rowsAt, rows.length, next, placesAt, probabilitiesAt, leaves, into];
    const request = this.put(Float64Array.from(fields));
    if (threads > 1) team.run(raisingKernel, "answerRows", job, request);
    else this.kernel.answerRows(0, 1, job, request);
    return {
      leaves: heap.i32(leaves, rows.length).slice(),
      probabilities: heap.f64(into, classes * rows.length).slice(),
    };
  }

  /** The node whose test a node has now; -1 for a leaf. */
  splitOf(node: number): number {
    const at = NODE_WORDS * node;
    return this.words[at + ATTRIBUTE] < 0 ? -1 : this.words[at + SPLIT_OF];
  }

  /** Whether other rows reach a node than before. */
  isStale(node: number): boolean {
    return (this.words[NODE_WORDS * node + STATE] & STALE) !== 0;
  }

  /** The branches of the test that `splitOf` had originally. */
  branchesOf(splitOf: number): Int32Array {
    const at = this.first[splitOf];
    return this.branches.subarray(at, at + this.tree.nodes[splitOf].branches.length);
  }

  private put(values: Float64Array | Int32Array): number {
    const at = this.heap.alloc(values.byteLength);
    const { length } = values;
    (values instanceof Int32Array ? this.heap.i32(at, length) : this.heap.f64(at, length)).set(values);
    return at;
  }

  private writeNodes(nodesAt: number, branchesAt: number, sharesAt: number, count: number): Int32Array {
    const { nodes, rows } = this.tree;
    const words = this.heap.i32(nodesAt, NODE_WORDS * nodes.length);
    const doubles = this.heap.f64(nodesAt, (NODE_WORDS / 2) * nodes.length);
    const branches = this.heap.i32(branchesAt, count);
    const shares = this.heap.f64(sharesAt, count);
    const first = new Int32Array(nodes.length);
    let next = 0;
    words.fill(0);
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i];
      const at = i * NODE_WORDS;
      const isLeaf = node.branches.length === 0;
      doubles[at / 2] = node.threshold ?? 0;
      doubles[at / 2 + PROMISE] = Number.NaN;
      words[at + ATTRIBUTE] = isLeaf ? -1 : node.attribute;
      words[at + BRANCHES] = node.branches.length;
      words[at + FIRST] = next;
      words[at + COUNT] = rows;
      words[at + SPLIT_OF] = i;
      first[i] = next;
      for (let b = 0; b < node.branches.length; b++, next++) {
        branches[next] = node.branches[b];
        shares[next] = node.shares[b];
      }
    }
    return first;
  }

  /** Sends a node's rows down its subtree. `anew`: shares for missing values are recomputed from the rows known there now. */
  settle(node: number, anew: boolean): void {
    if (!this.kernel.settle(node, Number(anew))) throw new RaisingMemoryFull();
  }

  countsOf(node: number): Float64Array {
    const { classes } = this.tree;
    return this.counts.subarray(node * classes, (node + 1) * classes);
  }

  /** By branch of `splitOf`, the node whose test it was originally. */
  sharesOf(splitOf: number): Float64Array {
    const at = this.first[splitOf];
    return this.shares.subarray(at, at + this.tree.nodes[splitOf].branches.length);
  }

  makeLeaf(node: number): void {
    this.kernel.makeLeaf(node);
  }

  /** The node takes the test and the branches of another. */
  become(node: number, other: number): void {
    this.kernel.become(node, other);
  }

  /**
   * The class weights of the leaves below `branch` if all rows of `node` went down it, one after the other, the last
   * leaf first. Valid until the next call.
   */
  countsIfRaised(branch: number, node: number): Float64Array {
    const leaves = this.kernel.countIfRaised(branch, node);
    if (leaves < 0) throw new RaisingMemoryFull();
    return this.answers.subarray(0, leaves * this.tree.classes);
  }
}

function fillRows(rows: Uint32Array): void {
  for (let row = 0; row < rows.length; row++) rows[row] = row;
}
