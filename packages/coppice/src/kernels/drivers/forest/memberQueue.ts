import type { KernelBinary } from "../../binary.js";
import type { Heap } from "../../heap.js";
import type { KernelExports, Team } from "../../team.js";
import type { GrownMember, Wanted } from "./grown.js";
import { type ForestParams, PARAM_BYTES, writeParams } from "./params.js";
import type { ForestMember, ForestProblem } from "./rules.js";
import { takeTree } from "./takeTree.js";

/** The parameters that belong to the queue: where members are, and where their trees are written. */
type OwnParams =
  | "seeds"
  | "counts"
  | "queue"
  | "slots"
  | "out"
  | "trees"
  | "landed"
  | "bag"
  | "decreases"
  | "leaves"
  | "sums"
  | "arenas";
export type SharedParams = Omit<ForestParams, OwnParams>;

/** The kernel that grows the members: its entries, and parameters of its own, which follow the shared ones. */
export interface QueueKernel {
  readonly binary: KernelBinary;
  readonly entries: {
    /** The memory that a thread needs. */
    readonly memory: string;
    /** Once, before the first tree of the calling thread. */
    readonly start: string;
    /** Trees by all other threads, as long as members may begin. */
    readonly grow: string;
    /** One tree by the calling thread. */
    readonly next: string;
  };
  readonly ownBytes: number;
  writeOwn(heap: Heap, at: number): void;
  /** Whether it draws the rows of members, by their limits. */
  readonly drawsRows: boolean;
}

/**
 * Where the kernel finds the limits by which every member draws its rows, with their number first; 0 if some have other counts, or
 * none.
 */
export function loadLimits(heap: Heap, members: readonly ForestMember[]): number {
  const limits = members[0]?.limits;
  if (limits === undefined || members.some((member) => member.limits !== limits)) return 0;
  const at = heap.alloc(4 + 4 * limits.length);
  heap.u32(at, 1 + limits.length).set([limits.length, ...limits]);
  return at;
}

/** Whether rows that a member does not count walk down its tree. */
export function areFollowed(
  members: readonly ForestMember[],
  { unseen = false, outOfBag = false, sums = false }: Wanted,
): boolean {
  return unseen || outOfBag || (sums && members.some((member) => member.limits ?? member.counts));
}

/** Trees per thread, at most, that are grown before they are taken, and bytes that they may take if they are large. */
const SLOTS_PER_THREAD = 8;
const MOST_BYTES = 2 ** 28;
/** What the kernel notes of a tree in a slot, and where: kernels/assembly/forest/queue.ts. */
const RECORD = 16;
const DONE = 3;

/** Answers that a tree may have, and one. */
function mostAnswers(rows: number, width: number): number {
  return rows + width + 1;
}

/** What the kernel keeps of out-of-bag rows: kernels/assembly/forest/judge.ts has the layout. */
function bagBytes(rows: number, width: number): number {
  const sums = 64 + rows * (8 * width + 5);
  return width === 2 ? sums : sums + 16 * rows + 4 * mostAnswers(rows, width);
}

/**
 * Members whose trees are grown from a queue by the threads of a team, and taken in their order by the calling thread,
 * which grows trees itself whenever the next one is not finished yet.
 */
export class MemberQueue {
  readonly params: ForestParams;
  /** Where the kernel finds the parameters. */
  readonly block: number;
  private readonly kernel: KernelExports;
  private readonly slots: number;
  private readonly countsRoom: number;
  /** The job of the other threads, and how many threads it has. */
  private join: (() => void) | undefined;
  private threads = 0;
  private started = false;

  constructor(
    private readonly team: Team,
    private readonly problem: ForestProblem,
    private readonly members: readonly ForestMember[],
    shared: SharedParams,
    private readonly own: QueueKernel,
    private readonly wanted: Wanted,
  ) {
    const { heap, size } = team;
    const { rows, attributes } = problem;
    const { treeBytes, width } = shared;
    this.kernel = team.kernel(own.binary);
    // A thread alone takes a tree before it grows the next; several need not wait for each other if there is one slot more.
    const room = Math.max(size > 1 ? size + 1 : 1, Math.floor(MOST_BYTES / treeBytes));
    this.slots = Math.max(1, Math.min(members.length, SLOTS_PER_THREAD * size, room));
    const { slots } = this;
    this.block = heap.alloc(PARAM_BYTES + own.ownBytes);
    this.params = {
      ...shared,
      slots,
      seeds: heap.alloc(4 * members.length),
      counts: heap.alloc(4 * slots),
      queue: heap.alloc(64),
      out: heap.alloc(treeBytes * slots),
      trees: heap.alloc(RECORD * slots),
      landed: areFollowed(members, wanted) ? heap.alloc((8 + 8 * rows) * slots) : 0,
      bag: wanted.outOfBag ? heap.alloc(bagBytes(rows, width)) : 0,
      decreases: wanted.decrease ? heap.alloc(8 * (attributes.length + 1) * slots) : 0,
      leaves: wanted.sums ? heap.alloc((8 + 8 * rows) * slots) : 0,
      sums: wanted.sums ? heap.alloc((8 * this.outputs + 4) * rows + 4 * mostAnswers(rows, width)) : 0,
      arenas: heap.alloc(4 * size),
    };
    this.countsRoom = members.some((member) => own.drawsRows || member.counts) ? heap.alloc(rows * slots) : 0;
    heap.u32(this.params.seeds, members.length).set(members.map(({ seed }) => seed));
    heap.u32(this.params.trees, (RECORD / 4) * slots).fill(0);
    heap.u32(this.params.queue, 3).fill(0);
    writeParams(heap, this.block, this.params);
    own.writeOwn(heap, this.block + PARAM_BYTES);
  }

  /** The trees in the order of their members. */
  *trees(): Generator<GrownMember, void, void> {
    this.prepare();
    try {
      for (let member = 0; member < this.members.length; member++) {
        while (!this.isDone(member)) this.work();
        yield this.take(member);
        this.allow(member + 1 + this.slots);
      }
    } finally {
      this.leave();
    }
  }

  /** Throws now if there is too little room for what the threads will need, not after the table has been made ready. */
  checkRoom(): void {
    const { heap, size } = this.team;
    heap.reserve(heap.mark() + size * (this.arenaBytes + 64));
  }

  /** The memory that a thread needs. */
  private get arenaBytes(): number {
    return this.kernel[this.own.entries.memory](this.block);
  }

  private prepare(): void {
    const { heap, size } = this.team;
    const { arenaBytes } = this;
    const arenas = Array.from({ length: size }, () => heap.alloc(arenaBytes));
    heap.u32(this.params.arenas, size).set(arenas);
    if (this.wanted.outOfBag) this.kernel.startBag(this.block);
    if (this.wanted.sums) this.kernel.startSums(this.block);
    heap.u32(this.params.queue, 3).fill(0);
    this.allow(this.slots);
  }

  /** Numbers that a tree says of a row. */
  private get outputs(): number {
    const { target } = this.problem;
    return target.kind === "classes" ? target.column.levels.length : 1;
  }

  private get queue(): Int32Array {
    return this.team.heap.i32(this.params.queue, 3);
  }

  /** Members before `end` may begin: their slots are free. */
  private allow(end: number): void {
    const { queue } = this;
    const most = Math.min(end, this.members.length);
    for (let member = queue[1]; member < most; member++) this.loadCounts(member);
    Atomics.store(queue, 1, most);
  }

  private loadCounts(member: number): void {
    const { heap } = this.team;
    const { rows } = this.problem;
    const slot = member % this.slots;
    const counts = this.own.drawsRows ? undefined : this.members[member].counts;
    const at = counts || this.own.drawsRows ? this.countsRoom + rows * slot : 0;
    if (counts) heap.u8(at, rows).set(counts);
    heap.u32(this.params.counts, this.slots)[slot] = at;
  }

  private isDone(member: number): boolean {
    const { heap } = this.team;
    const record = heap.i32(this.params.trees + RECORD * (member % this.slots), RECORD / 4);
    return Atomics.load(record, DONE) === member + 1;
  }

  /** Grows a tree, or, if none may begin, waits for those of the other threads. */
  private work(): void {
    this.begin();
    try {
      if (!this.started) this.kernel[this.own.entries.start](0, this.block);
      this.started = true;
      if (this.kernel[this.own.entries.next](this.block) !== 0) return;
    } catch (error) {
      // If the work was stopped, that is what is thrown.
      this.finish();
      throw error;
    }
    this.finish();
  }

  /** The other threads begin, if none is at work, or if there are more of them now. */
  private begin(): void {
    const { team } = this;
    if (this.join !== undefined) {
      if (team.threads <= this.threads && Atomics.load(this.queue, 2) < this.threads - 1) return;
      this.pause();
    }
    const { queue } = this;
    if (Atomics.load(queue, 0) >= queue[1]) return;
    Atomics.store(queue, 2, 0);
    this.threads = team.threads;
    this.join = team.begin(this.own.binary, this.own.entries.grow, this.block);
  }

  /** Ends the job when its threads have finished the trees that they are growing. */
  private pause(): void {
    const { queue } = this;
    const [, end] = queue;
    Atomics.store(queue, 1, 0);
    this.finish();
    Atomics.store(queue, 1, end);
  }

  private finish(): void {
    const { join } = this;
    this.join = undefined;
    join?.();
  }

  private leave(): void {
    if (this.join === undefined) return;
    try {
      this.pause();
    } catch {
      // The caller is leaving for another error already, or needs no more trees.
    }
  }

  private take(member: number): GrownMember {
    const { heap } = this.team;
    const { trees, out, treeBytes, counts, bag } = this.params;
    const slot = member % this.slots;
    const [nodes, answersAt, answers] = heap.u32(trees + RECORD * slot, 3);
    const tree = { at: out + treeBytes * slot, nodes, answersAt, answers };
    const pack = takeTree(heap, tree, this.problem.target, this.params.hasSets);
    const isJudged = this.wanted.unseen || this.wanted.outOfBag;
    const isSampled = isJudged && heap.u32(counts, this.slots)[slot] !== 0;
    if (isSampled && bag !== 0) this.kernel.judge(this.block, member);
    return {
      pack,
      ...(isSampled && bag === 0 && { unseen: this.unseenOf(slot) }),
      ...(isSampled && bag !== 0 && { outOfBag: this.totals() }),
      ...this.decreaseOf(slot),
      ...this.sumsOf(member),
    };
  }

  private unseenOf(slot: number) {
    const { heap } = this.team;
    const { rows } = this.problem;
    const at = this.params.landed + (8 + 8 * rows) * slot;
    const [count] = heap.i32(at, 1);
    return {
      rows: heap.i32(at + 8, count).slice(),
      leaves: heap.i32(at + 8 + 4 * rows, count).slice(),
    };
  }

  private totals() {
    const [wrong, judged] = this.team.heap.i32(this.params.bag, 2);
    return { wrong, judged };
  }

  private sumsOf(member: number): { sums?: Float64Array } {
    const { sums } = this.params;
    if (sums === 0) return {};
    const isLast = member === this.members.length - 1;
    this.kernel.addSums(this.block, member, Number(isLast));
    if (!isLast) return {};
    return { sums: this.team.heap.f64(sums, this.problem.rows * this.outputs).slice() };
  }

  /** Of a tree that is not too deep for the kernel. */
  private decreaseOf(slot: number): { decrease?: Float64Array } {
    const { decreases } = this.params;
    if (decreases === 0) return {};
    const { length } = this.problem.attributes;
    const numbers = this.team.heap.f64(decreases + 8 * (length + 1) * slot, length + 1);
    return numbers[0] === 1 ? { decrease: numbers.slice(1) } : {};
  }
}
