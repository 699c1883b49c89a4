/** The rows that a growing tree has seen: cells by attribute (a number, or the number of a level; NaN if missing), and classes. */
export class RowStore {
  readonly columns: Float64Array[];
  classes: Int32Array = new Int32Array(16);
  /** 1 if a cell of the row is missing. */
  gaps: Uint8Array = new Uint8Array(16);
  /** Where a row is in the list of its leaf. */
  places: Int32Array = new Int32Array(16);
  /** Rows so far, removed ones included. */
  count = 0;

  constructor(attributes: number) {
    this.columns = Array.from({ length: attributes }, () => new Float64Array(16));
  }

  /** The number of the new row. */
  add(cells: ArrayLike<number>, k: number): number {
    const row = this.count++;
    if (row === this.classes.length) this.enlarge();
    this.gaps[row] = 0;
    for (let a = 0; a < this.columns.length; a++) {
      this.columns[a][row] = cells[a];
      if (Number.isNaN(cells[a])) this.gaps[row] = 1;
    }
    this.classes[row] = k;
    return row;
  }

  /** Keeps these rows only, in this order, under new numbers. */
  keep(rows: readonly number[]): void {
    for (const cells of this.columns) {
      const kept = Float64Array.from(rows, (row) => cells[row]);
      cells.set(kept);
    }
    this.classes.set(Int32Array.from(rows, (row) => this.classes[row]));
    this.gaps.set(Uint8Array.from(rows, (row) => this.gaps[row]));
    this.count = rows.length;
  }

  private enlarge(): void {
    const room = 2 * this.classes.length;
    for (let a = 0; a < this.columns.length; a++) {
      const cells = new Float64Array(room);
      cells.set(this.columns[a]);
      this.columns[a] = cells;
    }
    const gaps = new Uint8Array(room);
    gaps.set(this.gaps);
    this.gaps = gaps;
    this.classes = enlarged(this.classes, room);
    this.places = enlarged(this.places, room);
  }
}

function enlarged(from: Int32Array, room: number): Int32Array {
  const to = new Int32Array(room);
  to.set(from);
  return to;
}
