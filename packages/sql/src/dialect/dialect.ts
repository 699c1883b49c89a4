/** How a column is stored, of a type that can be learned from. Integers may be too large for a double. */
export type Storage = "number" | "integer" | "text" | "date" | "date-time" | "time";

/**
 * What differs between SQL engines. Every name and every literal of a statement is written by a dialect, and nothing else
 * quotes: names of columns and levels come from users' tables, and may contain anything.
 */
export interface Dialect {
  readonly name: string;
  /** How a column of this type is stored; undefined if it cannot be learned from. */
  storageOf(type: string): Storage | undefined;
  /** Whether results carry numbers of this type as they are, so that no cast makes them larger. */
  isNarrow?(type: string): boolean;
  /** A quoted name. */
  identifier(name: string): string;
  /** A literal of text. */
  text(value: string): string;
  /** A literal of exactly this double. */
  double(value: number): string;
  /** Of integers: exclusive or, and the bits moved to the right, with the sign. */
  xor(a: string, b: string): string;
  shifted(expression: string, bits: number): string;
  /** The bits of a double as an integer of 64 bits. */
  bits(expression: string): string;
  /** A hash of the values, the engine's own, as an integer whose sums over rows are exact. */
  rowHash(expressions: readonly string[]): string;
  /** A column with the position, from 0, of every row of a scratch table, in the order in which it was filled; absent: there is none. */
  readonly position?: string;
  /** The number at a place, from 0, of a list of numbers; of doubles, unless another type is named. NULL for NULL. */
  itemOf(list: readonly number[], place: string, type?: string): string;
  /** Whether that is much faster than comparing with each number. */
  readonly looksUp?: boolean;
  asDouble(expression: string): string;
  asText(expression: string): string;
  /** Whether a double is NaN, which is a missing value and yet compares as the greatest number. */
  isNaN(expression: string): string;
  /** A date or a timestamp as milliseconds since 1970, a double. */
  milliseconds(expression: string): string;
  /** Text without these characters at its ends. */
  trimmed(expression: string, characters: string): string;
  /** Statements before the first scratch table, and after the last; the latter may fail while others are there. */
  readonly beforeScratch?: readonly string[];
  readonly afterScratch?: readonly string[];
  /** Creates a temporary table of the session with the rows of a query. The name is one of ours. `blocks`: a row has megabytes. */
  createScratch(name: string, query: string, blocks?: boolean): string;
  dropScratch(name: string): readonly string[];
  /** How statements refer to such a table, whatever other schemas contain. */
  scratchName(name: string): string;
  /** Joins two tables row by row in their order, where the engine can. */
  readonly byPosition?: (left: string, right: string) => string;
  /** The smallest type of integers from 0 to `most`. */
  codeType(most: number): string;
  /** Where one GROUP BY over all attributes is faster than one each: a row per pair of a number and an expression, as two columns. */
  readonly stacked?: (
    pairs: readonly (readonly [number, string])[],
    columns: readonly [string, string],
  ) => string;
}
