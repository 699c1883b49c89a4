/**
 * Bindings of a clause's variables: a row per binding, a column per variable. Rows of positive examples come first; each
 * row keeps the number of its example.
 */
export interface Bindings {
  readonly width: number;
  readonly rows: number;
  /** Row after row. */
  readonly cells: Int32Array;
  readonly positives: number;
  readonly example: Int32Array;
}

/** One row per tuple; positives first. */
export function bindingsOf(arity: number, positives: Int32Array, negatives: Int32Array): Bindings {
  const cells = new Int32Array(positives.length + negatives.length);
  cells.set(positives);
  cells.set(negatives, positives.length);
  const rows = cells.length / arity;
  return {
    width: arity,
    rows,
    cells,
    positives: positives.length / arity,
    example: Int32Array.from({ length: rows }, (_, i) => i),
  };
}

/** How many examples of each kind still have a row. Rows of an example are adjacent. */
export function examplesIn({ rows, positives, example }: Bindings): { positives: number; negatives: number } {
  let [positive, negative] = [0, 0];
  for (let row = 0; row < rows; row++) {
    if (row > 0 && example[row] === example[row - 1]) continue;
    if (row < positives) positive++;
    else negative++;
  }
  return { positives: positive, negatives: negative };
}

/** Collects rows whose number is not known in advance. */
export class RowsBuilder {
  private cells: Int32Array;
  private example: Int32Array;
  private rows = 0;

  constructor(
    private readonly width: number,
    expected: number,
  ) {
    const room = Math.max(16, expected);
    this.cells = new Int32Array(room * width);
    this.example = new Int32Array(room);
  }

  get length(): number {
    return this.rows;
  }

  /** Adds a row with the first cells of another; returns where it starts, for the caller to write the rest. */
  add(from: Int32Array, start: number, width: number, example: number): number {
    if (this.rows === this.example.length) this.grow();
    const at = this.rows * this.width;
    for (let c = 0; c < width; c++) this.cells[at + c] = from[start + c];
    this.example[this.rows++] = example;
    return at;
  }

  set(at: number, code: number): void {
    this.cells[at] = code;
  }

  finish(positives: number): Bindings {
    return {
      width: this.width,
      rows: this.rows,
      cells: this.cells.slice(0, this.rows * this.width),
      positives,
      example: this.example.slice(0, this.rows),
    };
  }

  private grow(): void {
    const cells = new Int32Array(this.cells.length * 2);
    cells.set(this.cells);
    this.cells = cells;
    const example = new Int32Array(this.example.length * 2);
    example.set(this.example);
    this.example = example;
  }
}
