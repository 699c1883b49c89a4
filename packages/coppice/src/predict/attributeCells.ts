import { isMissingWord } from "../table/missingWords.js";
import { notationReader } from "../table/notation.js";
import type { ColumnSchema, TimePart } from "../table/schema.js";
import { numberOf } from "./levelCoder.js";

/** A cell's text as the number it stands for in an attribute; NaN where it says that it is missing, undefined where it is no number. */
export type TextNumber = (text: string) => number | undefined;

/**
 * Reads texts as the attribute's own table was read, and plain numbers. `certain` leaves out words for missing numbers that
 * may mean something else, such as "-".
 */
export function textNumber({ notation }: Pick<ColumnSchema, "notation">, certain = false): TextNumber {
  const read = notation && notationReader(notation);
  return (text) => {
    const written = read ? read(text) : Number.NaN;
    if (!Number.isNaN(written)) return written;
    const plain = numberOf(text);
    if (!Number.isNaN(plain)) return plain;
    return isMissingWord(text, certain) ? Number.NaN : undefined;
  };
}

/** The column of the dates of which an attribute is a part, as it is read. */
export function sourceOf({ of: name, notation }: TimePart): ColumnSchema {
  return { name, type: "numeric", notation };
}
