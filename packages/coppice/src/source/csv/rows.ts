import type { CoppiceError } from "../../base/errors.js";
import { fastRowsFor, type RowReader } from "../../kernels/drivers/csvRows.js";
import type { Team } from "../../kernels/team.js";
import { type ColumnBuilder, FITS, type Fit } from "../../table/builder.js";
import { cellError, errorAt } from "../../table/cellError.js";
import { decodeUtf8 } from "../../table/utf8.js";
import type { CellSink } from "./scanner.js";

/** Distributes the cells of each row to the columns. */
export class RowSink implements CellSink {
  cells = 0;
  private rowLine = 0;
  /** Blank lines since the last row: ignored at the end of the file, otherwise rows of one missing value, or an error. */
  private blankLines = 0;
  private firstBlankLine = 0;
  private blank = false;
  /** The first invalid cell of the row. Thrown at the row's end: in a ragged row the raggedness is the real error. */
  private fault: CoppiceError | undefined;

  readonly fast: RowReader | undefined;

  constructor(
    private readonly file: string,
    private readonly builders: readonly ColumnBuilder[],
    delimiter: number,
    team?: Team,
  ) {
    this.fast = fastRowsFor(delimiter, builders, (...cell) => this.faultOf(...cell), team);
  }

  /** No cell of the next row has been read, and no blank lines are pending. */
  get betweenRows(): boolean {
    return this.cells === 0 && this.blankLines === 0;
  }

  cell(bytes: Uint8Array, start: number, end: number, quoted: boolean, line: number): void {
    const cell = this.cells++;
    if (cell === 0) {
      this.rowLine = line;
      this.blank = start === end && !quoted;
      if (this.blank) return;
      if (this.blankLines > 0) this.settleBlankLines();
    } else if (cell === 1 && this.blank) this.startWithMissing();
    if (cell >= this.builders.length) return;
    const fit = this.builders[cell].add(bytes, start, end);
    if (fit !== FITS) this.fault ??= this.faultOf(fit, cell, bytes, start, end, line);
  }

  endRow(): void {
    const found = this.cells;
    this.cells = 0;
    if (found === 1 && this.blank) {
      if (this.blankLines++ === 0) this.firstBlankLine = this.rowLine;
      return;
    }
    if (found !== this.builders.length) throw this.ragged(this.rowLine, found);
    if (this.fault) throw this.fault;
  }

  /** The row's first cell was empty, but the line is not blank. */
  private startWithMissing(): void {
    this.blank = false;
    if (this.blankLines > 0) this.settleBlankLines();
    this.builders[0].addMissing();
  }

  private settleBlankLines(): void {
    if (this.builders.length > 1) throw this.ragged(this.firstBlankLine, 0);
    for (; this.blankLines > 0; this.blankLines--) this.builders[0].addMissing();
  }

  private ragged(line: number, found: number): CoppiceError {
    const expected = this.builders.length;
    const cells = expected === 1 ? "1 cell" : `${expected} cells`;
    return errorAt(
      "CSV_RAGGED",
      { file: this.file, line },
      `expected ${cells} as in the header, found ${found === 0 ? "a blank line" : found}`,
      {
        rule: `${expected} cells`,
        value: found,
      },
    );
  }

  private faultOf(
    fit: Exclude<Fit, typeof FITS>,
    cell: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    line: number,
  ): CoppiceError {
    const text = decodeUtf8(bytes, start, end);
    return cellError(fit, this.builders[cell], text, { file: this.file, line, cell: cell + 1 }, "CSV_SYNTAX");
  }
}
