import type { Codes } from "../encode.js";
import type { AttributeFacts } from "../port.js";
import type { Target } from "../problem.js";
import type { LearningTask } from "../task.js";
import type { CellRoom } from "./cellRoom.js";

/**
 * Attributes as codes that are somewhere else, in blocks of rows. Few values have the codes that `facts` speaks of. Many numbers
 * have bins for codes, and the numbers themselves are kept beside them: what is looked for is found by bins, and only in the
 * bins where it may be are numbers read. Their ranks are made if somebody asks for `codes` or `facts`.
 */
export interface CodedColumns {
  readonly rows: number;
  /** Rows of a block; the last may have fewer. */
  readonly block: number;
  readonly stored: readonly StoredColumn[];
  readonly facts: readonly AttributeFacts[];
  /** Reads the codes of a block. */
  readCodes(attribute: number, block: number, into: Uint8Array): void;
  /** The numbers of a block, of an attribute with bins. Valid until the next call. */
  numbers(attribute: number, block: number): Float32Array | Float64Array;
  /** The codes of all rows as `facts` counts them. They may be read, or made, anew each time. */
  codes(attribute: number): Codes;
  /** Bytes of codes that may be here at once, for those who want several attributes together. */
  readonly room: number;
  /** Called before much memory is taken: what was used before is not any more. */
  settle?(): void;
}

export interface StoredColumn {
  /** Bytes of a code. */
  readonly bytes: 1 | 2 | 4;
  /** The codes of known values; missing ones have the next. */
  readonly codes: number;
  /** For an attribute with bins: the greatest number of each. */
  readonly edges?: Float64Array;
  /** Otherwise, for numbers: the values of the codes. */
  readonly values?: Float64Array;
  /** Whether a value is missing. */
  readonly gaps: boolean;
}

/** Rows whose attributes are coded columns. The target and the weights of all rows are here. */
export interface CodedRows {
  readonly task: LearningTask;
  readonly target: Target;
  readonly weights?: Float64Array;
  /** By row its key; absent: its position. */
  readonly keys?: Float64Array;
  readonly columns: CodedColumns;
  /** The most rows whose cells are taken here at once, to finish small nodes in memory. */
  readonly mostPulled: number;
  /** Where the cells of nodes that are finished in memory are put, of one pull after the other. */
  readonly cellRoom: CellRoom;
  /** Whether all of them can be here at once, with what the kernels of forests need. */
  readonly isRoomForAll?: boolean;
}

/** Bytes of a code if there are so many, and one for missing values. */
export function bytesPerCode(codes: number): 1 | 2 | 4 {
  if (codes < 1 << 8) return 1;
  return codes < 1 << 16 ? 2 : 4;
}

export function codesOf(bytes: 1 | 2 | 4, count: number, room = new ArrayBuffer(bytes * count)): Codes {
  if (bytes === 1) return new Uint8Array(room, 0, count);
  return bytes === 2 ? new Uint16Array(room, 0, count) : new Int32Array(room, 0, count);
}

export function bytesIn({ buffer, byteOffset, byteLength }: Codes | Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The codes of a block, in this room if it is given. */
export function blockCodes(
  columns: CodedColumns,
  attribute: number,
  block: number,
  room?: ArrayBuffer,
): Codes {
  const codes = codesOf(columns.stored[attribute].bytes, rowsIn(columns, block), room);
  columns.readCodes(attribute, block, bytesIn(codes));
  return codes;
}

export function rowsIn({ rows, block: size }: CodedColumns, block: number): number {
  return Math.min(size, rows - block * size);
}

export function blocksOf({ rows, block }: CodedColumns): number {
  return Math.ceil(rows / block);
}

/** Where the first row from `row` on is in an ascending list, not before `from`. */
export function placeOf(rows: Int32Array, row: number, from: number): number {
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle] < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
