import { mixedTreeKernel } from "../generated/mixedTree.js";
import type { Team } from "../team.js";
import { type Judgement, type LeftOut, LeftOutBlock, type LeftOutLosses, leftOutBytes } from "./leftOut.js";
import { mixedSizes } from "./mixedTree.js";
import {
  layOutTable,
  MEMBERS_FIELD,
  MixedJob,
  type MixedTable,
  type MixedTree,
  type MixedTreeRules,
  type MixedTreeSizes,
} from "./mixedTreeJob.js";
import { readTree, treeBytes } from "./treeJob.js";
import { type TreeSequence, type TreeToPrune, treeSequence } from "./treeSequence.js";

/** As in kernels/assembly/mixedTree/members.ts. */
const QUEUE_WORDS = 4;
const RECORD_WORDS = 4;
const STATE = 2;
/** The state of a member whose tree is there; if all questions about left-out rows are answered, it is higher. */
const GROWN = 1;

/** Memory that many trees of a table take at once, each grown by one thread: of a thread, and of each tree. */
export function memberBytes(rows: number, attributes: number, classes: number) {
  return {
    thread: rows * (16 * attributes + 16 * classes + 480),
    tree: rows * 29 + treeBytes(2 * rows, classes),
  };
}

/**
 * Trees of one table that differ in how often its rows count, each grown by one thread, which takes the next from a queue.
 * The other threads begin at once. Memory is taken here; the caller releases it when all are done.
 */
export class MixedMembers {
  private readonly job: number;
  private readonly queue: number;
  private readonly places: number[];
  private readonly answers: number[];
  private readonly leftOut: LeftOutBlock | undefined;
  private readonly mostWords: number;
  private readonly join: () => void;

  constructor(
    private readonly team: Team,
    private readonly table: MixedTable,
    rules: MixedTreeRules,
    private readonly counts: readonly (Uint8Array | undefined)[],
    sizes?: MixedTreeSizes,
    private readonly asked?: LeftOut,
  ) {
    const { heap } = team;
    const { rows, weights, classes, attributes } = table;
    const chosen = sizes ?? mixedSizes(rows, attributes.length, 1);
    const all = { used: rows, areUnits: weights === undefined };
    const job = new MixedJob(heap, layOutTable(heap, table), weights, all, rules, chosen);
    const scratch = team.kernel(mixedTreeKernel).begin(job.at);
    job.useArenas(heap.alloc(scratch), scratch);
    const codes = attributes.reduce((most, { count }) => Math.max(most, count), 0);
    const forLeftOut = asked ? heap.alloc(leftOutBytes(rows, codes, asked)) : 0;
    this.repeatWorkspace(job);
    this.leftOut = asked && new LeftOutBlock(heap, asked, forLeftOut);
    this.answers = counts.map(() => (this.leftOut ? heap.alloc(this.leftOut.answerBytes(rows)) : 0));
    this.mostWords = chosen.setWords;
    this.places = counts.map(() => heap.alloc(16 + treeBytes(2 * rows, classes) + 4 * chosen.setWords));
    this.job = job.at;
    this.queue = this.layOutQueue(job.at);
    this.join = team.begin(mixedTreeKernel, "growMembers", this.queue);
  }

  /** Each thread has a workspace as large as the job's, after it. */
  private repeatWorkspace({ at, workspace }: MixedJob): void {
    const { heap, size } = this.team;
    const weights = heap.alloc(8 * this.table.rows);
    const bytes = Math.ceil((heap.mark() - workspace) / 64) * 64;
    heap.f64(at + 8 * MEMBERS_FIELD, 2).set([bytes, weights]);
    heap.alloc(bytes * (size - 1));
  }

  private layOutQueue(job: number): number {
    const { counts } = this;
    const { heap } = this.team;
    const at = heap.alloc(4 * (QUEUE_WORDS + RECORD_WORDS * counts.length));
    const records = counts.flatMap((own, i) => {
      const bytes = own === undefined ? 0 : heap.alloc(own.length);
      if (own) heap.u8(bytes, own.length).set(own);
      return [bytes, this.places[i], 0, this.answers[i]];
    });
    const head = [0, counts.length, job, this.leftOut?.at ?? 0];
    heap.u32(at, QUEUE_WORDS + records.length).set([...head, ...records]);
    return at;
  }

  /** A tree, once it is grown; until then the calling thread helps. Undefined if its sets of levels did not fit. */
  take(i: number): MixedTree | undefined {
    const { team } = this;
    this.await(i);
    if (!this.fits(i)) return undefined;
    const at = this.places[i];
    const [nodes, words] = team.heap.i32(at, 2);
    const { classes } = this.table;
    const sets = at + 8 + treeBytes(nodes, classes);
    return { ...readTree(team.heap, at + 8, nodes, classes), sets: team.heap.i32(sets, words).slice() };
  }

  /** The nodes of its tree that the rows come to which were asked about, in their order; undefined as for `take`. */
  landed(i: number): Int32Array | undefined {
    this.await(i);
    const counts = this.counts[i];
    if (counts === undefined || !this.fits(i)) return undefined;
    let asked = 0;
    for (let row = 0; row < counts.length; row++) if (this.asked?.ofAllRows || counts[row] === 0) asked++;
    return this.team.heap.i32(this.answers[i], asked).slice();
  }

  /** The pruning sequence of a tree that was grown from the same table, by the calling thread. */
  sequenceOf(tree: TreeToPrune): TreeSequence {
    return treeSequence(this.team, this.job, tree, this.table.classes);
  }

  /** From now on threads judge the rows of members that they have grown. */
  judgeBy(judgement: Judgement): void {
    this.leftOut!.judgeBy(judgement);
  }

  /** What those rows lose, once it is known by what they are judged; undefined as for `take`. */
  losses(i: number, { alphas }: Judgement): LeftOutLosses | undefined {
    this.await(i);
    if (this.stateOf(i) === GROWN) this.team.kernel(mixedTreeKernel).answer(0, this.queue, i);
    return this.fits(i) ? this.leftOut!.losses(this.answers[i], alphas.length) : undefined;
  }

  private await(i: number): void {
    while (this.stateOf(i) < GROWN && this.growNext()) {}
    if (this.stateOf(i) < GROWN) this.join();
  }

  /** Whether there was room for the sets of levels of a grown tree. */
  private fits(i: number): boolean {
    return this.team.heap.i32(this.places[i], 2)[1] <= this.mostWords;
  }

  private growNext(): boolean {
    try {
      return this.team.kernel(mixedTreeKernel).growNext(0, this.queue) !== 0;
    } catch (error) {
      // If the work was cancelled, this says so.
      this.join();
      throw error;
    }
  }

  private stateOf(i: number): number {
    const state = QUEUE_WORDS + RECORD_WORDS * i + STATE;
    return Atomics.load(this.team.heap.i32(this.queue, state + 1), state);
  }

  /** Waits for the trees that threads are at. No others are begun. */
  finish(): void {
    Atomics.store(this.team.heap.i32(this.queue, 2), 1, 0);
    this.join();
  }
}
