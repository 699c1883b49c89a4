import { softKernel } from "../../generated/soft.js";
import type { Team } from "../../team.js";
import {
  BLOCK,
  chunksOf,
  gatesOf,
  gathered,
  partialSize,
  type SoftEvaluator,
  type SoftRows,
  type SoftSums,
  type SoftTree,
} from "./softRows.js";

/** The fields of kernels/assembly/soft/job.ts. */
export const JOB_FIELDS = 17;
/** Fewer multiplications than this per call are done faster by one thread than threads take to start. */
const WORK_FOR_TEAM = 2e6;

/** What a thread needs for its own block of rows. */
export function scratchBytesOf(gates: number): number {
  return 8 * BLOCK * (7 * gates + 3);
}

/** Rows in a team's memory. Everything else is laid out anew by each call, above them. */
export class SoftKernel implements SoftEvaluator {
  private readonly cells: number;
  private readonly weights: number;
  private readonly targets: number;

  constructor(
    private readonly team: Team,
    readonly data: SoftRows,
    private readonly workForTeam = WORK_FOR_TEAM,
  ) {
    this.cells = this.put(data.cells);
    this.weights = this.put(data.weights);
    this.targets = this.put(data.targets);
  }

  sums(tree: SoftTree): SoftSums {
    return this.evaluate(tree, 0, true);
  }

  losses(tree: SoftTree): Float64Array {
    const { heap } = this.team;
    const mark = heap.mark();
    const { rows, blocks } = this.data;
    const into = heap.alloc(8 * BLOCK * blocks);
    this.evaluate(tree, into, false);
    const losses = heap.f64(into, rows).slice();
    heap.release(mark);
    return losses;
  }

  private evaluate(tree: SoftTree, losses: number, slopes: boolean): SoftSums {
    const { team, data } = this;
    const { heap } = team;
    const mark = heap.mark();
    const gates = gatesOf(tree);
    const chunks = chunksOf(data.blocks);
    const size = partialSize(data, gates);
    const branches = heap.alloc(4 * tree.branches.length);
    const forms = this.put(tree.forms);
    const answers = this.put(tree.answers);
    const partials = heap.alloc(8 * size * chunks.count);
    const scratchBytes = scratchBytesOf(gates);
    const scratch = heap.alloc(scratchBytes * team.size);
    const job = heap.alloc(8 * JOB_FIELDS);
    heap.i32(branches, tree.branches.length).set(tree.branches);
    heap
      .f64(job, JOB_FIELDS)
      .set([
        ...[data.blocks, chunks.size, data.width, gates, data.classes, chunks.count],
        ...[this.cells, this.weights, this.targets, branches, forms, answers, partials, losses],
        ...[scratch, scratchBytes, 8 * size],
      ]);
    if (data.rows * gates * data.width < this.workForTeam)
      team.kernel(softKernel).evaluate(0, 1, job, Number(slopes));
    else team.run(softKernel, "evaluate", job, Number(slopes));
    const sums = gathered(heap.f64(partials, size * chunks.count), data, gates);
    heap.release(mark);
    return sums;
  }

  private put(values: Float64Array): number {
    const { heap } = this.team;
    const at = heap.alloc(8 * values.length);
    heap.f64(at, values.length).set(values);
    return at;
  }
}
