import { unreachable } from "../base/errors.js";
import type { Cells } from "../table/column.js";
import { StringCells } from "../table/stringCells.js";
import { folded, tokensOf, type Unit } from "./tokens.js";

/** What is asked of the string in one cell. It is missing where the string is. */
export type StringMeasure =
  /** Whether a pattern occurs (code 1) or not (code 0): an attribute of two levels. Or how often it does, overlaps included. */
  | {
      readonly kind: "pattern";
      readonly attributes: readonly [number];
      readonly unit: Unit;
      /** One token each; null is any token. */
      readonly pattern: readonly (string | null)[];
      /** Where it may occur; absent: anywhere. */
      readonly place?: Place;
      /** Whether case is ignored: the string is put in small letters, the pattern is in them. */
      readonly fold: boolean;
      readonly result: "has" | "count";
    }
  /** The number of letters or words. */
  | { readonly kind: "length"; readonly attributes: readonly [number]; readonly unit: Unit }
  /** Whether any of these words occurs: an attribute of two levels. */
  | {
      readonly kind: "anyWord";
      readonly attributes: readonly [number];
      readonly words: readonly string[];
      readonly fold: boolean;
    };

/** Positions count from 1: where the pattern starts, or, from the end, where it ends. */
export interface Place {
  readonly side: "start" | "end";
  readonly from: number;
  readonly to: number;
}

export const STRING_KINDS = ["pattern", "length", "anyWord"] as const satisfies StringMeasure["kind"][];

/** Whether a step that derives an attribute looks at a string. */
export function isStringMeasure(step: { readonly kind: string }): step is StringMeasure {
  return (STRING_KINDS as readonly string[]).includes(step.kind);
}

/** Whether its cells are codes of the levels no and yes. */
export function isYesOrNo(measure: { readonly kind: string }): boolean {
  const { kind, result } = measure as { readonly kind: string; readonly result?: string };
  return kind === "anyWord" || (kind === "pattern" && result === "has");
}

export const YES_OR_NO: readonly string[] = ["no", "yes"];

/** The measure of each cell: each distinct string is looked at once. */
export function stringCells(measure: StringMeasure, given: Cells, rows: number): Cells {
  const { strings } = given as StringCells;
  if (!(given instanceof StringCells)) throw new Error("a measure of strings was given no strings");
  const ask = asker(measure);
  const known = new Map<number, number>();
  const [cells, missing] = isYesOrNo(measure)
    ? [new Int32Array(rows), -1]
    : [new Float64Array(rows), Number.NaN];
  for (let row = 0; row < rows; row++) {
    const code = given[row];
    let value = code < 0 ? missing : known.get(code);
    if (value === undefined) {
      value = ask(strings[code]);
      known.set(code, value);
    }
    cells[row] = value;
  }
  return cells;
}

/** The measure of a string. */
export function asker(measure: StringMeasure): (text: string) => number {
  switch (measure.kind) {
    case "length":
      return (text) => tokensOf(text, measure.unit, false).length;
    case "anyWord": {
      const words = new Set(measure.words);
      return (text) => Number(tokensOf(text, "words", measure.fold).some((word) => words.has(word)));
    }
    case "pattern": {
      const { unit, pattern, place, fold, result } = measure;
      const sought = unit === "letters" && result === "has" && !pattern.includes(null) && pattern.join("");
      return (text) => {
        const plain = sought ? occurs(sought, folded(text, fold), place) : undefined;
        if (plain !== undefined) return Number(plain);
        const found = matches(tokensOf(text, unit, fold), pattern, place, result === "has");
        return result === "has" ? Number(found.length > 0) : found.length;
      };
    }
    default:
      return unreachable(measure);
  }
}

const SURROGATES = /[\ud800-\udfff]/;

/**
 * Whether letters occur in a string at a place, without a list of its letters; undefined where code units and code points
 * differ. Anywhere they do not: what begins with a whole code point is found at whole code points only.
 */
function occurs(sought: string, text: string, place: Place | undefined): boolean | undefined {
  if (place === undefined) return text.includes(sought);
  if (SURROGATES.test(text) || SURROGATES.test(sought)) return undefined;
  const { side, from, to } = place;
  const last = text.length - sought.length;
  const [first, end] = side === "start" ? [from - 1, to - 1] : [Math.max(0, last + 1 - to), last + 1 - from];
  if (first === end) return first >= 0 && text.startsWith(sought, first);
  const found = end < 0 ? -1 : text.indexOf(sought, first);
  return found >= 0 && found <= end;
}

/** Where a pattern starts in a list of tokens, counted from 0; or only the first of these places. */
export function matches(
  tokens: readonly string[],
  pattern: readonly (string | null)[],
  place: Place | undefined,
  first = false,
): number[] {
  const last = tokens.length - pattern.length;
  let [from, to] = [0, last];
  if (place?.side === "start") [from, to] = [place.from - 1, Math.min(last, place.to - 1)];
  if (place?.side === "end") [from, to] = [Math.max(0, last + 1 - place.to), last + 1 - place.from];
  const found: number[] = [];
  for (let at = from; at <= to; at++) {
    if (!pattern.every((token, i) => token === null || token === tokens[at + i])) continue;
    found.push(at);
    if (first) break;
  }
  return found;
}
