import { CoppiceError, type ErrorCode, show, unreachable } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { Declaration, Fit } from "./builder.js";
import { type FITS, NOT_LEVEL, NOT_NUMBER, NOT_SAFE, NOT_UTF8 } from "./builder.js";

/** The position of a cell; all counted from 1. */
export interface Place {
  readonly file: string;
  /** Physical line of a text file. */
  readonly line?: number;
  /** Data row of a format without lines. */
  readonly row?: number;
  /** Position of the cell in its row. */
  readonly cell?: number;
}

/** `penguins.csv, line 17, cell 3`. */
export function placeText({ file, line, row, cell }: Place): string {
  const parts = [file];
  if (line !== undefined) parts.push(`line ${line}`);
  if (row !== undefined) parts.push(`row ${row}`);
  if (cell !== undefined) parts.push(`cell ${cell}`);
  return parts.join(", ");
}

/** An error at a place: the message starts with it and the facts contain it. */
export function errorAt(code: ErrorCode, place: Place, message: string, facts: object = {}): CoppiceError {
  const line = place.line ?? place.row;
  return new CoppiceError(code, `${placeText(place)}: ${message}`, {
    ...facts,
    ...(line === undefined ? {} : { line }),
    ...(place.cell === undefined ? {} : { column: place.cell }),
  });
}

/** The error for a cell that does not fit its column. `syntax` is the error code of the format. */
export function cellError(
  fit: Exclude<Fit, typeof FITS>,
  column: { readonly name: string; readonly declaration?: Declaration | undefined },
  text: string | undefined,
  place: Place,
  syntax: ErrorCode,
): CoppiceError {
  const name = column.name;
  const found = show(text ?? "");
  switch (fit) {
    case NOT_NUMBER: {
      const advice = `declare it nominal or add ${found} to the missing markers`;
      const message = `expected a number for ${show(name)}, found ${found}; ${advice}`;
      return errorAt("CELL_TYPE", place, message, { name, rule: "a number", value: text });
    }
    case NOT_SAFE: {
      const rule = "an integer between -2^53 and 2^53";
      const message = `expected ${rule} for ${show(name)}, found ${text}; declare it nominal`;
      return errorAt("CELL_TYPE", place, message, { name, rule, value: text });
    }
    case NOT_LEVEL: {
      const levels = column.declaration?.levels ?? [];
      const hint = didYouMean(text ?? "", levels.slice(0, 10_000));
      const message = `${found} is not a declared level of ${show(name)}${hint}`;
      return errorAt("LEVEL_UNKNOWN", place, message, { name, rule: "a declared level", value: text });
    }
    case NOT_UTF8:
      return errorAt(syntax, place, `the cell of ${show(name)} is not valid UTF-8 text`, {
        name,
        rule: "UTF-8 text",
      });
    default:
      return unreachable(fit);
  }
}
