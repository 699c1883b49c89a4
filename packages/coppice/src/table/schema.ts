/** What is known about a column before its cells are read. The format of `--schema s.json` and of a model's attributes. */
export type ColumnType = "numeric" | "nominal" | "ordered" | StringType;

/** Columns whose tests look at the cell itself: its letters, or its words. */
export type StringType = "string" | "text";

export interface ColumnSchema {
  readonly name: string;
  readonly type: ColumnType;
  /** In declared order; for `ordered` from least to greatest. Default: the levels found, sorted by code point. */
  readonly levels?: readonly string[];
  /** How the cells are written. Default: plain numbers, or levels as they are. */
  readonly notation?: Notation;
  /** If the column is derived from another one's dates, such as the month of `ordered`. */
  readonly part?: TimePart;
}

/** How the text of a cell is read. A model's attributes keep it, so that new tables are read like the training table. */
export type Notation = NumberNotation | TimeNotation | SpellingNotation;

/** Numbers with separators or a unit: `1.004,31`, `$2,367.50`, `12 kg`. */
export interface NumberNotation {
  readonly kind: "number";
  /** Default: a point. */
  readonly decimal?: ",";
  /** The thousands separator; " " means any blank, "'" either apostrophe. */
  readonly group?: "," | "." | " " | "'";
  /** The unit before or after the number, as first written. */
  readonly unit?: string;
}

/** Dates and times of day: milliseconds since 1970 (UTC), or since midnight. */
export interface TimeNotation {
  readonly kind: "time";
  /** How precise the cells are: how values and thresholds are shown. */
  readonly shows: "date" | "date-time" | "month" | "time";
  /** Of dates such as 3/4/2024; absent if there are none. */
  readonly order?: DateOrder;
}

export type DateOrder = "dmy" | "mdy";

/** Levels that differ only in case and outer blanks are the same: `Yes`, `yes`, `YES`. */
export interface SpellingNotation {
  readonly kind: "spelling";
}

/** What is derived from the dates of another column. */
export interface TimePart {
  readonly of: string;
  readonly unit: PartUnit;
  /** How that column is written. */
  readonly notation: TimeNotation;
}

export type PartUnit = "year" | "month" | "weekday" | "hour";

export interface Schema {
  readonly target?: string;
  readonly weight?: string;
  readonly columns: readonly ColumnSchema[];
}

/** Whether tests look into the cells, which then have no levels. */
export function isStringType(type: ColumnType): type is StringType {
  return type === "string" || type === "text";
}

/** Whether a threshold can split the cells. */
export function hasOrder({ type }: Pick<ColumnSchema, "type">): boolean {
  return type === "numeric" || type === "ordered";
}

/** The default markers of missing values. */
export const MISSING_MARKERS: readonly string[] = ["", "?", "NA", "NaN", "null"];
