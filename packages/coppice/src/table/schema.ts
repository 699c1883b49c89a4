/** What is known of a column before its cells are read. The form of `--schema s.json` and of a model's attributes. */
export type ColumnType = "numeric" | "nominal" | "ordered" | "string";

export interface ColumnSchema {
  readonly name: string;
  readonly type: ColumnType;
  /** Declared order; for `ordered` from least to greatest. Absent: the levels found, sorted by code point. */
  readonly levels?: readonly string[];
}

export interface Schema {
  readonly target?: string;
  readonly weight?: string;
  readonly columns: readonly ColumnSchema[];
}

/** Cells that stand for "not known", unless the user says otherwise. */
export const MISSING_MARKERS: readonly string[] = ["", "?", "NA", "NaN", "null"];
