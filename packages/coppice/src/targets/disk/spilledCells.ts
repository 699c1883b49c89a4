import { bytesIn, codesOf } from "../../engine/coded/columns.js";
import type { CellSink, CellStore } from "../../table/cellSink.js";
import type { Column, NominalColumn } from "../../table/column.js";
import { ScratchFile } from "./scratchFile.js";
import { type StoredCells, storedColumn } from "./storedColumn.js";

/** The cells of a table that is being read, in a scratch file: of each column, the pieces that it was read in. */
export class SpilledCells implements CellStore {
  private readonly file: ScratchFile;
  /** The column that was read whole last: what looks at a column does so more than once. */
  private last: { readonly of: object; readonly cells: Float64Array | Int32Array } | undefined;

  constructor(folder: string | undefined) {
    this.file = ScratchFile.in(folder);
  }

  column(): CellSink {
    return new SpilledColumn(this.file, (of, read) => {
      if (this.last?.of !== of) {
        this.last = undefined;
        this.last = { of, cells: read() };
      }
      return this.last.cells;
    });
  }

  /** Makes room: nobody looks at whole columns any more. */
  forget(): void {
    this.last = undefined;
  }

  close(): void {
    this.last = undefined;
    this.file.close();
  }
}

type Cells = Float64Array | Float32Array | Int32Array | Uint16Array | Uint8Array;

interface Piece {
  readonly first: number;
  readonly length: number;
  readonly start: number;
  readonly make: (room: ArrayBuffer, length: number) => Cells;
  readonly bytes: number;
  /** Entries count from -1 on. */
  readonly isNumbers: boolean;
}

type Keep = (of: object, read: () => Float64Array | Int32Array) => Float64Array | Int32Array;

class SpilledColumn implements CellSink {
  private readonly pieces: Piece[] = [];
  private length = 0;
  private numberOf: Float64Array | undefined;

  constructor(
    private readonly file: ScratchFile,
    private readonly keep: Keep,
  ) {}

  addEntries(entries: Int32Array): void {
    let most = 0;
    for (let i = 0; i < entries.length; i++) if (entries[i] > most) most = entries[i];
    const bytes = most < 255 ? 1 : most < 65535 ? 2 : 4;
    const cells = codesOf(bytes, entries.length);
    for (let i = 0; i < entries.length; i++) cells[i] = entries[i] + 1;
    this.push(cells, (room, length) => codesOf(bytes, length, room), false);
  }

  addNumbers(numbers: Float64Array): void {
    const single = Float32Array.from(numbers);
    if (areSame(single, numbers)) this.push(single, (room, n) => new Float32Array(room, 0, n), true);
    else this.push(numbers, (room, n) => new Float64Array(room, 0, n), true);
  }

  private push(cells: Cells, make: Piece["make"], isNumbers: boolean): void {
    const { length, BYTES_PER_ELEMENT: bytes } = cells;
    const start = this.file.append(bytesIn(cells));
    this.pieces.push({ first: this.length, length, start, make, bytes, isNumbers });
    this.length += length;
  }

  nowNumbers(numbers: Float64Array): void {
    this.numberOf = numbers;
  }

  numeric(name: string): Column {
    const { numberOf = new Float64Array(0) } = this;
    const number = (cell: number) => (cell === 0 ? Number.NaN : numberOf[cell - 1]);
    const cells = this.stored((length) => new Float64Array(length), number);
    return storedColumn({ type: "numeric", name }, cells);
  }

  nominal(column: Omit<NominalColumn, "codes">, codeOf?: Int32Array): Column {
    const code = (cell: number) => (cell === 0 ? -1 : codeOf ? codeOf[cell - 1] : cell - 1);
    const cells = this.stored((length) => new Int32Array(length), code);
    return storedColumn(column, cells);
  }

  private stored<A extends Float64Array | Int32Array>(
    make: (length: number) => A,
    ofEntry: (cell: number) => number,
  ): StoredCells {
    const range = (from: number, to: number) => {
      const cells = make(to - from);
      const room = new ArrayBuffer(8 * Math.max(0, ...this.pieces.map(({ length }) => length)));
      for (const piece of this.pieces) {
        const [first, end] = [Math.max(from, piece.first), Math.min(to, piece.first + piece.length)];
        if (first >= end) continue;
        const read = this.read(piece, first - piece.first, end - first, room);
        if (piece.isNumbers) cells.set(read, first - from);
        else for (let i = 0; i < read.length; i++) cells[first - from + i] = ofEntry(read[i]);
      }
      return cells;
    };
    const all = () => range(0, this.length);
    const take = (rows: ArrayLike<number>) => {
      const cells = make(rows.length);
      const room = new ArrayBuffer(8);
      for (let i = 0; i < rows.length; i++) {
        const piece = this.pieceOf(rows[i]);
        const [cell] = this.read(piece, rows[i] - piece.first, 1, room);
        cells[i] = piece.isNumbers ? cell : ofEntry(cell);
      }
      return cells;
    };
    const some = (rows: ArrayLike<number>) => {
      if (rows.length <= FEW) return take(rows);
      const cells = make(rows.length);
      const whole = this.keep(this, all);
      for (let i = 0; i < rows.length; i++) cells[i] = whole[rows[i]];
      return cells;
    };
    return { length: this.length, all: () => this.keep(this, all) as A, take: some, range };
  }

  private pieceOf(row: number): Piece {
    let low = 0;
    let high = this.pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.pieces[middle].first <= row) low = middle;
      else high = middle - 1;
    }
    return this.pieces[low];
  }

  private read({ start, bytes, make }: Piece, from: number, length: number, room: ArrayBuffer): Cells {
    const cells = make(room, length);
    this.file.read(bytesIn(cells), start + from * bytes);
    return cells;
  }
}

/** Up to so many cells are read one by one. */
const FEW = 1 << 15;

function areSame(single: Float32Array, numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++)
    if (single[i] !== numbers[i] && !Number.isNaN(numbers[i])) return false;
  return true;
}
