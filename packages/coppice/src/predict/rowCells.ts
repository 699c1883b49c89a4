import { CoppiceError, show } from "../base/errors.js";
import type { ColumnSchema } from "../table/schema.js";
import { levelCoder, numberOf } from "./levelCoder.js";

/** A cell as a program has it. null, undefined and NaN are missing. */
export type RowCell = number | string | boolean | null | undefined;

/** A row: cells by attribute name, where what is not named is missing, or all cells in the model's order. */
export type Row = Readonly<Record<string, RowCell>> | ReadonlyMap<string, RowCell> | readonly RowCell[];

/** Writes a row's cells as a model's tests see them: numbers and level codes, NaN where missing or never seen. */
export class RowReader {
  private readonly read: readonly ((cell: RowCell) => number)[];

  constructor(private readonly attributes: readonly ColumnSchema[]) {
    this.read = attributes.map((attribute) =>
      attribute.type === "numeric" ? numberReader(attribute) : levelReader(attribute),
    );
  }

  /** One cell an attribute, into `to`. */
  into(to: Float64Array, row: Row): void {
    const { attributes, read } = this;
    if (Array.isArray(row)) {
      if (row.length !== attributes.length) throw wrongLength(row.length, attributes.length);
      for (let a = 0; a < read.length; a++) to[a] = read[a](row[a]);
    } else if (row instanceof Map) {
      for (let a = 0; a < read.length; a++) to[a] = read[a](row.get(attributes[a].name));
    } else {
      const cells = row as Readonly<Record<string, RowCell>>;
      for (let a = 0; a < read.length; a++) {
        const { name } = attributes[a];
        // An attribute may be called toString, which every object has.
        to[a] = read[a](Object.hasOwn(cells, name) ? cells[name] : undefined);
      }
    }
  }
}

function numberReader({ name }: ColumnSchema): (cell: RowCell) => number {
  return (cell) => {
    if (typeof cell === "number" && Number.isFinite(cell)) return cell;
    if (cell === null || cell === undefined || Number.isNaN(cell)) return Number.NaN;
    const number = typeof cell === "string" ? numberOf(cell) : Number.NaN;
    if (Number.isNaN(number)) throw mismatch(name, "a number", cell);
    return number;
  };
}

function levelReader({ name, levels = [] }: ColumnSchema): (cell: RowCell) => number {
  const codeOf = levelCoder(levels);
  return (cell) => {
    if (typeof cell === "string") return codeOf(cell) ?? Number.NaN;
    if (cell === null || cell === undefined || Number.isNaN(cell)) return Number.NaN;
    if (typeof cell !== "number" && typeof cell !== "boolean")
      throw mismatch(name, "text, a number or a boolean", cell);
    return codeOf(typeof cell === "boolean" ? String(cell) : cell) ?? Number.NaN;
  };
}

function mismatch(name: string, rule: string, value: unknown): CoppiceError {
  const found = typeof value === "object" ? "an object" : show(value);
  const message = `the model needs ${rule} for ${JSON.stringify(name)}; the row has ${found}`;
  return new CoppiceError("MODEL_MISMATCH", message, { name, rule, value: found });
}

function wrongLength(length: number, wanted: number): CoppiceError {
  const message = `a row given as a list must have ${wanted} cells, one an attribute; got ${length}`;
  return new CoppiceError("MODEL_MISMATCH", message, { name: "row", rule: `${wanted} cells`, value: length });
}
