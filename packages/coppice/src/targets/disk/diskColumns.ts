import {
  blockCodes,
  blocksOf,
  bytesIn,
  bytesPerCode,
  type CodedColumns,
  codesOf,
  rowsIn,
  type StoredColumn,
} from "../../engine/coded/columns.js";
import { type Codes, encodeAttribute } from "../../engine/encode.js";
import type { AttributeFacts } from "../../engine/port.js";
import { codeNumbers } from "../../kernels/drivers/codeNumbers.js";
import type { Team } from "../../kernels/team.js";
import { blockTuning, type ScratchColumn } from "./scratchColumn.js";
import type { ScratchFile } from "./scratchFile.js";

/** Bytes per cell of a block while it is coded: the number, here and where the kernel has it, and its code, twice. */
export const CODED_CELL = 20;

/** The blocks of the codes of one attribute: where they begin. */
type Starts = number[];

interface Ranked {
  readonly facts: AttributeFacts;
  readonly start: number;
  readonly bytes: 1 | 2 | 4;
}

export interface ColumnsRequest {
  /** Bytes of codes that may be in memory at once. */
  readonly room: number;
  readonly team?: Team;
  /** Called when the ranks of a column are to be made, which takes much memory; may throw. */
  readonly beforeRanks?: (attribute: string) => void;
  /** Called before much memory is taken. */
  readonly settle?: () => void;
}

/** Columns of codes in a scratch file, in blocks of rows, beside the columns that they were made of. */
export class DiskColumns implements CodedColumns {
  readonly rows: number;
  readonly block = blockTuning.rows;
  readonly stored: StoredColumn[];
  readonly facts: readonly AttributeFacts[];
  readonly room: number;
  private readonly starts: Starts[];
  private numberRoom: ArrayBuffer | undefined;
  private readonly ranked = new Map<number, Ranked>();
  /** The whole column that was used last. */
  private last: { readonly attribute: number; readonly codes: Codes } | undefined;

  constructor(
    private readonly file: ScratchFile,
    private readonly columns: readonly ScratchColumn[],
    private readonly request: ColumnsRequest,
  ) {
    this.rows = columns[0].rows;
    this.room = request.room;
    this.starts = columns.map(() => []);
    this.stored = this.code();
    this.facts = columns.map((_, a) => this.factsOf(a));
  }

  /** Writes the codes of all blocks, of as many columns at a time as there is room for. */
  private code(): StoredColumn[] {
    const { columns } = this;
    const most = Math.max(1, Math.floor(this.room / (CODED_CELL * Math.min(this.rows, this.block))));
    const stored: StoredColumn[] = [];
    for (let from = 0; from < columns.length; from += most)
      stored.push(...this.codeSome(columns.slice(from, from + most), this.starts.slice(from, from + most)));
    return stored;
  }

  private codeSome(columns: readonly ScratchColumn[], starts: readonly Starts[]): StoredColumn[] {
    const edges = columns.map((column) => (column.isNumeric ? column.edges(blockTuning.bins) : undefined));
    const levels = columns.map((column) => (column.isNumeric ? undefined : column.codeOfIds()));
    const areEdges = columns.map(() => true);
    const widest = Math.min(this.rows, this.block);
    const rooms = columns.map(() => new ArrayBuffer(8 * widest));
    const bytesOf = columns.map(({ isNumeric, levelCount }) => (isNumeric ? 1 : bytesPerCode(levelCount)));
    const codeRooms = bytesOf.map((bytes) => new ArrayBuffer(bytes * widest));
    const numeric = [...columns.keys()].filter((a) => columns[a].isNumeric);
    for (let block = 0; block < blocksOf(this); block++) {
      const codes = codeRooms.map((room, a) => codesOf(bytesOf[a], rowsIn(this, block), room));
      const exact = codeNumbers(
        numeric.map((a) => ({
          numbers: columns[a].read(block, rooms[a]) as Float32Array | Float64Array,
          edges: edges[a]!,
          codes: codes[a] as Uint8Array,
        })),
        this.request.team,
      );
      for (const [i, a] of numeric.entries()) areEdges[a] &&= exact[i];
      for (const [a, column] of columns.entries()) {
        if (levels[a]) setLevels(codes[a], column.codes(block, levels[a], rooms[a]), column.levelCount);
        starts[a].push(this.file.append(bytesIn(codes[a])));
      }
    }
    return columns.map(({ isNumeric, levelCount, gaps }, a) => {
      if (!isNumeric) return { bytes: bytesPerCode(levelCount), codes: levelCount, gaps };
      const own = edges[a]!;
      const kind = areEdges[a] ? { values: own } : { edges: own };
      return { bytes: 1, codes: own.length, gaps, ...kind };
    });
  }

  /** Those of an attribute with bins are known when its ranks are made. */
  private factsOf(attribute: number): AttributeFacts {
    const { codes, edges, values } = this.stored[attribute];
    if (values) return { kind: "numeric", codes, values };
    if (edges === undefined)
      return { kind: this.columns[attribute].type === "ordered" ? "ordered" : "nominal", codes };
    const ranks = () => this.rank(attribute).facts;
    return {
      kind: "numeric",
      bins: codes,
      get codes() {
        return ranks().codes;
      },
      get values() {
        return ranks().values!;
      },
    };
  }

  settle(): void {
    this.request.settle?.();
  }

  readCodes(attribute: number, block: number, into: Uint8Array): void {
    this.file.read(into, this.starts[attribute][block]);
  }

  numbers(attribute: number, block: number): Float32Array | Float64Array {
    this.numberRoom ??= new ArrayBuffer(8 * this.block);
    return this.columns[attribute].read(block, this.numberRoom) as Float32Array | Float64Array;
  }

  codes(attribute: number): Codes {
    if (this.last?.attribute === attribute) return this.last.codes;
    this.last = undefined;
    const codes = this.stored[attribute].edges ? this.readRanks(attribute) : this.readAll(attribute);
    this.last = { attribute, codes };
    return codes;
  }

  private readAll(attribute: number): Codes {
    const codes = codesOf(this.stored[attribute].bytes, this.rows);
    for (let block = 0; block < blocksOf(this); block++)
      codes.set(blockCodes(this, attribute, block), block * this.block);
    return codes;
  }

  private readRanks(attribute: number): Codes {
    const { bytes, start } = this.rank(attribute);
    const codes = codesOf(bytes, this.rows);
    this.file.read(bytesIn(codes), start);
    return codes;
  }

  private rank(attribute: number): Ranked {
    const found = this.ranked.get(attribute);
    if (found) return found;
    const column = this.columns[attribute];
    this.request.beforeRanks?.(column.name);
    this.last = undefined;
    const numbers = { type: "numeric", name: column.name, values: column.numbers() } as const;
    const { facts, codes } = encodeAttribute(numbers, this.request.team);
    const bytes = bytesPerCode(facts.codes);
    const narrow = bytes === 4 ? codes : codesOf(bytes, this.rows);
    if (narrow !== codes) narrow.set(codes);
    const made = { facts, bytes, start: this.file.append(bytesIn(narrow)) };
    this.ranked.set(attribute, made);
    return made;
  }
}

function setLevels(codes: Codes, levels: Int32Array, missing: number): void {
  for (let row = 0; row < levels.length; row++) codes[row] = levels[row] < 0 ? missing : levels[row];
}
