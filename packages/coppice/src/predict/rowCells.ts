import { CoppiceError, mustBe, show } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import { cellIn, hasCell, keysOf } from "../source/shapes/rows.js";
import type { ColumnSchema } from "../table/schema.js";
import { type CellReader, cellReader, partReader, type RowCell, UNSEEN } from "./cellReader.js";

export type { RowCell } from "./cellReader.js";

/** A row by attribute name; what is not named is missing. */
export type NamedRow = NamedCells | ReadonlyMap<string, RowCell>;
type NamedCells = Readonly<Record<string, RowCell>>;

/**
 * A row: cells by attribute name, or all cells in the model's order. The parts of a date (`ordered.month`) are taken from
 * the date (`ordered`) where they are not given; a list has the date alone.
 */
export type Row = NamedRow | readonly RowCell[];

/** Writes a row's cells as a model's tests see them: numbers and level codes, NaN where missing or never seen. */
export class RowReader {
  /** Of the last row: the attributes without a value, and those whose level the model never saw. */
  missing: string[] = [];
  unseen: string[] = [];
  private readonly read: readonly CellReader[];
  /** The same for the dates of which attributes are parts. */
  private readonly readPart: readonly (CellReader | undefined)[];
  /** The names of a list's cells, and which of these each attribute is read from. */
  private readonly listed: readonly string[];
  private readonly places: readonly number[];
  private readonly known: ReadonlySet<string> | undefined;

  /** `alsoKnown` are names that a row may have though they are no attributes; absent: any name. */
  constructor(
    private readonly attributes: readonly ColumnSchema[],
    alsoKnown?: readonly string[],
  ) {
    this.read = attributes.map((attribute) => cellReader(attribute));
    this.readPart = attributes.map((attribute) => attribute.part && partReader(attribute));
    this.listed = listedNames(attributes);
    this.known = alsoKnown && new Set([...attributes.map(({ name }) => name), ...this.listed, ...alsoKnown]);
    const places = new Map(this.listed.map((name, i) => [name, i]));
    this.places = attributes.map((attribute) => places.get(listedName(attribute))!);
  }

  /** One cell per attribute, into `to`. */
  into(to: Float64Array, row: Row): void {
    this.missing = [];
    this.unseen = [];
    const { attributes, listed, places } = this;
    if (typeof row !== "object" || row === null)
      throw mustBe("DATA_SHAPE", "a row", "an object or a list", row);
    const list = Array.isArray(row) ? (row as readonly RowCell[]) : undefined;
    if (list && list.length !== listed.length) throw wrongLength(list.length, listed.length);
    for (let a = 0; a < attributes.length; a++) {
      const { name, type, part } = attributes[a];
      const fromDate = part !== undefined && (list !== undefined || !hasCell(row as NamedRow, name));
      const cell = list ? list[places[a]] : cellIn(row as NamedRow, fromDate ? part.of : name);
      this.read[a].strings?.clear();
      to[a] = (fromDate ? this.readPart : this.read)[a]!(cell);
      if (to[a] === UNSEEN && type !== "numeric") {
        this.unseen.push(name);
        to[a] = Number.NaN;
      } else if (Number.isNaN(to[a])) this.missing.push(name);
    }
    if (!list) this.checkKeys(row as NamedRow);
  }

  /** The strings of the last row that an attribute's cell numbers. */
  stringsOf(attribute: number): readonly string[] {
    return this.read[attribute].strings?.list ?? [];
  }

  /** The row by name, as readers of other attributes need it. */
  named(row: Row): NamedRow {
    return Array.isArray(row) ? new Map(this.listed.map((name, i) => [name, row[i]])) : (row as NamedRow);
  }

  private checkKeys(row: NamedRow): void {
    const { known } = this;
    if (known === undefined) return;
    for (const key of keysOf(row) as Iterable<string>) {
      if (!known.has(key)) throw unknownKey(key, this.attributes);
    }
  }
}

/** The names of the cells of a row that is given as a list. */
export function listedNames(attributes: readonly ColumnSchema[]): string[] {
  return [...new Set(attributes.map(listedName))];
}

function listedName({ name, part }: ColumnSchema): string {
  return part?.of ?? name;
}

function unknownKey(key: string, attributes: readonly ColumnSchema[]): CoppiceError {
  const names = attributes.map(({ name }) => name);
  const message = `the row has a key ${show(key)} that is not an attribute of the model${didYouMean(key, names)}`;
  return new CoppiceError("ROW_KEY_UNKNOWN", message, { name: key, value: names.slice(0, 50) });
}

function wrongLength(length: number, wanted: number): CoppiceError {
  return mustBe("MODEL_MISMATCH", "the row's length", `${wanted}, one cell per attribute`, length);
}
