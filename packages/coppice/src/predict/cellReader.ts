import { CoppiceError, show } from "../base/errors.js";
import { type ColumnSchema, isStringType, MISSING_MARKERS } from "../table/schema.js";
import { needed, sourceOf, textNumber } from "../table/textNumber.js";
import { partValue } from "../table/timeParts.js";
import { levelCoder } from "./levelCoder.js";

/** A cell as a program has it. null, undefined, NaN and an invalid date are missing. */
export type RowCell = number | string | boolean | bigint | Date | null | undefined;

/** What a reader returns for a level that the model never saw; a missing cell is NaN. */
export const UNSEEN = -1;

/** A cell as the tests of a model see it: a number or a level's code, NaN where missing, UNSEEN. */
export type CellReader = ((cell: unknown) => number) & {
  /** Of an attribute of strings: those read so far, of which a cell is the number. */
  readonly strings?: StringList;
};

/** How cells are read. */
export interface CellOptions {
  /** Texts that mark missing values, instead of the usual ones. */
  readonly missing?: readonly string[] | undefined;
  /** What holds the cell, for messages: "the row", "row 3". */
  readonly place?: () => string;
  /** Numbers are dates, in milliseconds since 1970: the data says so. */
  readonly areMoments?: boolean | undefined;
}

export function cellReader(attribute: ColumnSchema, options: CellOptions = {}): CellReader {
  const read =
    attribute.type === "numeric" ? numberReader : isStringType(attribute.type) ? stringReader : levelReader;
  const { missing = MISSING_MARKERS, place = () => "the row" } = options;
  return read(attribute, new Set(["", ...missing]), place, options);
}

/** The same for a cell with the date of which the attribute is a part. */
export function partReader({ part }: ColumnSchema, options?: CellOptions): CellReader {
  const moment = cellReader(sourceOf(part!), options);
  return (cell) => partValue(moment(cell), part!.unit);
}

function isMissing(cell: unknown): boolean {
  return cell === null || cell === undefined || Number.isNaN(cell);
}

function numberReader(
  attribute: ColumnSchema,
  markers: ReadonlySet<string>,
  place: () => string,
  { missing, areMoments = false }: CellOptions,
): CellReader {
  const { name, notation } = attribute;
  const textOf = textNumber(notation, missing === undefined);
  const isTime = notation?.kind === "time";
  // A number could be days, seconds or digits such as 20230505 as well as milliseconds.
  const takesNumbers = isTime === areMoments;
  return (cell) => {
    if (typeof cell === "number" && takesNumbers && Number.isFinite(cell)) return cell;
    if (isMissing(cell)) return Number.NaN;
    if (typeof cell === "string" && markers.has(cell.trim())) return Number.NaN;
    if (cell instanceof Date && isTime) return cell.getTime();
    const isInteger = typeof cell === "bigint" && takesNumbers;
    const number = typeof cell === "string" ? textOf(cell) : isInteger ? Number(cell) : undefined;
    if (number === undefined) throw mismatch(name, needed(notation), cell, place());
    return number;
  };
}

/** A marker of missing cells that is also a level is the level. */
function levelReader(attribute: ColumnSchema, markers: ReadonlySet<string>, place: () => string): CellReader {
  const codeOf = levelCoder(attribute);
  return (cell) => {
    if (isMissing(cell)) return Number.NaN;
    if (typeof cell !== "object" && typeof cell !== "function") {
      return codeOf(cell as string) ?? (markers.has(cell as string) ? Number.NaN : UNSEEN);
    }
    throw mismatch(attribute.name, "text, a number or a boolean", cell, place());
  };
}

/** Distinct strings, numbered in the order of their first use. */
export class StringList {
  list: string[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.list.length);
    return this.list.push(text) - 1;
  }

  clear(): void {
    this.list = [];
    this.numbers.clear();
  }
}

/** An empty string is missing, as in a file. */
function stringReader(
  attribute: ColumnSchema,
  markers: ReadonlySet<string>,
  place: () => string,
): CellReader {
  const strings = new StringList();
  const read = (cell: unknown) => {
    if (isMissing(cell)) return Number.NaN;
    if (typeof cell !== "object" && typeof cell !== "function") {
      const text = String(cell);
      return markers.has(text) ? Number.NaN : strings.numberOf(text);
    }
    throw mismatch(attribute.name, "text, a number or a boolean", cell, place());
  };
  return Object.assign(read, { strings });
}

function mismatch(name: string, rule: string, value: unknown, place: string): CoppiceError {
  const found = value instanceof Date ? "a date" : typeof value === "object" ? "an object" : show(value);
  const message = `the model needs ${rule} for ${JSON.stringify(name)}; ${place} has ${found}`;
  return new CoppiceError("CELL_TYPE", message, { name, rule, value: found });
}
