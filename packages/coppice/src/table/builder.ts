import type { CellSink } from "./cellSink.js";
import { type Column, MISSING_CODE } from "./column.js";
import { parseDecimal } from "./decimal.js";
import { ByteDictionary, grown } from "./dictionary.js";
import { type ColumnType, MISSING_MARKERS, type Notation } from "./schema.js";
import { compareCodePoints, decodeUtf8, encodeUtf8, isUtf8 } from "./utf8.js";

/** What is known about a column before its cells are read. */
export interface Declaration {
  readonly type: ColumnType;
  /** Distinct. Default: the levels found. */
  readonly levels?: readonly string[];
  /** Strings because the file says so, not the user: they are set aside. */
  readonly aside?: true;
  /** How the cells of a numeric column are written. */
  readonly notation?: Notation;
}

export type CellValue = number | bigint | string | boolean | null | undefined;

/** Whether a cell fits its column: anything but FITS ends the reading with the error from `cellError`. */
export const FITS = 0;
export const NOT_NUMBER = 1;
export const NOT_LEVEL = 2;
export const NOT_UTF8 = 3;
export const NOT_SAFE = 4;
export type Fit = typeof FITS | typeof NOT_NUMBER | typeof NOT_LEVEL | typeof NOT_UTF8 | typeof NOT_SAFE;

/** With more distinct cells than this, all of them numbers, a column is numeric and its dictionary is dropped. */
export const DISTINCT_NUMBERS = 4096;
/**
 * The same once a cell has a sign, a point or an exponent: then none of the cells can be codes, and only text could change
 * the decision. Collecting as many texts as of integers took half of the time to read a table of doubles.
 */
export const DISTINCT_DECIMALS = 512;

/** Cells that are kept here, at least, before they go to a sink. Tests lower it. */
export const spillTuning = { kept: 1 << 16 };

/** All cells so far are numbers, kept in the dictionary with their text. */
const UNDECIDED = 0;
/** Levels are collected. */
const OPEN = 1;
/** Levels are declared. */
const CLOSED = 2;
/** Cells go straight to doubles. */
const NUMERIC = 3;
/** Inferred as numeric, then text was found: its cells must be read again, as OPEN. */
const SPOILED = 4;

/**
 * Builds a column from cells: the only place for inference, declared levels and missing markers, whatever the format.
 * An undeclared column is numeric if every cell that is not missing is a number, otherwise nominal.
 */
export class ColumnBuilder {
  length = 0;
  /** Estimated number of cells: numbers are allocated for that many, rather than by doubling. */
  expected = 0;
  /** Cells that have gone to the sink: the others are in `codes` or `values`. */
  private gone = 0;
  private mode = UNDECIDED;
  private codes = new Int32Array(0);
  private values = new Float64Array(0);
  private dictionary = new ByteDictionary();
  /** By entry, while UNDECIDED. */
  private numbers = new Float64Array(64);
  /** Entries [missingFrom, missingTo) of the dictionary are the missing markers. */
  private readonly missingFrom: number;
  private readonly missingTo: number;
  private readonly markerIsNumber: boolean;
  /** While UNDECIDED: every cell is a string of digits. */
  private allDigits = true;
  /** While UNDECIDED: some cell would lose digits as a number. */
  private hasCode = false;
  /** Entries from here on are missing values, as far as known while reading: only if levels are declared. */
  private readonly levelsTo: number;

  constructor(
    readonly name: string,
    readonly declaration?: Declaration,
    missing: readonly string[] = MISSING_MARKERS,
    private readonly sink?: CellSink,
  ) {
    if (declaration)
      this.mode = declaration.type === "numeric" ? NUMERIC : declaration.levels ? CLOSED : OPEN;
    // Levels come first: a declared level that is also a marker is a level.
    if (this.mode === CLOSED) for (const level of declaration!.levels!) this.seed(level);
    this.missingFrom = this.dictionary.size;
    this.levelsTo = this.mode === CLOSED ? this.missingFrom : Number.MAX_SAFE_INTEGER;
    let markerIsNumber = false;
    for (const marker of ["", ...missing]) {
      const bytes = this.seed(marker);
      if (!Number.isNaN(parseDecimal(bytes, 0, bytes.length))) markerIsNumber = true;
    }
    this.missingTo = this.dictionary.size;
    this.markerIsNumber = markerIsNumber;
    this.numbers = new Float64Array(Math.max(64, 2 * this.missingTo));
  }

  /** True if the cells must be read again with this column declared nominal, so that no text is lost. */
  get spoiled(): boolean {
    return this.mode === SPOILED;
  }

  /** True if further numbers may be added as doubles: their text is no longer needed. */
  get takesNumbers(): boolean {
    return this.mode === NUMERIC && !this.markerIsNumber;
  }

  /** Adds cells that are numbers, or NaN where missing; only if it `takesNumbers`. */
  addNumbers(numbers: Float64Array): void {
    this.reserve(this.kept + numbers.length);
    this.values.set(numbers, this.kept);
    this.length += numbers.length;
  }

  private get kept(): number {
    return this.length - this.gone;
  }

  /** Sends cells to the sink, if there are many, or at the end. Cells that are gone cannot be replaced. */
  spill(least = Math.min(spillTuning.kept, this.sink?.least ?? spillTuning.kept)): void {
    const { sink, kept } = this;
    if (sink === undefined || kept < least || kept === 0 || this.mode === SPOILED) return;
    if (this.mode === NUMERIC) sink.addNumbers(this.values.subarray(0, kept));
    else sink.addEntries(this.codes.subarray(0, kept));
    this.gone = this.length;
  }

  /** Replaces a cell that was added as a number by the one whose text is bytes[start, end). */
  replaceNumber(row: number, bytes: Uint8Array, start: number, end: number): Fit {
    const length = this.length;
    this.length = row;
    const fit = this.addNumeric(bytes, start, end);
    this.length = length;
    return fit;
  }

  /** Adds the cell whose UTF-8 text is bytes[start, end). */
  add(bytes: Uint8Array, start: number, end: number): Fit {
    if (this.mode >= NUMERIC) return this.addNumeric(bytes, start, end);
    const known = this.dictionary.size;
    const entry = this.dictionary.intern(bytes, start, end);
    this.pushCode(entry < this.levelsTo ? entry : MISSING_CODE);
    return entry < known ? FITS : this.register(entry, bytes, start, end);
  }

  addMissing(): void {
    if (this.mode >= NUMERIC) this.pushValue(Number.NaN);
    else this.pushCode(MISSING_CODE);
  }

  addText(text: string): Fit {
    const bytes = encodeUtf8(text);
    return bytes === undefined ? NOT_UTF8 : this.add(bytes, 0, bytes.length);
  }

  /** Adds a cell of a format with typed cells; null, undefined and NaN are missing. */
  addValue(value: CellValue): Fit {
    if (value === null || value === undefined || Number.isNaN(value)) {
      this.addMissing();
      return FITS;
    }
    if (this.mode !== NUMERIC || typeof value === "string" || typeof value === "boolean") {
      return this.addText(String(value));
    }
    if (typeof value === "bigint" && !Number.isSafeInteger(Number(value))) return NOT_SAFE;
    if (this.markerIsNumber) return this.addText(String(value));
    const number = Number(value);
    if (!Number.isFinite(number)) return NOT_NUMBER;
    this.pushValue(number);
    return FITS;
  }

  finish(): Column {
    const { name, length } = this;
    if (this.mode === SPOILED) throw new Error(`column ${name} must be read again`);
    if (this.mode === UNDECIDED) this.decide();
    const sink = this.gone > 0 ? this.sink : undefined;
    this.spill(sink ? 0 : length + 1);
    if (this.mode === NUMERIC)
      return sink?.numeric(name) ?? { type: "numeric", name, values: this.trimmed() };
    const declared = this.declaration?.type ?? "nominal";
    const type = declared === "numeric" ? "nominal" : declared;
    if (this.mode === CLOSED) {
      const head = { type, name, levels: this.declaration!.levels! };
      return sink?.nominal(head) ?? { ...head, codes: this.codes.slice(0, length) };
    }
    const aside = this.declaration?.aside && { aside: true as const };
    const { levels, codeOf } = this.foundLevels();
    const head = { type, name, levels, ...aside };
    if (sink) return sink.nominal(head, codeOf);
    const codes = new Int32Array(length);
    translate(codes, this.codes, codeOf);
    return { ...head, codes };
  }

  private seed(text: string): Uint8Array {
    const bytes = encodeUtf8(text) ?? NOTHING;
    this.dictionary.intern(bytes, 0, bytes.length);
    return bytes;
  }

  private addNumeric(bytes: Uint8Array, start: number, end: number): Fit {
    let value =
      this.markerIsNumber && this.isMissing(bytes, start, end) ? Number.NaN : parseDecimal(bytes, start, end);
    if (Number.isNaN(value) && !this.isMissing(bytes, start, end)) {
      if (this.declaration) return isUtf8(bytes, start, end) ? NOT_NUMBER : NOT_UTF8;
      this.mode = SPOILED;
      this.values = new Float64Array(0);
    }
    if (this.mode === SPOILED) value = Number.NaN;
    else this.pushValue(value);
    return FITS;
  }

  private isMissing(bytes: Uint8Array, start: number, end: number): boolean {
    return start === end || this.dictionary.find(bytes, start, end) >= this.missingFrom;
  }

  /** Registers a new entry of the dictionary. */
  private register(entry: number, bytes: Uint8Array, start: number, end: number): Fit {
    if (!isUtf8(bytes, start, end)) return NOT_UTF8;
    if (this.mode === CLOSED) return NOT_LEVEL;
    if (this.mode === OPEN) return FITS;
    const value = parseDecimal(bytes, start, end);
    if (Number.isNaN(value)) {
      this.mode = OPEN;
      return FITS;
    }
    if (entry >= this.numbers.length) this.numbers = grown(this.numbers, new Float64Array(2 * entry));
    this.numbers[entry] = value;
    if (this.allDigits) this.noteDigits(bytes, start, end, value);
    const most = this.allDigits ? DISTINCT_NUMBERS : DISTINCT_DECIMALS;
    if (this.dictionary.size - this.missingTo > most) this.decide();
    return FITS;
  }

  private noteDigits(bytes: Uint8Array, start: number, end: number, value: number): void {
    for (let i = start; i < end && this.allDigits; i++) {
      if (bytes[i] < 48 || bytes[i] > 57) this.allDigits = false;
    }
    if ((bytes[start] === 48 && end - start > 1) || !Number.isSafeInteger(value)) this.hasCode = true;
  }

  /** Digits with leading zeros (01234), or too many for a double, are codes: levels. All other numbers are numbers. */
  private decide(): void {
    if (this.hasCode && this.allDigits) this.mode = OPEN;
    else this.becomeNumeric();
  }

  private becomeNumeric(): void {
    const numberOf = Float64Array.from({ length: this.dictionary.size }, (_, entry) =>
      entry < this.missingTo ? Number.NaN : this.numbers[entry],
    );
    this.sink?.nowNumbers(numberOf);
    this.values = new Float64Array(Math.max(this.codes.length, this.sink ? 0 : this.expected));
    for (let row = 0; row < this.kept; row++) {
      const entry = this.codes[row];
      this.values[row] = entry < this.missingTo ? Number.NaN : this.numbers[entry];
    }
    this.codes = new Int32Array(0);
    this.mode = NUMERIC;
    this.dictionary = this.markersOnly();
  }

  private markersOnly(): ByteDictionary {
    const markers = new ByteDictionary();
    for (let entry = 0; entry < this.missingTo; entry++) {
      const bytes = this.dictionary.bytesOf(entry);
      markers.intern(bytes, 0, bytes.length);
    }
    return markers;
  }

  private foundLevels(): { levels: readonly string[]; codeOf: Int32Array } {
    const first = this.missingTo;
    const texts: string[] = [];
    for (let entry = first; entry < this.dictionary.size; entry++) {
      texts.push(decodeUtf8(this.dictionary.bytesOf(entry))!);
    }
    const order = Array.from(texts, (_, i) => i).sort((a, b) => compareCodePoints(texts[a], texts[b]));
    const codeOf = new Int32Array(this.dictionary.size).fill(MISSING_CODE);
    order.forEach((i, code) => {
      codeOf[first + i] = code;
    });
    return { levels: order.map((i) => texts[i]), codeOf };
  }

  private pushCode(entry: number): void {
    const { kept } = this;
    if (kept === this.codes.length) {
      this.codes = grown(this.codes, new Int32Array(Math.max(64, 2 * kept)));
    }
    this.codes[kept] = entry;
    this.length++;
  }

  private pushValue(value: number): void {
    const { kept } = this;
    if (kept === this.values.length) this.reserve(kept + 1);
    this.values[kept] = value;
    this.length++;
  }

  private reserve(length: number): void {
    if (length <= this.values.length) return;
    // Cells that go to a sink stay few.
    const room = this.sink ? length + (length >> 2) : Math.max(2 * this.values.length, this.expected);
    this.values = grown(this.values, new Float64Array(Math.max(64, length, room)));
  }

  /** Keeps a little spare capacity: copying a large column takes as long as reading it. */
  private trimmed(): Float64Array {
    const { values, length } = this;
    const spare = values.length - length;
    return spare * 16 < length ? values.subarray(0, length) : values.slice(0, length);
  }
}

const NOTHING = new Uint8Array(0);

/** Dictionary entries to level codes. A separate function, which V8 can keep optimised from column to column. */
function translate(codes: Int32Array, entries: Int32Array, codeOf: Int32Array): void {
  for (let row = 0; row < codes.length; row++)
    codes[row] = entries[row] < 0 ? MISSING_CODE : codeOf[entries[row]];
}
