import { mixedTreeKernel } from "../generated/mixedTree.js";
import type { Team } from "../team.js";
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

/** As in kernels/assembly/mixedTree/members.ts. */
const QUEUE_WORDS = 4;
const RECORD_WORDS = 4;

/** Memory that many trees of a table take at once, each grown by one thread: of a thread, and of each tree. */
export function memberBytes(rows: number, attributes: number, classes: number) {
  return {
    thread: rows * (16 * attributes + 16 * classes + 320),
    tree: rows * 17 + treeBytes(2 * rows, classes),
  };
}

/**
 * Trees of one table that differ in how often its rows count, each grown by one thread, which takes the next from a queue.
 * The other threads begin at once. Memory is taken here; the caller releases it when all are done.
 */
export class MixedMembers {
  private readonly queue: number;
  private readonly places: number[];
  private readonly mostWords: number;
  private readonly join: () => void;

  constructor(
    private readonly team: Team,
    private readonly table: MixedTable,
    rules: MixedTreeRules,
    counts: readonly (Uint8Array | undefined)[],
    sizes?: MixedTreeSizes,
  ) {
    const { heap } = team;
    const { rows, weights, classes, attributes } = table;
    const chosen = sizes ?? mixedSizes(rows, attributes.length, 1);
    const all = { used: rows, areUnits: weights === undefined };
    const job = new MixedJob(heap, layOutTable(heap, table), weights, all, rules, chosen);
    const scratch = team.kernel(mixedTreeKernel).begin(job.at);
    job.useArenas(heap.alloc(scratch), scratch);
    this.repeatWorkspace(job);
    this.mostWords = chosen.setWords;
    this.places = counts.map(() => heap.alloc(16 + treeBytes(2 * rows, classes) + 4 * chosen.setWords));
    this.queue = this.layOutQueue(job.at, counts);
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

  private layOutQueue(job: number, counts: readonly (Uint8Array | undefined)[]): number {
    const { heap } = this.team;
    const at = heap.alloc(4 * (QUEUE_WORDS + RECORD_WORDS * counts.length));
    const records = counts.flatMap((own, i) => {
      const bytes = own === undefined ? 0 : heap.alloc(own.length);
      if (own) heap.u8(bytes, own.length).set(own);
      return [bytes, this.places[i], 0, 0];
    });
    heap.u32(at, QUEUE_WORDS + records.length).set([0, counts.length, job, 0, ...records]);
    return at;
  }

  /** A tree, once it is grown; until then the calling thread helps. Undefined if its sets of levels did not fit. */
  take(i: number): MixedTree | undefined {
    const { team } = this;
    while (!this.isGrown(i) && this.growNext()) {}
    if (!this.isGrown(i)) this.join();
    const at = this.places[i];
    const [nodes, words] = team.heap.i32(at, 2);
    if (words > this.mostWords) return undefined;
    const { classes } = this.table;
    const sets = at + 8 + treeBytes(nodes, classes);
    return { ...readTree(team.heap, at + 8, nodes, classes), sets: team.heap.i32(sets, words).slice() };
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

  private isGrown(i: number): boolean {
    const state = QUEUE_WORDS + RECORD_WORDS * i + 2;
    return Atomics.load(this.team.heap.i32(this.queue, state + 1), state) === 1;
  }

  /** Waits for all trees. */
  finish(): void {
    this.join();
  }
}
