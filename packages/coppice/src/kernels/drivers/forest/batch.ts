import type { PackedTrees } from "../../../model/packed.js";
import type { KernelBinary } from "../../binary.js";
import { forestKernel } from "../../generated/forest.js";
import type { Heap } from "../../heap.js";
import type { Team } from "../../team.js";
import { type ForestParams, PARAM_BYTES, writeParams } from "./params.js";
import type { ForestMember, ForestProblem, ForestTarget } from "./rules.js";
import { takeTree, type WrittenTree } from "./takeTree.js";

/** A tree and, if requested, the leaves of its out-of-bag rows, or of all rows. */
export interface GrownMember {
  readonly pack: PackedTrees;
  readonly unseen?: UnseenRows;
  /** By row of the table, if requested: the row of the tree's `values` that it reaches. */
  readonly leaves?: Int32Array;
}

/** Out-of-bag rows, ascending, with the row of the tree's `values` that each reaches. */
export interface UnseenRows {
  readonly rows: Int32Array;
  readonly leaves: Int32Array;
}

/** The parameters in which batches differ: where their members are, and where their trees are written. */
type OwnParams = "seeds" | "counts" | "queue" | "out" | "outBytes" | "trees" | "landed";
export type SharedParams = Omit<ForestParams, OwnParams>;

export interface BatchSize {
  readonly members: number;
  readonly outBytes: number;
  /** Whether to return the leaves of out-of-bag rows. */
  readonly unseen: boolean;
}

/** The kernel that grows a batch, and what is its own: parameters that follow the shared ones, and how it writes a tree. */
export interface BatchKernel {
  readonly binary: KernelBinary;
  readonly ownBytes: number;
  writeOwn(heap: Heap, at: number): void;
  take(heap: Heap, tree: WrittenTree, target: ForestTarget): PackedTrees;
  /** Whether it draws the rows of members whose counts are draws with replacement. */
  readonly drawsRows: boolean;
  /** Bytes in which it writes what out-of-bag rows of one member reach, and how that is read. */
  landedBytes(rows: number): number;
  unseen(heap: Heap, at: number, counts: Uint8Array, pack: PackedTrees): UnseenRows;
}

const FOREST: BatchKernel = {
  binary: forestKernel,
  ownBytes: 0,
  writeOwn: () => {},
  take: takeTree,
  drawsRows: false,
  landedBytes: (rows) => 4 * rows,
  unseen(heap, at, counts, pack) {
    const rows = zerosOf(counts);
    return { rows, leaves: leafRows(heap.i32(at, rows.length), pack) };
  },
};

/** A few members whose trees are grown in one job: what the kernel reads of them, and what it writes. */
export class Batch {
  readonly params: ForestParams;
  /** Where the kernel finds the parameters. */
  readonly block: number;
  /** The members loaded: how many, and the number of the first. */
  members = 0;
  private first = -1;
  private grown = 0;
  private join: (() => void) | undefined;
  /** Memory for every member's counts; allocated when a member has some. */
  private countsRoom = 0;

  constructor(
    private readonly team: Team,
    private readonly problem: ForestProblem,
    shared: SharedParams,
    private readonly size: BatchSize,
    private readonly kernel: BatchKernel = FOREST,
  ) {
    const { heap } = team;
    const { members, outBytes, unseen } = size;
    this.block = heap.alloc(PARAM_BYTES + kernel.ownBytes);
    this.params = {
      ...shared,
      seeds: heap.alloc(4 * members),
      counts: heap.alloc(4 * members),
      queue: heap.alloc(64),
      out: heap.alloc(outBytes),
      outBytes,
      trees: heap.alloc(16 * members),
      landed: unseen ? heap.alloc(kernel.landedBytes(problem.rows) * members) : 0,
    };
    writeParams(heap, this.block, this.params, 0);
    kernel.writeOwn(heap, this.block + PARAM_BYTES);
  }

  /** Loads as many members as fit, from this one on. */
  load(members: readonly ForestMember[], from: number): void {
    if (this.first === from) return;
    const { heap } = this.team;
    const own = members.slice(from, from + this.size.members);
    const counts = own.map((member, i) => this.loadCounts(member, i));
    heap.u32(this.params.counts, own.length).set(counts);
    heap.u32(this.params.seeds, own.length).set(own.map(({ seed }) => seed));
    this.first = from;
    this.members = own.length;
  }

  private loadCounts(member: ForestMember, place: number): number {
    const isDrawn = this.kernel.drawsRows;
    const counts = isDrawn ? undefined : member.counts;
    if (counts === undefined && !isDrawn) return 0;
    const { heap } = this.team;
    const { rows } = this.problem;
    if (this.countsRoom === 0) this.countsRoom = heap.alloc(rows * this.size.members);
    const at = this.countsRoom + rows * place;
    if (counts) heap.u8(at, rows).set(counts);
    return at;
  }

  /** The team's other threads begin to grow the members. */
  begin(entry: string): void {
    const { heap } = this.team;
    writeParams(heap, this.block, this.params, this.members);
    heap.u32(this.params.queue, 2).fill(0);
    this.join = this.team.begin(this.kernel.binary, entry, this.block);
  }

  /** Joins the other threads and waits; returns how many trees were grown. The kernel stops early if its memory may not hold
   * another tree. */
  finish(): number {
    const { join } = this;
    this.join = undefined;
    this.first = -1;
    join?.();
    this.grown = Math.min(this.team.heap.u32(this.params.queue, 1)[0], this.members);
    return this.grown;
  }

  /** Abandons the job: threads finish the trees they are growing. */
  leave(): void {
    if (this.join === undefined) return;
    const queue = this.team.heap.i32(this.params.queue, 1);
    Atomics.store(queue, 0, this.members);
    try {
      this.finish();
    } catch {
      // The caller is leaving for another error already.
    }
  }

  *trees(): Generator<GrownMember, void, void> {
    for (let member = 0; member < this.grown; member++) yield this.take(member);
  }

  private take(member: number): GrownMember {
    const { heap } = this.team;
    const { trees, out, landed, counts } = this.params;
    const { rows, target } = this.problem;
    const [at, nodes, pooled, answers] = heap.u32(trees + 16 * member, 4);
    const pack = this.kernel.take(heap, { at: out + at, nodes, pooled, answers }, target);
    const countsAt = heap.u32(counts, member + 1)[member];
    if (landed === 0 || countsAt === 0) return { pack };
    const landedAt = landed + this.kernel.landedBytes(rows) * member;
    return { pack, unseen: this.kernel.unseen(heap, landedAt, heap.u8(countsAt, rows), pack) };
  }
}

/** The positions of zeros. */
function zerosOf(bytes: Uint8Array): Int32Array {
  const places = new Int32Array(bytes.length);
  let n = 0;
  for (let i = 0; i < bytes.length; i++) {
    places[n] = i;
    n += bytes[i] === 0 ? 1 : 0;
  }
  return places.slice(0, n);
}

function leafRows(nodes: Int32Array, { skip }: PackedTrees): Int32Array {
  const rows = new Int32Array(nodes.length);
  for (let i = 0; i < rows.length; i++) rows[i] = skip[nodes[i]];
  return rows;
}
