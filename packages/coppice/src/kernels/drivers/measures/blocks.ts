import { measuresKernel } from "../../generated/measures.js";
import type { KernelExports, Team } from "../../team.js";
import type { MeasureCode } from "./measureCode.js";

/** Rows of a block: kernels/assembly/measures/job.ts has the same number. */
export const BLOCK = 1024;
const LANE = 8 * BLOCK;
/** What a measure needs. */
const FEWEST_LANES = 5;

export type Column = Float64Array | Int32Array;

/**
 * The code of a tree, laid out in the team's memory, and block after block the cells that it reads. The calling thread does
 * the work: it takes less time than others take to start. The memory is the caller's to release.
 */
export class MeasureBlocks {
  /** By row (i32) its leaf. */
  readonly landed: number;
  private readonly job: number;
  private readonly cells: number;
  private readonly columns: readonly Column[];
  private lanes: readonly Float64Array[] = [];
  private readonly kernel: KernelExports;

  /** At `out` the kernel writes `width` numbers per row; or for all nodes of the code what they measure or answer. */
  constructor(
    private readonly team: Team,
    code: MeasureCode,
    cells: readonly Column[],
    { out, width }: { readonly out: number; readonly width: number },
  ) {
    const { heap } = team;
    this.columns = code.attributes.map((attribute) => cells[attribute]);
    const nodes = code.starts.length;
    this.job = heap.alloc(8 * 14);
    this.landed = heap.alloc(4 * BLOCK);
    this.cells = heap.alloc(LANE * this.columns.length);
    const taken = heap.alloc(LANE * this.columns.length);
    const numbers = heap.alloc(8 * code.numbers.length);
    const starts = heap.alloc(4 * nodes);
    const [order, spare] = [heap.alloc(4 * BLOCK + 16), heap.alloc(4 * BLOCK + 16)];
    const counts = heap.alloc(4 * Math.max(nodes, 2));
    const stack = heap.alloc(12 * (nodes + 1));
    const results = heap.alloc(LANE * Math.max(FEWEST_LANES, width));
    heap.f64(numbers, code.numbers.length).set(code.numbers);
    heap.i32(starts, nodes).set(code.starts);
    heap
      .f64(this.job, 14)
      .set([
        ...[0, nodes, width, this.cells, taken, numbers, starts, this.landed, out],
        ...[order, spare, counts, stack, results],
      ]);
    this.kernel = team.kernel(measuresKernel);
  }

  /** Calls the kernel for up to `BLOCK` rows. */
  call(entry: "land" | "answer" | "measureColumns" | "answerColumns", start: number, count: number): void {
    const { heap } = this.team;
    // Views are lost when the memory grows, which happens between the first calls if at all.
    if (this.lanes[0]?.buffer !== heap.memory.buffer)
      this.lanes = this.columns.map((_, c) => heap.f64(this.cells + LANE * c, BLOCK));
    heap.f64(this.job, 1)[0] = count;
    for (let c = 0; c < this.columns.length; c++)
      this.lanes[c].set(this.columns[c].subarray(start, start + count));
    this.kernel[entry](this.job);
  }
}
