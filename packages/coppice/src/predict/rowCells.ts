import { CoppiceError, show } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { ColumnSchema } from "../table/schema.js";
import { partValue } from "../table/timeParts.js";
import { sourceOf } from "./attributeCells.js";
import { type CellReader, cellReader, type RowCell, UNSEEN } from "./cellReader.js";

export type { RowCell } from "./cellReader.js";

/** A row by attribute name; attributes that are not given are missing. */
export type NamedRow = Readonly<Record<string, RowCell>> | ReadonlyMap<string, RowCell>;

/**
 * A row: cells by attribute name, or all cells in the model's order. The parts of a date (`ordered.month`) are
 * derived from the date (`ordered`) if they are not given; a list has only the date.
 */
export type Row = NamedRow | readonly RowCell[];

/** Writes a row's cells as a model's tests see them: numbers and level codes, NaN if missing or unseen. */
export class RowReader {
  /** Of the last row: the attributes with a missing value, and those with an unseen level. */
  missing: string[] = [];
  unseen: string[] = [];
  private readonly read: readonly CellReader[];
  private readonly known: ReadonlySet<string>;
  /** The names of a list's cells, and the readers of dates, if attributes are parts of dates. */
  private readonly listed: readonly string[] | undefined;
  private readonly parts: readonly (CellReader | undefined)[];

  /** `alsoKnown` are names that a row may have besides the attributes; absent: any name. */
  constructor(
    private readonly attributes: readonly ColumnSchema[],
    private readonly alsoKnown?: readonly string[],
  ) {
    this.read = attributes.map((attribute) => cellReader(attribute));
    const sources = attributes.map((attribute) => sourceOf(attribute));
    const names = attributes.map(({ name }) => name);
    const listed = listedNames(attributes);
    this.known = new Set([...names, ...listed, ...(alsoKnown ?? [])]);
    this.listed = sources.some((source) => source !== undefined) ? listed : undefined;
    this.parts = attributes.map((attribute, a) => partReader(attribute, sources[a]));
  }

  /** One cell per attribute, into `to`. */
  into(to: Float64Array, row: Row): void {
    this.missing = [];
    this.unseen = [];
    const { attributes } = this;
    if (this.listed !== undefined) this.intoByParts(to, row, this.listed);
    else if (Array.isArray(row)) {
      if (row.length !== attributes.length) throw wrongLength(row.length, attributes.length);
      for (let a = 0; a < attributes.length; a++) to[a] = this.cell(a, row[a]);
    } else if (row instanceof Map) {
      for (let a = 0; a < attributes.length; a++) to[a] = this.cell(a, row.get(attributes[a].name));
      this.checkKeys(row.keys());
    } else {
      const cells = row as Readonly<Record<string, RowCell>>;
      for (let a = 0; a < attributes.length; a++) {
        const { name } = attributes[a];
        // An attribute may be named toString, which every object inherits.
        to[a] = this.cell(a, Object.hasOwn(cells, name) ? cells[name] : undefined);
      }
      this.checkKeys(Object.keys(cells));
    }
  }

  /** The same if some attributes are parts of dates. */
  private intoByParts(to: Float64Array, row: Row, listed: readonly string[]): void {
    const { attributes, parts } = this;
    if (Array.isArray(row) && row.length !== listed.length) throw wrongLength(row.length, listed.length);
    const cells = new Map(
      Array.isArray(row)
        ? listed.map((name, i) => [name, row[i]] as const)
        : row instanceof Map
          ? row
          : Object.entries(row as Readonly<Record<string, RowCell>>),
    );
    attributes.forEach(({ name, part }, a) => {
      const isOwn = part === undefined || cells.has(name);
      to[a] = isOwn ? this.cell(a, cells.get(name)) : parts[a]!(cells.get(part.of));
      if (!isOwn && Number.isNaN(to[a])) this.missing.push(name);
    });
    this.checkKeys(cells.keys());
  }

  private cell(a: number, cell: RowCell): number {
    const read = this.read[a](cell);
    if (read === UNSEEN && this.attributes[a].type !== "numeric") {
      this.unseen.push(this.attributes[a].name);
      return Number.NaN;
    }
    if (Number.isNaN(read)) this.missing.push(this.attributes[a].name);
    return read;
  }

  private checkKeys(keys: Iterable<string>): void {
    if (this.alsoKnown === undefined) return;
    for (const key of keys) if (!this.known.has(key)) throw unknownKey(key, this.attributes);
  }
}

/** The names of the cells of a row given as a list. */
export function listedNames(attributes: readonly ColumnSchema[]): string[] {
  return [...new Set(attributes.map(({ name, part }) => part?.of ?? name))];
}

function partReader({ part }: ColumnSchema, source: ColumnSchema | undefined): CellReader | undefined {
  if (part === undefined || source === undefined) return undefined;
  const moment = cellReader(source);
  return (cell) => partValue(moment(cell), part.unit);
}

function unknownKey(key: string, attributes: readonly ColumnSchema[]): CoppiceError {
  const names = attributes.map(({ name }) => name);
  const message = `the row has a key ${show(key)} that is not an attribute of the model${didYouMean(key, names)}`;
  return new CoppiceError("ROW_KEY_UNKNOWN", message, { name: key, value: names.slice(0, 50) });
}

function wrongLength(length: number, wanted: number): CoppiceError {
  const message = `a row given as a list must have ${wanted} cells, one per attribute; got ${length}`;
  return new CoppiceError("MODEL_MISMATCH", message, { name: "row", rule: `${wanted} cells`, value: length });
}
