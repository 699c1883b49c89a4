import type { PackedTrees } from "../../../model/packed.js";
import { forestKernel } from "../../generated/forest.js";
import type { Team } from "../../team.js";
import { type ForestParams, PARAM_BYTES, writeParams } from "./params.js";
import type { ForestMember, ForestProblem } from "./rules.js";
import { takeTree } from "./takeTree.js";

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
  ) {
    const { heap } = team;
    const { members, outBytes, unseen } = size;
    this.block = heap.alloc(PARAM_BYTES);
    this.params = {
      ...shared,
      seeds: heap.alloc(4 * members),
      counts: heap.alloc(4 * members),
      queue: heap.alloc(64),
      out: heap.alloc(outBytes),
      outBytes,
      trees: heap.alloc(16 * members),
      landed: unseen ? heap.alloc(4 * problem.rows * members) : 0,
    };
    writeParams(heap, this.block, this.params, 0);
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

  private loadCounts({ counts }: ForestMember, place: number): number {
    if (counts === undefined) return 0;
    const { heap } = this.team;
    if (this.countsRoom === 0) this.countsRoom = heap.alloc(counts.length * this.size.members);
    const at = this.countsRoom + counts.length * place;
    heap.u8(at, counts.length).set(counts);
    return at;
  }

  /** The team's other threads begin to grow the members. */
  begin(entry: string): void {
    const { heap } = this.team;
    writeParams(heap, this.block, this.params, this.members);
    heap.u32(this.params.queue, 2).fill(0);
    this.join = this.team.begin(forestKernel, entry, this.block);
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
    const pack = takeTree(heap, { at: out + at, nodes, pooled, answers }, target);
    const countsAt = heap.u32(counts, member + 1)[member];
    if (landed === 0 || countsAt === 0) return { pack };
    const unseen = zerosOf(heap.u8(countsAt, rows));
    const leaves = leafRows(heap.i32(landed + 4 * rows * member, unseen.length), pack);
    return { pack, unseen: { rows: unseen, leaves } };
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
