import { sortKernel } from "../generated/sort.js";
import type { Team } from "../team.js";

/** A numeric column sorted: the rows in order of their cells, each row's rank, the distinct cells. */
export interface RankedColumn {
  /** Rows in ascending order of their cells, missing last; equal cells in the order of rows. */
  readonly order: Uint32Array;
  /** One per row: the rank of its cell among the distinct ones; a missing value has the rank after the last. */
  readonly codes: Int32Array;
  readonly values: Float64Array;
}

/** Sorts and ranks columns of n cells, one after another, in the same part of a team's memory. */
export class ColumnSorter {
  private readonly cells: number;
  private readonly order: number;
  private readonly codes: number;
  private readonly values: number;
  private readonly scratch: number;

  constructor(
    private readonly team: Team,
    private readonly n: number,
  ) {
    const { heap } = team;
    this.cells = heap.alloc(8 * n);
    this.order = heap.alloc(4 * n);
    this.codes = heap.alloc(4 * n);
    this.values = heap.alloc(8 * n);
    this.scratch = heap.alloc(team.kernel(sortKernel).sortScratch(n));
  }

  /** The arrays are views of the team's memory: valid until the next call. */
  sort(cells: Float64Array): RankedColumn {
    const { heap } = this.team;
    heap.f64(this.cells, this.n).set(cells);
    const { cells: at, n, order, codes, values, scratch } = this;
    const distinct = this.team.kernel(sortKernel).encode(at, n, order, codes, values, scratch);
    return {
      order: heap.u32(order, n),
      codes: heap.i32(codes, n),
      values: heap.f64(values, distinct),
    };
  }
}
