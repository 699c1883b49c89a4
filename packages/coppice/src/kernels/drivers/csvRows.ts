import type { CoppiceError } from "../../base/errors.js";
import { type ColumnBuilder, FITS, type Fit } from "../../table/builder.js";
import { csvKernel } from "../generated/csv.js";
import { kernelsUsable, withTeam } from "../support.js";
import type { Team } from "../team.js";

/** Characters of numbers: if one of them is the delimiter, the kernel cannot find the end of a cell. */
const IN_NUMBERS = "0123456789.+-eE";
/** A block of the kernel's arguments and results, in words. */
const BLOCK = 16;
const NEXT_ROW = 12;
const ODD_COUNT = 13;
const ROWS = 14;
/** What the kernel may load beyond the last byte, including the line break that stops it. */
const PADDING = 32;

/** The fewest bytes per thread; tests lower it. */
export const fastRowsTuning = { part: 1 << 15 };

/** Words per cell listed as odd: column, row, start, end. */
const ODD = 4;

const LF = 10;

/** Reads whole rows of a chunk in place of the scanner. */
export interface RowReader {
  /** Runs `work`, during which rows of the chunk can be taken. */
  during(chunk: Uint8Array, work: () => void): void;
  /** Takes rows from `from` on, which is on the given line; returns how many, and where the next one begins. */
  take(from: number, line: number): { readonly rows: number; readonly next: number };
}

export type CellFault = (
  fit: Exclude<Fit, typeof FITS>,
  cell: number,
  bytes: Uint8Array,
  start: number,
  end: number,
  line: number,
) => CoppiceError;

/** A reader by the kernel; undefined if the kernel cannot run, and the scanner reads everything. */
export function fastRowsFor(
  delimiter: number,
  builders: readonly ColumnBuilder[],
  faultOf: CellFault,
  team?: Team,
): FastRows | undefined {
  if (!kernelsUsable() || IN_NUMBERS.includes(String.fromCharCode(delimiter))) return undefined;
  return new FastRows(delimiter, builders, faultOf, team);
}

/** What one thread reads of a chunk. */
interface Part {
  readonly block: Uint32Array;
  readonly out: number;
  readonly odd: number;
}

/**
 * Reads rows that are plain lines by a kernel that finds the cells and converts short numbers to doubles. It stops before
 * the first other row, which the scanner then reads.
 *
 * Several threads read a part of the chunk each. Every part but the first begins after a line feed, assuming that no
 * quotes are open there: its rows are used only if the previous part ended exactly there.
 */
export class FastRows implements RowReader {
  private chunk: Uint8Array = new Uint8Array(0);
  private team: Team | undefined;
  private readonly at = { blocks: 0, bytes: 0, modes: 0, tens: 0 };
  private parts: Part[] = [];
  private stride = 0;
  private oddRoom = 0;

  constructor(
    private readonly delimiter: number,
    private readonly builders: readonly ColumnBuilder[],
    private readonly faultOf: CellFault,
    private readonly given?: Team,
  ) {}

  during(chunk: Uint8Array, work: () => void): void {
    withTeam(this.given, (team) => {
      this.team = team;
      this.load(chunk, team);
      work();
    });
  }

  private load(chunk: Uint8Array, { heap, size }: Team): void {
    const { at } = this;
    const columns = this.builders.length;
    this.chunk = chunk;
    const most = Math.ceil(chunk.length / size) + fastRowsTuning.part;
    // Each cell takes at least one byte, with its delimiter.
    this.stride = Math.ceil(most / columns) + 1;
    this.oddRoom = Math.max(2 * columns, Math.ceil(most / 8));
    at.tens = heap.alloc(8 * 8);
    at.modes = heap.alloc(columns);
    at.bytes = heap.alloc(chunk.length + PADDING);
    at.blocks = heap.alloc(4 * BLOCK * size);
    const places = Array.from({ length: size }, () => [
      heap.alloc(8 * columns * this.stride),
      heap.alloc(4 * ODD * this.oddRoom),
    ]);
    this.parts = places.map(([out, odd], t) => ({
      block: heap.u32(at.blocks + 4 * BLOCK * t, BLOCK),
      out,
      odd,
    }));
    heap.u8(at.bytes, chunk.length).set(chunk);
    heap.u8(at.bytes + chunk.length, PADDING).fill(LF);
    heap.f64(at.tens, 8).set(TENS);
  }

  take(from: number, line: number): { rows: number; next: number } {
    const team = this.team!;
    const modes = team.heap.u8(this.at.modes, this.builders.length);
    const starts = this.startsOf(from, team.threads);
    for (let c = 0; c < modes.length; c++) modes[c] = this.builders[c].takesNumbers ? 1 : 0;
    this.fillBlocks(starts);
    if (starts.length === 1) team.kernel(csvKernel).plainParts(0, 1, this.at.blocks);
    else team.run(csvKernel, "plainParts", this.at.blocks);
    let rows = 0;
    let next = from;
    for (const [t, part] of this.parts.slice(0, starts.length).entries()) {
      if (next !== starts[t]) break;
      if (part.block[ROWS] > 0) this.distribute(part, modes, line + rows);
      rows += part.block[ROWS];
      next = part.block[NEXT_ROW] - this.at.bytes;
    }
    return { rows, next };
  }

  /** Where the parts begin: each after a line feed, of which a file may have none. */
  private startsOf(from: number, threads: number): number[] {
    const { chunk } = this;
    const size = Math.ceil((chunk.length - from) / threads);
    const starts = [from];
    if (size < fastRowsTuning.part) return starts;
    for (let t = 1; t < threads; t++) {
      const feed = chunk.indexOf(LF, Math.max(from + t * size, starts[t - 1]));
      if (feed < 0 || feed + 1 >= chunk.length) return [from];
      starts.push(feed + 1);
    }
    return starts;
  }

  private fillBlocks(starts: readonly number[]): void {
    const { at, parts } = this;
    const { bytes } = at;
    const end = bytes + this.chunk.length;
    starts.forEach((start, t) => {
      const { block, out, odd } = parts[t];
      const limit = t + 1 < starts.length ? bytes + starts[t + 1] : end;
      block.set([bytes, bytes + start, end, this.delimiter, this.builders.length, at.modes]);
      block.set([out, this.stride, at.tens, odd, this.oddRoom, limit], 6);
    });
  }

  /** Adds the rows to the columns; of several cells that do not fit, the first in row order is reported. */
  private distribute({ block, out, odd: oddAt }: Part, modes: Uint8Array, line: number): void {
    const { heap } = this.team!;
    const { builders, stride } = this;
    const rows = block[ROWS];
    const columns = builders.length;
    const firstRow = builders[0].length;
    const faults = new Faults();
    for (let c = 0; c < columns; c++) {
      const from = out + 8 * c * stride;
      if (modes[c] === 1) builders[c].addNumbers(heap.f64(from, rows));
      else this.addTexts(c, heap.u32(from, 2 * rows), faults);
    }
    const odd = heap.u32(oddAt, ODD * block[ODD_COUNT]);
    for (let i = 0; i < odd.length; i += ODD) {
      const [c, row, start, end] = odd.subarray(i, i + ODD);
      const fit = builders[c].replaceNumber(firstRow + row, this.chunk, start, end);
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

/** The first cell, in row order, of those that do not fit. */
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
