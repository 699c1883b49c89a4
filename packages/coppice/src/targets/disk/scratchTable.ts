import { CoppiceError, mustBe } from "../../base/errors.js";
import { columnOf, type Table, type Warning } from "../../table/table.js";
import { targetMissingWarning, zeroWeightWarning } from "../../table/training/rowWarnings.js";
import { ScratchColumn } from "./scratchColumn.js";
import { ScratchFile } from "./scratchFile.js";

/** A table whose cells are in a scratch file: each column is read when its cells are, and not kept. */
export interface ScratchTable extends Table {
  readonly warnings: readonly Warning[];
  readonly file: ScratchFile;
  /** Where the cells of a column are. */
  cellsOf(name: string): ScratchColumn;
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
    this.rows += kept?.length ?? part.rows;
    this.seen += part.rows;
  }

  /** The rows with a target and a weight; undefined if that is all of them. */
  private usable(part: Table): Int32Array | undefined {
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
    return n === part.rows ? undefined : kept.subarray(0, n);
  }

  table(): ScratchTable {
    const { target } = this.request;
    const warnings: Warning[] = [];
    if (this.noTarget > 0) warnings.push(targetMissingWarning(target, this.noTarget));
    if (this.noWeight > 0) warnings.push(zeroWeightWarning(this.noWeight));
    const columns = this.columns ?? [];
    for (const column of columns) column.end();
    const byName = new Map(columns.map((column) => [column.name, column]));
    return {
      rows: this.rows,
      columns: columns.map((column) => column.finish()),
      warnings,
      file: this.file,
      cellsOf: (name) => byName.get(name)!,
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
