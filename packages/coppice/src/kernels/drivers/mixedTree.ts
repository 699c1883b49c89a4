import { mixedTreeKernel } from "../generated/mixedTree.js";
import { inTurns, type Team } from "../team.js";
import {
  layOutTable,
  MixedJob,
  type MixedTable,
  type MixedTree,
  type MixedTreeRules,
  type MixedTreeSizes,
  mixedBytes,
  type TableAt,
} from "./mixedTreeJob.js";

/** Of the 4 GiB that a memory can have. */
const MOST_BYTES = 4.2e9;
/** Local ids have 16 bits. */
const MOST_LOCAL_ROWS = 16384;
export const MOST_MIXED_ATTRIBUTES = 65535;
export const MOST_MIXED_CLASSES = 65535;

export function mixedSizes(used: number, attributes: number, threads: number): MixedTreeSizes {
  const share = threads > 1 ? Math.max(1024, Math.ceil(used / (4 * threads))) : MOST_LOCAL_ROWS;
  const fits = Math.max(1024, Math.floor(2 ** 24 / attributes));
  return {
    localRows: Math.min(MOST_LOCAL_ROWS, share, fits),
    ...{ countedCodes: 256, listRows: 96, setWords: Math.max(2 ** 14, 4 * used) },
  };
}

/** Grows the tree in the team's memory. Undefined if that is too small. */
export function growMixedTree(
  team: Team,
  table: MixedTable,
  rules: MixedTreeRules,
  sizes?: MixedTreeSizes,
): MixedTree | undefined {
  const used = table.weights ? positive(table.weights) : table.rows;
  const chosen = sizes ?? mixedSizes(used, table.attributes.length, team.size);
  const mark = team.heap.mark();
  const first = growOnce(team, table, used, rules, chosen);
  if (typeof first !== "number") return first;
  team.heap.release(mark);
  const second = growOnce(team, table, used, rules, { ...chosen, setWords: first });
  return typeof second === "number" ? undefined : second;
}

/** The tree; or how many words its sets take, if there were too few; or undefined if the memory is too small. */
function growOnce(
  team: Team,
  table: MixedTable,
  used: number,
  rules: MixedTreeRules,
  sizes: MixedTreeSizes,
): MixedTree | number | undefined {
  const { heap } = team;
  const count = table.attributes.length;
  if (heap.mark() + mixedBytes(table, used) + 4 * sizes.setWords > MOST_BYTES) return undefined;
  const job = new MixedJob(heap, layOutTable(heap, table), table.weights, used, rules, sizes);
  const kernel = team.kernel(mixedTreeKernel);
  const scratch = Math.ceil(kernel.begin(job.at) / 64) * 64;
  if (heap.mark() + scratch * team.size > MOST_BYTES) return undefined;
  const arenas = heap.alloc(scratch * team.size);
  job.useArenas(arenas, scratch);
  let sorted = 0;
  inTurns(team, count, (end) => {
    team.run(mixedTreeKernel, "sort", job.at, sorted, end);
    sorted = end;
  });
  team.run(mixedTreeKernel, "growTop", job.at);
  team.run(mixedTreeKernel, "growRest", job.at);
  if (job.setWords() > sizes.setWords) return job.setWords();
  return job.read(team);
}

/** Trees of one table that differ in the weights of the rows: each is grown by one thread, from a queue. */
export class MixedMembers {
  private readonly table: TableAt;

  constructor(
    private readonly team: Team,
    private readonly given: Omit<MixedTable, "weights">,
    private readonly rules: MixedTreeRules,
    private readonly sizes?: MixedTreeSizes,
  ) {
    this.table = layOutTable(team.heap, given);
  }

  /**
   * The other threads begin to grow a tree for each of these weights. The returned function joins them and reads the trees;
   * undefined in place of one whose sets of levels did not fit. Memory for the trees is taken here; the caller releases it.
   */
  begin(weights: readonly Float64Array[]): () => (MixedTree | undefined)[] {
    const { team, given } = this;
    const { heap } = team;
    const kernel = team.kernel(mixedTreeKernel);
    const jobs = weights.map((own) => {
      const used = positive(own);
      const sizes = this.sizes ?? mixedSizes(used, given.attributes.length, 1);
      const job = new MixedJob(heap, this.table, own, used, this.rules, sizes);
      const scratch = kernel.begin(job.at);
      const arena = heap.alloc(scratch);
      job.useArenas(arena, scratch);
      return job;
    });
    const queue = heap.alloc(8 + 4 * jobs.length);
    heap.u32(queue, 2 + jobs.length).set([0, jobs.length, ...jobs.map(({ at }) => at)]);
    const join = team.begin(mixedTreeKernel, "growMembers", queue);
    return () => {
      join();
      return jobs.map((job) => (job.hasAllSets() ? job.read(team) : undefined));
    };
  }
}

function positive(weights: Float64Array): number {
  let count = 0;
  for (let row = 0; row < weights.length; row++) if (weights[row] > 0) count++;
  return count;
}
