import type { PackedTrees } from "../../../model/packed.js";
import { extraTreesKernel } from "../../generated/extraTrees.js";
import type { Team } from "../../team.js";
import type { GrownMember, UnseenRows } from "../forest/grown.js";
import type { ForestMember } from "../forest/rules.js";
import { type ExtraTreesParams, PARAM_BYTES, writeParams } from "./params.js";
import type { ExtraTreesProblem } from "./rules.js";
import { takeTree } from "./takeTree.js";

/** The parameters in which batches differ: where their members are, and where their trees are written. */
type OwnParams =
  | "seeds"
  | "counts"
  | "queue"
  | "out"
  | "outBytes"
  | "trees"
  | "landed"
  | "landsAll"
  | "decreases";

export type SharedParams = Omit<ExtraTreesParams, OwnParams>;

/** What is requested of the trees: the leaves of rows, and importance. */
export interface Wanted {
  /** Out-of-bag rows. */
  readonly unseen: boolean;
  /** All rows. */
  readonly leaves: boolean;
  /** What the tests on each attribute take away. */
  readonly decrease: boolean;
}

export interface BatchSize {
  readonly members: number;
  readonly outBytes: number;
}

/** A few members whose trees are grown in one job: what the kernel reads of them, and what it writes. */
export class Batch {
  readonly params: ExtraTreesParams;
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
    private readonly problem: ExtraTreesProblem,
    shared: SharedParams,
    private readonly size: BatchSize,
    private readonly wanted: Wanted,
  ) {
    const { heap } = team;
    const { members, outBytes } = size;
    this.block = heap.alloc(PARAM_BYTES);
    this.params = {
      ...shared,
      seeds: heap.alloc(4 * members),
      counts: heap.alloc(4 * members),
      queue: heap.alloc(64),
      out: heap.alloc(outBytes),
      outBytes,
      trees: heap.alloc(16 * members),
      landed: wanted.unseen || wanted.leaves ? heap.alloc(4 * problem.rows * members) : 0,
      landsAll: wanted.leaves,
      decreases: wanted.decrease ? heap.alloc(8 * (problem.attributes.length + 1) * members) : 0,
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

  private loadCounts(member: ForestMember, place: number): number {
    const { counts } = member;
    if (counts === undefined) return 0;
    const { heap } = this.team;
    if (this.countsRoom === 0) this.countsRoom = heap.alloc(counts.length * this.size.members);
    const at = this.countsRoom + counts.length * place;
    heap.u8(at, counts.length).set(counts);
    return at;
  }

  /** The team's other threads begin to grow the members. */
  begin(): void {
    const { heap } = this.team;
    writeParams(heap, this.block, this.params, this.members);
    heap.u32(this.params.queue, 2).fill(0);
    this.join = this.team.begin(extraTreesKernel, "growTrees", this.block);
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
    const [at, nodes, setWords, pooled] = heap.u32(trees + 16 * member, 4);
    const pack = takeTree(heap, { at: out + at, nodes, setWords, pooled }, this.problem.target);
    const known = { pack, ...this.decreaseOf(member) };
    if (landed === 0) return known;
    const { rows } = this.problem;
    const places = heap.i32(landed + 4 * rows * member, rows);
    const countsAt = heap.u32(counts, member + 1)[member];
    return {
      ...known,
      ...(this.wanted.unseen &&
        countsAt !== 0 && { unseen: unseenOf(heap.u8(countsAt, rows), places, pack) }),
      ...(this.wanted.leaves && { leaves: leafRows(places, pack) }),
    };
  }

  /** Of a tree that is not too deep for the kernel. */
  private decreaseOf(member: number): { decrease?: Float64Array } {
    const { decreases } = this.params;
    if (decreases === 0) return {};
    const { length } = this.problem.attributes;
    const numbers = this.team.heap.f64(decreases + 8 * (length + 1) * member, length + 1);
    return numbers[0] === 1 ? { decrease: numbers.slice(1) } : {};
  }
}

function unseenOf(counts: Uint8Array, places: Int32Array, { skip }: PackedTrees): UnseenRows {
  const rows = new Int32Array(counts.length);
  const leaves = new Int32Array(counts.length);
  let n = 0;
  for (let row = 0; row < counts.length; row++) {
    if (counts[row] !== 0) continue;
    rows[n] = row;
    leaves[n++] = skip[places[row]];
  }
  return { rows: rows.slice(0, n), leaves: leaves.slice(0, n) };
}

function leafRows(places: Int32Array, { skip }: PackedTrees): Int32Array {
  const leaves = new Int32Array(places.length);
  for (let row = 0; row < leaves.length; row++) leaves[row] = skip[places[row]];
  return leaves;
}
