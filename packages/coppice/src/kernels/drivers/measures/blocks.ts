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
  private readonly fields: Float64Array;
  private readonly columns: readonly Column[];
  private readonly lanes: readonly Float64Array[];
  private readonly kernel: KernelExports;

  /** At `out` the kernel writes `width` numbers per row; or the measures, one per node of the code. */
  constructor(
    team: Team,
    code: MeasureCode,
    cells: readonly Column[],
    { out, width }: { readonly out: number; readonly width: number },
  ) {
    const { heap } = team;
    this.columns = code.attributes.map((attribute) => cells[attribute]);
    const nodes = code.starts.length;
    this.job = heap.alloc(8 * 14);
    this.landed = heap.alloc(4 * BLOCK);
    const at = heap.alloc(LANE * this.columns.length);
    const taken = heap.alloc(LANE * this.columns.length);
    const numbers = heap.alloc(8 * code.numbers.length);
    const starts = heap.alloc(4 * nodes);
    const [order, spare] = [heap.alloc(4 * BLOCK + 16), heap.alloc(4 * BLOCK + 16)];
    const counts = heap.alloc(4 * Math.max(nodes, 2));
    const stack = heap.alloc(12 * (nodes + 1));
    const results = heap.alloc(LANE * Math.max(FEWEST_LANES, width));
    heap.f64(numbers, code.numbers.length).set(code.numbers);
    heap.i32(starts, nodes).set(code.starts);
    this.fields = heap.f64(this.job, 14);
    this.fields.set([
      ...[0, nodes, width, at, taken, numbers, starts, this.landed, out],
      ...[order, spare, counts, stack, results],
    ]);
    this.lanes = this.columns.map((_, c) => heap.f64(at + LANE * c, BLOCK));
    this.kernel = team.kernel(measuresKernel);
  }

  /** Calls the kernel for up to `BLOCK` rows. */
  call(entry: "land" | "answer" | "measureColumns", start: number, count: number): void {
    this.fields[0] = count;
    for (let c = 0; c < this.columns.length; c++)
      this.lanes[c].set(this.columns[c].subarray(start, start + count));
    this.kernel[entry](this.job);
  }
}
