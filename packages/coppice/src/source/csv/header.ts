import { show } from "../../base/errors.js";
import { errorAt } from "../../table/cellError.js";
import { decodeUtf8 } from "../../table/utf8.js";
import { emptyFile } from "../options.js";
import type { CellSink } from "./scanner.js";

/** Takes the first row as the columns' names. */
export class HeaderSink implements CellSink {
  readonly names: string[] = [];
  private blank = true;
  /** The first of the blank lines before the names. */
  private blankLine: number | undefined;
  private readonly lines: number[] = [];

  constructor(
    private readonly file: string,
    /** Called with the names at the end of the first row. */
    private readonly done: (names: readonly string[]) => void,
  ) {}

  get cells(): number {
    return this.names.length;
  }

  cell(bytes: Uint8Array, start: number, end: number, quoted: boolean, line: number): void {
    const name = decodeUtf8(bytes, start, end);
    if (name === undefined) throw this.notText(bytes, line);
    if (quoted || name !== "") this.blank = false;
    this.lines.push(line);
    this.names.push(name);
  }

  endRow(line: number): void {
    const { file, names } = this;
    if (names.length === 1 && this.blank) {
      // An error only when something follows; else the file is empty.
      names.length = 0;
      this.lines.length = 0;
      this.blankLine ??= line;
      return;
    }
    if (this.blankLine !== undefined) {
      throw errorAt(
        "CSV_SYNTAX",
        { file, line: this.blankLine },
        "a blank line before the line of column names",
      );
    }
    const seen = new Map<string, number>();
    names.forEach((name, i) => {
      const place = { file, line: this.lines[i], cell: i + 1 };
      if (name === "") throw errorAt("CSV_SYNTAX", place, "a column without a name", { rule: "a name" });
      const first = seen.get(name);
      if (first !== undefined) {
        const message = `the column name ${show(name)} already stands in cell ${first}`;
        throw errorAt("COLUMN_DUPLICATE", place, message, { name });
      }
      seen.set(name, i + 1);
    });
    this.done(names);
  }

  finishEmpty(): never {
    throw emptyFile(this.file);
  }

  private notText(bytes: Uint8Array, line: number): Error {
    const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const message = `the column name is not valid UTF-8 text${wide ? "; the file looks like UTF-16: save it as UTF-8" : ""}`;
    return errorAt("CSV_SYNTAX", { file: this.file, line, cell: this.cells + 1 }, message, {
      rule: "UTF-8 text",
    });
  }
}
