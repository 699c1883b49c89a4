/** What is known of a column before its cells are read. The form of `--schema s.json` and of a model's attributes. */
export type ColumnType = "numeric" | "nominal" | "ordered" | "string";

export interface ColumnSchema {
  readonly name: string;
  readonly type: ColumnType;
  /** Declared order; for `ordered` from least to greatest. Absent: the levels found, sorted by code point. */
  readonly levels?: readonly string[];
  /** How the cells are written where that is not plain; absent: plain numbers, or levels as they are. */
  readonly notation?: Notation;
  /** Where the column is a part of another one's dates: the month of `ordered`. */
  readonly part?: TimePart;
}

/** How the text of a cell is read. It belongs to a model's attribute, so that new tables are read like the first. */
export type Notation = NumberNotation | TimeNotation | SpellingNotation;

/** Numbers with separators or a unit: `1.004,31`, `$2,367.50`, `12 kg`. */
export interface NumberNotation {
  readonly kind: "number";
  /** Absent: a point. */
  readonly decimal?: ",";
  /** What separates thousands; " " stands for any blank, "'" for either apostrophe. */
  readonly group?: "," | "." | " " | "'";
  /** What stands before or after the number, as it is first written. */
  readonly unit?: string;
}

/** Dates and times of day: milliseconds since 1970 (UTC), or since midnight. */
export interface TimeNotation {
  readonly kind: "time";
  /** How precise the cells are: how values and thresholds are shown. */
  readonly shows: "date" | "date-time" | "month" | "time";
  /** Of dates such as 3/4/2024; absent: none are written so. */
  readonly order?: DateOrder;
}

export type DateOrder = "dmy" | "mdy";

/** Levels that are the same but for case and outer blanks are one: `Yes`, `yes`, `YES`. */
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

/** Whether a threshold can part the cells. */
export function hasOrder({ type }: Pick<ColumnSchema, "type">): boolean {
  return type === "numeric" || type === "ordered";
}

/** Cells that stand for "not known", unless the user says otherwise. */
export const MISSING_MARKERS: readonly string[] = ["", "?", "NA", "NaN", "null"];
