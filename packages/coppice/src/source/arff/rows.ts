import { show } from "../../base/errors.js";
import { ColumnBuilder, type Declaration, FITS } from "../../table/builder.js";
import { cellError } from "../../table/cellError.js";
import type { Line } from "../lines.js";
import { Cursor } from "./tokens.js";

/** Turns the lines after @data into cells: dense `5.1,red`, or sparse `{0 5.1, 3 red}`, each with an optional `, {weight}`. */
export class ArffRows {
  private rows = 0;
  /** Created at the first row with a weight; the rows before it have weight 1. */
  weight: ColumnBuilder | undefined;

  constructor(
    private readonly file: string,
    private readonly builders: readonly ColumnBuilder[],
    /** What the file itself declares: it determines the values that sparse rows omit. */
    private readonly own: readonly Declaration[],
    private readonly weightName: string,
  ) {}

  take(line: Line): void {
    const cursor = new Cursor(this.file, line);
    if (cursor.peek() === "") return;
    if (cursor.peek() === "{") this.sparse(cursor, line);
    else this.dense(cursor, line);
    this.rowWeight(cursor, line);
    if (cursor.peek() !== "") throw cursor.error(`expected ${this.builders.length} cells, found more`);
    this.rows++;
  }

  private dense(cursor: Cursor, line: Line): void {
    for (let i = 0; i < this.builders.length; i++) {
      if (i > 0) cursor.skip(",");
      const next = cursor.peek();
      if (next === "" || next === "{") {
        throw cursor.error(`expected ${this.builders.length} cells as declared in the header, found ${i}`);
      }
      this.add(
        i,
        cursor.token(`a cell for ${show(this.builders[i].name)}; a missing value is written ?`).text,
        line,
      );
    }
  }

  private sparse(cursor: Cursor, line: Line): void {
    const cells = new Map<number, string>();
    cursor.expect("{", "");
    while (!cursor.skip("}")) {
      if (cells.size > 0) cursor.expect(",", "or } in a sparse row");
      const index = cursor.token("an attribute's index in a sparse row").text;
      const at = /^\d+$/.test(index) ? Number(index) : this.builders.length;
      if (at >= this.builders.length) {
        throw cursor.error(
          `the index of a sparse cell must be at most ${this.builders.length - 1}; got ${show(index)}`,
        );
      }
      if (cells.has(at)) throw cursor.error(`duplicate index ${at} in a sparse row`);
      cells.set(at, cursor.token("a sparse cell's value").text);
    }
    this.builders.forEach((_, i) => {
      this.add(i, cells.get(i) ?? this.omitted(i, cursor), line);
    });
  }

  /** A sparse row omits zeros, and the first level: the one with index 0. */
  private omitted(i: number, cursor: Cursor): string {
    const { type, levels } = this.own[i];
    if (type === "numeric") return "0";
    if (levels) return levels[0];
    throw cursor.error(`a sparse row omits the string ${show(this.builders[i].name)}`);
  }

  private rowWeight(cursor: Cursor, line: Line): void {
    const comma = cursor.skip(",");
    if (comma && cursor.peek() === "") throw cursor.error("unexpected comma after the last cell");
    if (!cursor.skip("{")) {
      this.weight?.addValue(1);
      return;
    }
    const text = cursor.token("the row's weight").text;
    cursor.expect("}", "after the row's weight");
    if (!this.weight) {
      this.weight = new ColumnBuilder(this.weightName, { type: "numeric" }, []);
      for (let row = 0; row < this.rows; row++) this.weight.addValue(1);
    }
    this.check(this.weight, this.weight.addText(text), text, line, this.builders.length);
  }

  private add(i: number, text: string, line: Line): void {
    this.check(this.builders[i], this.builders[i].addText(text), text, line, i);
  }

  private check(
    builder: ColumnBuilder,
    fit: ReturnType<ColumnBuilder["addText"]>,
    text: string,
    line: Line,
    i: number,
  ): void {
    if (fit === FITS) return;
    throw cellError(fit, builder, text, { file: this.file, line: line.number, cell: i + 1 }, "ARFF_SYNTAX");
  }
}
