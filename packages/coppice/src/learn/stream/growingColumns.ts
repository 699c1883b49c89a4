import { CoppiceError, mustBe } from "../../base/errors.js";
import { asOrdered, type Cells, type Column } from "../../table/column.js";
import { type ColumnSchema, isStringType } from "../../table/schema.js";

/** The levels of a column of a stream: a dictionary that only grows, in the order in which levels first occur. */
export class GrowingLevels {
  readonly levels: string[];
  private readonly codes: Map<string, number>;

  constructor(levels: readonly string[] = []) {
    this.levels = [...levels];
    this.codes = new Map(this.levels.map((level, code) => [level, code]));
  }

  /** The codes of these cells, in the dictionary of the stream. New levels are added row by row, so batches do not matter. */
  take(codes: Int32Array, levels: readonly string[], isOpen: boolean, name: string): Int32Array {
    const known = Int32Array.from(levels, (level) => this.codes.get(level) ?? -1);
    const taken = new Int32Array(codes.length);
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row];
      if (code < 0) taken[row] = -1;
      else {
        if (known[code] < 0) known[code] = this.added(levels[code], isOpen, name);
        taken[row] = known[code];
      }
    }
    return taken;
  }

  private added(level: string, isOpen: boolean, name: string): number {
    if (!isOpen) {
      const rule = `one of its ordered levels: ${this.levels.join(", ")}`;
      throw mustBe("LEVEL_UNKNOWN", JSON.stringify(name), rule, level);
    }
    this.codes.set(level, this.levels.length);
    return this.levels.push(level) - 1;
  }
}

/** One column of a stream: its type stays, its levels grow. */
export class GrowingColumn {
  readonly dictionary: GrowingLevels | undefined;

  constructor(private readonly given: ColumnSchema) {
    if (given.type !== "numeric") this.dictionary = new GrowingLevels(given.levels);
  }

  get name(): string {
    return this.given.name;
  }

  /** With the levels so far. */
  get schema(): ColumnSchema {
    return this.dictionary ? { ...this.given, levels: [...this.dictionary.levels] } : this.given;
  }

  /** The cells of a batch in the codes of the stream. */
  cells(column: Column): Cells {
    const { name, type } = this.given;
    if ((column.type === "numeric") !== (type === "numeric") || isStringType(column.type)) {
      throw new CoppiceError(
        "COLUMN_TYPE",
        `the column ${JSON.stringify(name)} was ${type} at the start of the stream and is now ${column.type}`,
        { name, rule: type, value: column.type },
      );
    }
    if (column.type === "numeric") return column.values;
    const codes = this.dictionary!.take(column.codes, column.levels, type !== "ordered", name);
    return type === "ordered" ? asOrdered(codes) : codes;
  }
}
