import { CoppiceError } from "../../base/errors.js";
import { bytesIn } from "../../engine/coded/columns.js";
import { cellPieces } from "../../table/cellPieces.js";
import type { Column, NominalColumn } from "../../table/column.js";
import { compareCodePoints } from "../../table/utf8.js";
import type { ScratchFile } from "./scratchFile.js";

/** Rows of a block; the most bins: a code is a byte, and one is for missing values. Tests lower them. */
export const blockTuning = { rows: 1 << 16, bins: 254 };

/** Numbers of a sample, from which the edges of bins are taken: of the first block, and of every other. */
const FIRST_SAMPLE = 1 << 12;
const SAMPLE = 1 << 8;

type Cells = Float64Array | Float32Array | Int32Array;

/** One column as it grows: blocks of cells in a file, between those of the others. Numbers that fit take four bytes. */
export class ScratchColumn {
  readonly name: string;
  readonly type: Column["type"];
  private readonly pieces: { readonly start: number; readonly cells: number; readonly isSingle: boolean }[] =
    [];
  private readonly ids = new Map<string, number>();
  private readonly sample: Float64Array[] = [];
  private block: Float64Array | Int32Array;
  private readonly size = blockTuning.rows;
  private filled = 0;
  private hasOtherLevels = false;
  /** Whether a cell is missing. */
  gaps = false;
  /** The greatest number. */
  private high = Number.NEGATIVE_INFINITY;
  rows = 0;

  constructor(
    private readonly file: ScratchFile,
    private readonly first: Column,
  ) {
    this.name = first.name;
    this.type = first.type;
    this.block = first.type === "numeric" ? new Float64Array(this.size) : new Int32Array(this.size);
    if (first.type !== "numeric") for (const level of first.levels) this.ids.set(level, this.ids.size);
  }

  get isNumeric(): boolean {
    return this.type === "numeric";
  }

  isLike({ name, type }: Column): boolean {
    return name === this.name && type === this.type;
  }

  /** Adds all cells, or those of these rows. */
  add(column: Column, kept?: Int32Array): void {
    const idOf = column.type === "numeric" ? undefined : this.idsOf(column);
    if (kept) {
      const cells = column.type === "numeric" ? column.values : column.codes;
      this.addCells(idOf ? withIds(cells, idOf) : cells, kept);
    } else for (const cells of cellPieces(column)) this.addCells(idOf ? withIds(cells, idOf) : cells);
  }

  private addCells(cells: Float64Array | Int32Array, kept?: Int32Array): void {
    const count = kept?.length ?? cells.length;
    for (let from = 0; from < count; ) {
      const n = Math.min(count - from, this.size - this.filled);
      const { block, filled } = this;
      if (kept) for (let i = 0; i < n; i++) block[filled + i] = cells[kept[from + i]];
      else block.set(cells.subarray(from, from + n), filled);
      this.filled += n;
      from += n;
      if (this.filled === this.size) this.flush();
    }
    this.rows += count;
  }

  /** By code of this part its number here; undefined if they are the same. */
  private idsOf({ levels, type }: NominalColumn): Int32Array | undefined {
    const known = this.ids.size;
    const idOf = levels.map((level) => {
      const id = this.ids.get(level) ?? this.ids.size;
      this.ids.set(level, id);
      return id;
    });
    if (this.ids.size > known || idOf.length !== known) this.hasOtherLevels = true;
    if (this.hasOtherLevels && type === "ordered") {
      throw new CoppiceError(
        "COLUMN_TYPE",
        `the ordered levels of ${JSON.stringify(this.name)} must be the same in all parts of a table`,
        { name: this.name },
      );
    }
    return idOf.every((id, code) => id === code) ? undefined : Int32Array.from(idOf);
  }

  private flush(): void {
    const cells = this.block.subarray(0, this.filled);
    this.filled = 0;
    if (cells.length === 0) return;
    if (cells instanceof Float64Array) this.observe(cells);
    else this.gaps ||= cells.includes(-1);
    const isSingle = cells instanceof Float64Array && isSinglePrecision(cells);
    const stored: Cells = isSingle ? singles(cells) : cells;
    this.pieces.push({ start: this.file.append(bytesIn(stored)), cells: cells.length, isSingle });
  }

  /** Whether any number is known. */
  private get isKnown(): boolean {
    return this.high > Number.NEGATIVE_INFINITY;
  }

  private observe(cells: Float64Array): void {
    const { high, gaps } = greatestOf(cells);
    this.high = Math.max(this.high, high);
    this.gaps ||= gaps;
    const wanted = this.pieces.length === 0 ? FIRST_SAMPLE : SAMPLE;
    const step = Math.max(1, Math.floor(cells.length / wanted));
    const part = new Float64Array(Math.ceil(cells.length / step));
    for (let i = 0; i < part.length; i++) part[i] = cells[i * step];
    this.sample.push(part);
  }

  /** What is left in the block is written; nothing is added any more. */
  end(): void {
    this.flush();
    this.block = NOTHING;
  }

  /** The levels, as they were if all parts have the same (they may be declared); otherwise as a reader sorts them. */
  private levels(): { readonly levels: string[]; readonly codeOf: Int32Array } {
    const names = [...this.ids.keys()];
    const levels = this.hasOtherLevels ? names.toSorted(compareCodePoints) : names;
    const places = new Map(levels.map((level, code) => [level, code]));
    return { levels, codeOf: Int32Array.from(names, (level) => places.get(level)!) };
  }

  /** The column: its cells are read anew whenever they are asked for. */
  finish(): Column {
    const { first } = this;
    if (first.type === "numeric") {
      const read = () => this.numbers();
      return {
        ...first,
        get values() {
          return read();
        },
      };
    }
    const { levels, codeOf } = this.levels();
    const read = () => this.all(new Int32Array(this.rows), (block) => this.codes(block, codeOf));
    return {
      ...first,
      levels,
      get codes() {
        return read();
      },
    };
  }

  /** Level codes of a block, -1 if missing. */
  codes(block: number, codeOf: Int32Array = this.levels().codeOf, room?: ArrayBuffer): Int32Array {
    const ids = this.read(block, room) as Int32Array;
    for (let row = 0; row < ids.length; row++) if (ids[row] >= 0) ids[row] = codeOf[ids[row]];
    return ids;
  }

  /** How levels are numbered in the end. */
  codeOfIds(): Int32Array {
    return this.levels().codeOf;
  }

  get levelCount(): number {
    return this.ids.size;
  }

  /** The numbers of all rows. */
  numbers(): Float64Array {
    return this.all(new Float64Array(this.rows), (block) => this.read(block) as Float64Array | Float32Array);
  }

  private all<A extends Float64Array | Int32Array>(cells: A, piece: (block: number) => ArrayLike<number>): A {
    let at = 0;
    for (const [block, { cells: count }] of this.pieces.entries()) {
      cells.set(piece(block), at);
      at += count;
    }
    return cells;
  }

  /** The cells of a block, in this room if it is given. */
  read(block: number, room = new ArrayBuffer(8 * this.pieces[block].cells)): Cells {
    const { start, cells: count, isSingle } = this.pieces[block];
    const cells = isSingle
      ? new Float32Array(room, 0, count)
      : this.isNumeric
        ? new Float64Array(room, 0, count)
        : new Int32Array(room, 0, count);
    this.file.read(bytesIn(cells), start);
    return cells;
  }

  /** At most so many edges, the greatest number being the last: all values of a sample, or values that divide it evenly. */
  edges(most: number): Float64Array {
    const sorted = Float64Array.from(this.sample.flatMap((part) => [...part]))
      .filter((x) => !Number.isNaN(x))
      .sort();
    const all = sorted.filter((x, i) => i === 0 || x !== sorted[i - 1]);
    const chosen =
      all.length < most
        ? all
        : Float64Array.from(
            { length: most - 1 },
            (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / most)],
          );
    const below = chosen.filter((x, i) => x < this.high && (i === 0 || x !== chosen[i - 1]));
    // 0 and -0 are one value, 0.
    return this.isKnown ? Float64Array.of(...below, this.high).map((x) => x + 0) : new Float64Array(0);
  }
}

/** Of the numbers that are known; -Infinity if none is. */
function greatestOf(cells: Float64Array): { high: number; gaps: boolean } {
  let high = Number.NEGATIVE_INFINITY;
  let gaps = false;
  for (let i = 0; i < cells.length; i++) {
    const x = cells[i];
    if (x > high) high = x;
    // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself, and this is the fastest way to see it
    if (x !== x) gaps = true;
  }
  return { high, gaps };
}

const NOTHING = new Float64Array(0);

let singleRoom = new Float32Array(0);

/** The numbers in single precision. Valid until the next call. */
function singles(cells: Float64Array): Float32Array {
  if (singleRoom.length < cells.length) singleRoom = new Float32Array(cells.length);
  singleRoom.set(cells);
  return singleRoom.subarray(0, cells.length);
}

function withIds(codes: Float64Array | Int32Array, idOf: Int32Array): Int32Array {
  const ids = new Int32Array(codes.length);
  for (let row = 0; row < ids.length; row++) ids[row] = codes[row] < 0 ? -1 : idOf[codes[row]];
  return ids;
}

function isSinglePrecision(cells: Float64Array): boolean {
  for (let i = 0; i < cells.length; i++)
    if (Math.fround(cells[i]) !== cells[i] && !Number.isNaN(cells[i])) return false;
  return true;
}
