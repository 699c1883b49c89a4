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
  private readonly room = new Room();
  private columns = 0;
  readonly limits?: { readonly memory: number; readonly scratch?: string | undefined };

  /** `memory`: bytes that reading may take. */
  constructor(folder: string | undefined, memory?: number) {
    this.file = ScratchFile.in(folder);
    if (memory !== undefined) this.limits = { memory, scratch: folder };
  }

  column(): CellSink {
    this.columns++;
    const least = () => this.leastCells();
    return new SpilledColumn(this.file, this.room, least, (of, read) => {
      if (this.last?.of !== of) {
        this.last = undefined;
        this.last = { of, cells: read() };
      }
      return this.last.cells;
    });
  }

  /** Cells of a column that are worth a write: fewer if there are so many columns that they would take too much memory. */
  private leastCells(): number {
    const { memory = Number.POSITIVE_INFINITY } = this.limits ?? {};
    return Math.max(LEAST_CELLS, Math.min(MOST_CELLS, memory / KEPT_SHARE / (10 * this.columns)));
  }

  close(): void {
    this.last = undefined;
    this.file.close();
  }
}

/** Cells of a column that are written together, and the share of the memory that they may take before. */
const LEAST_CELLS = 1 << 10;
const MOST_CELLS = 1 << 16;
const KEPT_SHARE = 8;

type Cells = Float64Array | Float32Array | Int32Array | Uint16Array | Uint8Array;

/** Memory for cells on their way to a file, or from it: made once, as there is no end of them. */
class Room {
  private bytes = new ArrayBuffer(0);

  of(bytes: number): ArrayBuffer {
    if (this.bytes.byteLength < bytes) this.bytes = new ArrayBuffer(bytes);
    return this.bytes;
  }
}

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
    private readonly room: Room,
    private readonly leastCells: () => number,
    private readonly keep: Keep,
  ) {}

  get least(): number {
    return this.leastCells();
  }

  addEntries(entries: Int32Array): void {
    let most = 0;
    for (let i = 0; i < entries.length; i++) if (entries[i] > most) most = entries[i];
    const bytes = most < 255 ? 1 : most < 65535 ? 2 : 4;
    const cells = codesOf(bytes, entries.length, this.room.of(bytes * entries.length));
    for (let i = 0; i < entries.length; i++) cells[i] = entries[i] + 1;
    this.push(cells, (room, length) => codesOf(bytes, length, room), false);
  }

  addNumbers(numbers: Float64Array): void {
    const single = new Float32Array(this.room.of(4 * numbers.length), 0, numbers.length);
    if (haveRounded(single, numbers)) this.push(single, (room, n) => new Float32Array(room, 0, n), true);
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
    const range = (from: number, to: number, into: Float64Array | Int32Array = make(to - from)) => {
      for (let p = this.pieceOf(from); p < this.pieces.length && this.pieces[p].first < to; p++) {
        const piece = this.pieces[p];
        const [first, end] = [Math.max(from, piece.first), Math.min(to, piece.first + piece.length)];
        const read = this.read(piece, first - piece.first, end - first);
        if (piece.isNumbers) into.set(read, first - from);
        else for (let i = 0; i < read.length; i++) into[first - from + i] = ofEntry(read[i]);
      }
      return into;
    };
    const all = () => range(0, this.length);
    const take = (rows: ArrayLike<number>) => {
      const cells = make(rows.length);
      if (isAscending(rows)) takeAscending(rows, cells, range);
      else {
        const whole = this.keep(this, all);
        for (let i = 0; i < rows.length; i++) cells[i] = whole[rows[i]];
      }
      return cells;
    };
    return { length: this.length, all: () => this.keep(this, all) as A, take, range };
  }

  /** The number of the piece that has a row. */
  private pieceOf(row: number): number {
    let low = 0;
    let high = this.pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.pieces[middle].first <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private read({ start, bytes, make }: Piece, from: number, length: number): Cells {
    const cells = make(this.room.of(8 * length), length);
    this.file.read(bytesIn(cells), start + from * bytes);
    return cells;
  }
}

/** Rows that are read together, with those between them; fewer wanted ones are read one by one. */
const TOGETHER = 1 << 16;
const FEW = 32;

type Range = (from: number, to: number, into?: Float64Array | Int32Array) => Float64Array | Int32Array;

function takeAscending(rows: ArrayLike<number>, cells: Float64Array | Int32Array, range: Range): void {
  const kind = cells.constructor as new (length: number) => Float64Array | Int32Array;
  const room = new kind(Math.min(TOGETHER, (rows[rows.length - 1] ?? 0) - (rows[0] ?? 0) + 1));
  for (let i = 0; i < rows.length; ) {
    const first = rows[i];
    let end = i + 1;
    while (end < rows.length && rows[end] < first + TOGETHER) end++;
    if (end - i < FEW) for (; i < end; i++) range(rows[i], rows[i] + 1, cells.subarray(i, i + 1));
    else {
      const last = rows[end - 1];
      const read = range(first, last + 1, room.subarray(0, last + 1 - first));
      for (; i < end; i++) cells[i] = read[rows[i] - first];
    }
  }
}

function isAscending(rows: ArrayLike<number>): boolean {
  for (let i = 1; i < rows.length; i++) if (!(rows[i - 1] < rows[i])) return false;
  return true;
}

/** Rounds the numbers to single precision; returns whether all stay as they are. */
function haveRounded(single: Float32Array, numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++) {
    single[i] = numbers[i];
    if (single[i] !== numbers[i] && !Number.isNaN(numbers[i])) return false;
  }
  return true;
}
