import { blocksKernel } from "../generated/blocks.js";
import type { Team } from "../team.js";

/** What is added up: entries by class, their weights by class, or weight, weight·u and weight·u². */
export type CountKind = "classes" | "weights" | "moments";

const KINDS: readonly CountKind[] = ["classes", "weights", "moments"];

/** Fields of a job, doubles: see kernels/assembly/blocks. */
const JOB = 13;

export interface CountedColumn {
  /** Bytes of a code. */
  readonly bytes: 1 | 2 | 4;
  /** The number of codes, one for missing values included. */
  readonly codes: number;
  /** By node: whether its cells are wanted. */
  readonly wanted: readonly boolean[];
}

/** Where a block and the entries of its rows are put before they are counted: views of the team's memory. */
export interface BlockRoom {
  /** By column: bytes for its codes. */
  readonly codes: readonly Uint8Array[];
  /** By entry; those of a node side by side, nodes in their order. */
  readonly rows: Uint32Array;
  readonly classes: Uint32Array;
  readonly weights: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

interface Side {
  readonly room: BlockRoom;
  readonly job: number;
  readonly queue: number;
  readonly starts: number;
}

/** Bytes of memory for the cells of a column at a node. */
export function cellBytes(codes: number, width: number, kind: CountKind): number {
  return codes * width * (kind === "classes" ? 4 : 8);
}

/**
 * Counts the codes of entries at nodes, block by block, on all threads of a team. There is room for two blocks: while one is
 * counted, the next can be read.
 */
export class BlockCounter {
  private readonly sides: readonly Side[];
  private readonly cells: (number | undefined)[][];
  private turn = 0;
  private running: (() => void) | undefined;

  /** Allocates in the team's memory; whoever makes it releases that. */
  constructor(
    private readonly team: Team,
    private readonly columns: readonly CountedColumn[],
    private readonly nodes: number,
    private readonly kind: CountKind,
    private readonly width: number,
    private readonly size: { readonly rows: number; readonly entries: number },
  ) {
    const { heap } = team;
    this.cells = columns.map(({ codes, wanted }) =>
      wanted.map((is) => (is ? heap.alloc(cellBytes(codes, width, kind)) : undefined)),
    );
    const places = [0, 1].map(() => this.place());
    this.zero();
    this.sides = places.map((one) => this.side(one));
  }

  private place() {
    const { heap } = this.team;
    const { columns, size } = this;
    return {
      codes: columns.map(({ bytes }) => heap.alloc(size.rows * bytes)),
      entries: [4, 4, 8, 8, 8].map((bytes, i) => heap.alloc(this.isUsed(i) ? size.entries * bytes : 0)),
      job: heap.alloc(8 * JOB),
      queue: heap.alloc(64),
      starts: heap.alloc(4 * (this.nodes + 1)),
      table: heap.alloc(8 * columns.length),
      cells: heap.alloc(4 * columns.length * this.nodes),
    };
  }

  /** Rows, classes, weights, weight·u, weight·u². */
  private isUsed(entry: number): boolean {
    if (entry === 0) return true;
    if (entry === 1) return this.kind !== "moments";
    return this.kind === "moments" || (entry === 2 && this.kind === "weights");
  }

  private zero(): void {
    this.columns.forEach(({ codes }, a) => {
      for (const at of this.cells[a])
        if (at !== undefined) this.team.heap.u8(at, cellBytes(codes, this.width, this.kind)).fill(0);
    });
  }

  private side({
    codes,
    entries,
    job,
    queue,
    starts,
    table,
    cells,
  }: ReturnType<BlockCounter["place"]>): Side {
    const { heap } = this.team;
    const { columns, nodes, kind, width } = this;
    const of = (i: number) => (this.isUsed(i) ? this.size.entries : 0);
    heap.f64(job, JOB).set([queue, columns.length, nodes, KINDS.indexOf(kind), width, table, cells, starts]);
    heap.f64(job, JOB).set(entries, 8);
    columns.forEach(({ bytes }, a) => {
      heap.u32(table, 2 * columns.length).set([codes[a], bytes], 2 * a);
      for (let node = 0; node < nodes; node++)
        heap.u32(cells, columns.length * nodes)[a * nodes + node] = this.cells[a][node] ?? 0;
    });
    const [rowsAt, classes, weights, first, second] = entries;
    return {
      room: {
        codes: columns.map(({ bytes }, a) => heap.u8(codes[a], this.size.rows * bytes)),
        rows: heap.u32(rowsAt, of(0)),
        classes: heap.u32(classes, of(1)),
        weights: heap.f64(weights, of(2)),
        first: heap.f64(first, of(3)),
        second: heap.f64(second, of(4)),
      },
      job,
      queue,
      starts,
    };
  }

  /** Where the next block is put, which may be done while the last is being counted. */
  get room(): BlockRoom {
    return this.sides[this.turn].room;
  }

  /** Counts the block in `room`: the entries of node i are those from `starts[i]` to `starts[i + 1]`. */
  count(starts: Int32Array): void {
    this.running?.();
    const { job, queue, starts: at } = this.sides[this.turn];
    this.team.heap.i32(queue, 1)[0] = 0;
    this.team.heap.i32(at, this.nodes + 1).set(starts);
    this.running = this.team.begin(blocksKernel, "count", job);
    this.turn = 1 - this.turn;
  }

  /** Finishes the last block. */
  finish(): void {
    this.running?.();
    this.running = undefined;
  }

  /** The cells of a column at a node. */
  cellsOf(column: number, node: number): Float64Array {
    const at = this.cells[column][node];
    if (at === undefined) throw new Error("cells that were not wanted");
    const length = this.columns[column].codes * this.width;
    const { heap } = this.team;
    return this.kind === "classes" ? Float64Array.from(heap.u32(at, length)) : heap.f64(at, length).slice();
  }
}
