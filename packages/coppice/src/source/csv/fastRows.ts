import type { CoppiceError } from "../../base/errors.js";
import { csvKernel } from "../../kernels/generated/csv.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import { type ColumnBuilder, FITS, type Fit } from "../../table/builder.js";
import { LF, type RowTaker } from "./scanner.js";

/** Signs that numbers are made of: where one of them is the delimiter, the kernel cannot tell a cell's end. */
const IN_NUMBERS = "0123456789.+-eE";
/** A block of the kernel's arguments, in words. */
const BLOCK = 13;
const NEXT_ROW = 11;
const ODD_COUNT = 12;
/** Rows of one call. */
const MOST_ROWS = 4096;
/** What the kernel may load beyond the last byte, the line break that stops it included. */
const PADDING = 32;

/** Words a cell that is listed as odd takes: column, row, start, end. */
const ODD = 4;

export type CellFault = (
  fit: Exclude<Fit, typeof FITS>,
  cell: number,
  bytes: Uint8Array,
  start: number,
  end: number,
  line: number,
) => CoppiceError;

/** Where the kernel can run, a way to read rows by it; else everything is the scanner's. */
export function fastRowsFor(
  delimiter: number,
  builders: readonly ColumnBuilder[],
  faultOf: CellFault,
): FastRows | undefined {
  if (!kernelsUsable() || IN_NUMBERS.includes(String.fromCharCode(delimiter))) return undefined;
  return new FastRows(delimiter, builders, faultOf);
}

/**
 * Rows that are plain lines, read by a kernel that finds the cells and turns short numbers into doubles. It stops before
 * the first row that is not, which the scanner then reads.
 */
export class FastRows implements RowTaker {
  private chunk: Uint8Array = new Uint8Array(0);
  private team: Team | undefined;
  private readonly at = { block: 0, bytes: 0, modes: 0, out: 0, tens: 0, odd: 0 };
  private stride = 0;
  private oddRoom = 0;

  constructor(
    private readonly delimiter: number,
    private readonly builders: readonly ColumnBuilder[],
    private readonly faultOf: CellFault,
  ) {}

  during(chunk: Uint8Array, work: () => void): void {
    withTeam(undefined, (team) => {
      this.team = team;
      this.load(chunk, team);
      work();
    });
  }

  private load(chunk: Uint8Array, { heap }: Team): void {
    const { at } = this;
    const columns = this.builders.length;
    this.chunk = chunk;
    // Each cell takes a byte at least, with its delimiter.
    this.stride = Math.min(MOST_ROWS, Math.ceil(chunk.length / columns) + 1);
    this.oddRoom = Math.max(2 * columns, Math.ceil(chunk.length / 8));
    at.block = heap.alloc(4 * BLOCK);
    at.tens = heap.alloc(8 * 8);
    at.modes = heap.alloc(columns);
    at.bytes = heap.alloc(chunk.length + PADDING);
    at.out = heap.alloc(8 * columns * this.stride);
    at.odd = heap.alloc(4 * ODD * this.oddRoom);
    heap.u8(at.bytes, chunk.length).set(chunk);
    heap.u8(at.bytes + chunk.length, PADDING).fill(LF);
    heap.f64(at.tens, 8).set(TENS);
  }

  take(from: number, line: number): { rows: number; next: number } {
    const team = this.team!;
    const { heap } = team;
    const { at, builders, stride } = this;
    const columns = builders.length;
    const modes = heap.u8(at.modes, columns);
    for (let c = 0; c < columns; c++) modes[c] = builders[c].takesNumbers ? 1 : 0;
    const block = heap.u32(at.block, BLOCK);
    const { bytes } = at;
    block.set([bytes, bytes + from, bytes + this.chunk.length, this.delimiter, columns, at.modes]);
    block.set([at.out, stride, at.tens, at.odd, this.oddRoom], 6);
    const rows = team.kernel(csvKernel).plainRows(at.block);
    if (rows > 0) this.deal(rows, block[ODD_COUNT], modes, line);
    return { rows, next: rows > 0 ? block[NEXT_ROW] - bytes : from };
  }

  /** Deals the rows out to the columns; of several cells that do not fit the first is reported, row by row. */
  private deal(rows: number, oddCount: number, modes: Uint8Array, line: number): void {
    const { heap } = this.team!;
    const { at, builders, stride } = this;
    const columns = builders.length;
    const firstRow = builders[0].length;
    const faults = new Faults();
    for (let c = 0; c < columns; c++) {
      const from = at.out + 8 * c * stride;
      if (modes[c] === 1) builders[c].addNumbers(heap.f64(from, rows));
      else this.addTexts(c, heap.u32(from, 2 * rows), faults);
    }
    const odd = heap.u32(at.odd, ODD * oddCount);
    for (let i = 0; i < odd.length; i += ODD) {
      const [c, row, start, end] = odd.subarray(i, i + ODD);
      const fit = builders[c].mend(firstRow + row, this.chunk, start, end);
      if (fit !== FITS) faults.note(row, c, fit, start, end);
    }
    const { first } = faults;
    if (first)
      throw this.faultOf(first.fit, first.cell, this.chunk, first.start, first.end, line + first.row);
  }

  private addTexts(c: number, places: Uint32Array, faults: Faults): void {
    const builder = this.builders[c];
    for (let i = 0; i < places.length; i += 2) {
      const fit = builder.add(this.chunk, places[i], places[i + 1]);
      if (fit === FITS) continue;
      faults.note(i >> 1, c, fit, places[i], places[i + 1]);
      return;
    }
  }
}

const TENS = Float64Array.from({ length: 8 }, (_, i) => 10 ** i);

/** The first cell, row by row, of those that do not fit. */
class Faults {
  first:
    | { row: number; cell: number; fit: Exclude<Fit, typeof FITS>; start: number; end: number }
    | undefined;

  note(row: number, cell: number, fit: Exclude<Fit, typeof FITS>, start: number, end: number): void {
    const { first } = this;
    if (first && (first.row < row || (first.row === row && first.cell < cell))) return;
    this.first = { row, cell, fit, start, end };
  }
}
