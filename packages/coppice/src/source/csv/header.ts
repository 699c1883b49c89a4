import { CoppiceError, show } from "../../base/errors.js";
import { errorAt } from "../../table/cellError.js";
import { decodeUtf8 } from "../../table/utf8.js";
import { emptyFile } from "../options.js";
import type { CellSink } from "./scanner.js";

/** Reads the first row as the column names. */
export class HeaderSink implements CellSink {
  readonly names: string[] = [];
  private blank = true;
  /** The first of the blank lines before the names. */
  private blankLine: number | undefined;
  private readonly lines: number[] = [];

  constructor(
    private readonly file: string,
    /** Called at the end of the first row with the names, and with those generated for columns without one. */
    private readonly done: (names: readonly string[], unnamed: ReadonlySet<string>) => void,
  ) {}

  get cells(): number {
    return this.names.length;
  }

  cell(bytes: Uint8Array, start: number, end: number, quoted: boolean, line: number): void {
    const name = decodeUtf8(bytes, start, end);
    if (name === undefined) throw this.notText(line);
    if (quoted || name !== "") this.blank = false;
    this.lines.push(line);
    this.names.push(name);
  }

  endRow(line: number): void {
    const { file, names } = this;
    if (names.length === 1 && this.blank) {
      // An error only if something follows; otherwise the file is empty.
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
    if (names.every((name) => name === "")) {
      const place = { file, line: this.lines[0], cell: 1 };
      throw errorAt("CSV_SYNTAX", place, "the line of column names is empty", { rule: "a name" });
    }
    const seen = new Map<string, number>();
    names.forEach((name, i) => {
      const first = seen.get(name);
      if (first !== undefined && name !== "") {
        const place = { file, line: this.lines[i], cell: i + 1 };
        const message = `the column name ${show(name)} already appears in cell ${first}: rename one of the two`;
        throw errorAt("COLUMN_DUPLICATE", place, message, { name });
      }
      seen.set(name, i + 1);
    });
    const unnamed = new Set<string>();
    const all = names.map((name, i) => (name === "" ? freeName(i + 1, seen, unnamed) : name));
    this.done(all, unnamed);
  }

  /** `skipped` are the lines that were not to be read. */
  finishEmpty(skipped: number): never {
    const { file } = this;
    if (skipped === 0) throw emptyFile(file);
    const rule = "fewer than the file has";
    const message = `${file} has nothing after line ${skipped}, up to which skipLines (--skip-lines) skips`;
    throw new CoppiceError("FILE_EMPTY", message, { name: "skipLines", rule, value: skipped });
  }

  private notText(line: number): Error {
    const message = "the column name is not valid UTF-8 text";
    return errorAt("CSV_SYNTAX", { file: this.file, line, cell: this.cells + 1 }, message, {
      rule: "UTF-8 text",
    });
  }
}

/** `column 4`, or with as many underscores as make it unique. */
function freeName(position: number, seen: ReadonlyMap<string, unknown>, unnamed: Set<string>): string {
  let name = `column ${position}`;
  while (seen.has(name) || unnamed.has(name)) name += "_";
  unnamed.add(name);
  return name;
}
