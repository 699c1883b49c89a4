import { CoppiceError, mustBe } from "../../base/errors.js";
import type { Column, NominalColumn, NumericColumn } from "../../table/column.js";
import { columnOf, type Table, type Warning } from "../../table/table.js";
import { targetMissingWarning, zeroWeightWarning } from "../../table/training/rowWarnings.js";
import { compareCodePoints } from "../../table/utf8.js";
import { ScratchFile } from "./scratchFile.js";

/** A table whose cells are in a scratch file: each column is read when its cells are, and not kept. */
export interface ScratchTable extends Table {
  readonly warnings: readonly Warning[];
  close(): void;
}

/** Tables that come one after the other, with the same columns. */
export type TableParts = Iterable<Table> | AsyncIterable<Table>;

/**
 * Collects the parts of a table: the rows with a target and a weight above 0, in their order. Levels may differ from part to
 * part: then they are those of all parts, sorted as a reader sorts them.
 */
export async function scratchTable(
  parts: TableParts,
  request: { readonly target: string; readonly weight?: string },
  scratch?: string,
): Promise<ScratchTable> {
  const file = ScratchFile.in(scratch);
  try {
    const collected = new Collected(file, request);
    for await (const part of parts) collected.add(part);
    return collected.table();
  } catch (error) {
    file.close();
    throw error;
  }
}

class Collected {
  private columns: ScratchColumn[] | undefined;
  private rows = 0;
  private seen = 0;
  private noTarget = 0;
  private noWeight = 0;

  constructor(
    private readonly file: ScratchFile,
    private readonly request: { readonly target: string; readonly weight?: string },
  ) {}

  add(part: Table): void {
    const kept = this.usable(part);
    this.columns ??= part.columns.map((column) => new ScratchColumn(this.file, column));
    if (part.columns.length !== this.columns.length) throw otherColumns(this.columns, part);
    for (const [c, column] of part.columns.entries()) {
      if (!this.columns[c].isLike(column)) throw otherColumns(this.columns, part);
      this.columns[c].add(column, kept);
    }
    this.rows += kept.length;
    this.seen += part.rows;
  }

  private usable(part: Table): Int32Array {
    const target = columnOf(part, this.request.target);
    const weights = this.request.weight === undefined ? undefined : columnOf(part, this.request.weight);
    const kept = new Int32Array(part.rows);
    let n = 0;
    for (let row = 0; row < part.rows; row++) {
      const weight = weights?.type === "numeric" ? weights.values[row] : 1;
      if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
        const name = `the weight of row ${this.seen + row + 1}`;
        throw mustBe("WEIGHT_INVALID", name, "a finite non-negative number", weight);
      }
      const isKnown = target.type === "numeric" ? !Number.isNaN(target.values[row]) : target.codes[row] >= 0;
      if (!isKnown) this.noTarget++;
      else if (weight === 0) this.noWeight++;
      else kept[n++] = row;
    }
    return kept.subarray(0, n);
  }

  table(): ScratchTable {
    const { target } = this.request;
    const warnings: Warning[] = [];
    if (this.noTarget > 0) warnings.push(targetMissingWarning(target, this.noTarget));
    if (this.noWeight > 0) warnings.push(zeroWeightWarning(this.noWeight));
    return {
      rows: this.rows,
      columns: (this.columns ?? []).map((column) => column.finish()),
      warnings,
      close: () => this.file.close(),
    };
  }
}

function otherColumns(columns: readonly ScratchColumn[], part: Table): CoppiceError {
  const names = (of: readonly { readonly name: string; readonly type: string }[]) =>
    of.map(({ name, type }) => `${JSON.stringify(name)} (${type})`).join(", ");
  return new CoppiceError(
    "COLUMN_TYPE",
    `the parts of a table must have the same columns: one has ${names(part.columns)}, and the first ${names(columns)}`,
    { name: "parts", rule: names(columns), value: names(part.columns) },
  );
}

/** One column as it grows. Its pieces are in the file, between those of the others. */
class ScratchColumn {
  readonly name: string;
  readonly type: Column["type"];
  private readonly pieces: { readonly start: number; readonly cells: number }[] = [];
  private readonly ids = new Map<string, number>();
  private rows = 0;
  private hasOtherLevels = false;

  constructor(
    private readonly file: ScratchFile,
    private readonly first: Column,
  ) {
    this.name = first.name;
    this.type = first.type;
    if (first.type !== "numeric") for (const level of first.levels) this.ids.set(level, this.ids.size);
  }

  isLike({ name, type }: Column): boolean {
    return name === this.name && type === this.type;
  }

  add(column: Column, kept: Int32Array): void {
    const cells = column.type === "numeric" ? numbersAt(column, kept) : this.idsAt(column, kept);
    const start = this.file.append(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength));
    this.pieces.push({ start, cells: kept.length });
    this.rows += kept.length;
  }

  private idsAt({ levels, codes, type }: NominalColumn, kept: Int32Array): Int32Array {
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
    return Int32Array.from(kept, (row) => (codes[row] < 0 ? -1 : idOf[codes[row]]));
  }

  /** The cells are read anew whenever they are asked for. */
  finish(): Column {
    const { first } = this;
    if (first.type === "numeric") {
      const read = () => this.read(new Float64Array(this.rows));
      return {
        ...first,
        get values() {
          return read();
        },
      };
    }
    const names = [...this.ids.keys()];
    // As they were, if all parts have the same: they may be declared.
    const levels = this.hasOtherLevels ? names.toSorted(compareCodePoints) : names;
    const places = new Map(levels.map((level, code) => [level, code]));
    const codeOf = names.map((level) => places.get(level)!);
    const read = () => {
      const ids = this.read(new Int32Array(this.rows));
      for (let row = 0; row < ids.length; row++) if (ids[row] >= 0) ids[row] = codeOf[ids[row]];
      return ids;
    };
    return {
      ...first,
      levels,
      get codes() {
        return read();
      },
    };
  }

  private read<A extends Float64Array | Int32Array>(cells: A): A {
    let at = 0;
    for (const { start, cells: count } of this.pieces) {
      const piece = cells.subarray(at, at + count);
      this.file.read(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength), start);
      at += count;
    }
    return cells;
  }
}

function numbersAt({ values }: NumericColumn, kept: Int32Array): Float64Array {
  const cells = new Float64Array(kept.length);
  for (let i = 0; i < cells.length; i++) cells[i] = values[kept[i]];
  return cells;
}
