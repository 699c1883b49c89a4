import { isMissingWord } from "./missingWords.js";
import { notationReader } from "./notation.js";
import type { ColumnSchema, Notation, TimePart } from "./schema.js";

/** The text of a cell as the number it stands for; NaN if it marks a missing value, undefined if it is neither. */
export type TextNumber = (text: string) => number | undefined;

/**
 * Reads texts in the notation of a model's attribute, and plain numbers. Digits are not dates: 20230505 could be a number
 * of milliseconds as well. `acceptWords`: words such as "unknown" mark missing values.
 */
export function textNumber(notation: Notation | undefined, acceptWords = true): TextNumber {
  const read = notation && notationReader(notation);
  return (text) => {
    const written = read ? read(text) : Number.NaN;
    if (!Number.isNaN(written)) return written;
    const plain = notation?.kind === "time" ? Number.NaN : numberOf(text);
    if (!Number.isNaN(plain)) return plain;
    return acceptWords && isMissingWord(text) ? Number.NaN : undefined;
  };
}

/** The finite decimal number in the text, or NaN; Number() alone would read blanks as 0, and 0x10. */
export function numberOf(text: string): number {
  const number = /^\s*[-+.]*\d(?![box])/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : Number.NaN;
}

/** What `textNumber` reads, for messages. */
export function needed(notation: Notation | undefined): string {
  if (notation?.kind === "time") return "a date or time";
  const unit = notation?.kind === "number" ? notation.unit : undefined;
  return unit === undefined ? "a number" : `a number, plain or in ${JSON.stringify(unit)}`;
}

/** The column of the dates of which an attribute is a part, as it is read. */
export function sourceOf({ of: name, notation }: TimePart): ColumnSchema {
  return { name, type: "numeric", notation };
}
