type Cells = Int32Array | Uint32Array | Uint8Array | Float64Array;

/** Unused room, as a share of what is held, up to which it is kept. */
const MOST_SPARE = 0.25;

/** A column that grows at its end. Room that is not used yet takes no memory on most systems. */
export class GrowingColumn<C extends Cells> {
  length = 0;
  private cells: C;

  constructor(private readonly make: (length: number) => C) {
    this.cells = make(0);
  }

  /** Copies cells to the end; returns them there. */
  add(more: C): C {
    const start = this.length;
    const end = start + more.length;
    if (end > this.cells.length) this.reserve(Math.max(end, Math.ceil(1.5 * this.cells.length)));
    this.cells.set(more, start);
    this.length = end;
    return this.cells.subarray(start, end) as C;
  }

  /** Makes room for so many in all. */
  reserve(length: number): void {
    if (length <= this.cells.length) return;
    const grown = this.make(length);
    grown.set(this.cells.subarray(0, this.length));
    this.cells = grown;
  }

  /** What was added, which does not change any more. */
  held(): C {
    const spare = this.cells.length - this.length;
    const isLarge = spare > MOST_SPARE * this.length;
    return (isLarge ? this.cells.slice(0, this.length) : this.cells.subarray(0, this.length)) as C;
  }
}
