/**
 * Every failure a user can cause. Errors are data: a stable code, the name of the thing at fault, the rule it breaks
 * and the value found; the message is assembled last. docs/errors.md lists every code; a test checks this.
 */
export const ERROR_CODES = {
  OPTION_UNKNOWN: "an option that the learner does not have",
  OPTION_RANGE: "an option value outside its accepted range",
  OPTION_CONFLICT: "two options that cannot be combined",
  LEARNER_UNKNOWN: "a learner name that is not registered",
  LEARNER_TASK: "a learner that does not support the task",
  LEARNER_ROWS: "a learner that needs the rows in memory, used with a custom engine",
  USAGE: "a command line that cannot be understood",
  FILE_READ: "a file that cannot be opened or read",
  FILE_WRITE: "a file that cannot be written",
  FILE_FORMAT: "a file whose format is not known",
  FILE_EMPTY: "a file with no content",
  DATA_SHAPE: "data passed by a program that cannot be read as a table",
  TABLE_NO_ROWS: "a table with a header and no rows",
  CSV_SYNTAX: "a malformed CSV or TSV file",
  CSV_RAGGED: "a row with more or fewer cells than the header",
  ARFF_SYNTAX: "a malformed ARFF file",
  C45_SYNTAX: "a malformed C4.5 names or data file",
  JSON_SYNTAX: "a malformed JSON table",
  PARQUET_SYNTAX: "a Parquet file that cannot be decoded",
  ARROW_SYNTAX: "an Arrow file that cannot be decoded",
  CELL_TYPE: "a cell that does not fit its column's declared type",
  LEVEL_UNKNOWN: "a cell whose level is not among the declared levels",
  COLUMN_DUPLICATE: "two columns with the same name",
  COLUMN_UNKNOWN: "a column that the table does not have",
  COLUMN_TYPE: "a column whose type does not fit its use",
  SCHEMA_INVALID: "a malformed schema",
  TARGET_MISSING: "no target column named",
  TARGET_EMPTY: "a target column without any value",
  TARGET_TYPE: "a target whose type does not fit the task",
  TARGET_CONSTANT: "a target with the same value in every row",
  TARGET_CLASSES: "a text target with nearly one class per row",
  CLASSES_DIFFER: "a target whose classes are not those that were declared or learned",
  TARGET_INCOMPLETE: "a row without a target, where its prediction is to be judged",
  KEY_COLUMN_INVALID: "a row key that is missing, repeated or not a whole number",
  KEY_COLUMN_NONE: "rows are to be drawn at random, and have neither positions nor a row key",
  WEIGHT_INVALID: "a row weight that is not a finite non-negative number",
  WEIGHT_ZERO: "row weights that are all zero",
  ATTRIBUTE_NONE: "a table with no attribute to learn from",
  STRING_EMPTY: "an attribute of strings without a letter, or of text without a word, in any row",
  ATTRIBUTE_FEW: "a learner that combines attributes, and too few that it can combine",
  PRIORS_INVALID: "class priors that do not fit the classes",
  LOSS_INVALID: "a loss matrix that does not fit the classes, or under which a class can never be predicted",
  COST_INVALID: "attribute costs that do not fit the attributes",
  RULES_SYNTAX: "rules whose text cannot be parsed",
  RULES_TANGLED: "rules that overlap in too many ways to be simplified",
  RULES_CONFLICT: "expert rules that contradict each other",
  LEARNER_RULES: "expert rules given to a learner that does not support them",
  MODEL_INVALID: "a malformed model file",
  MODEL_VERSION: "a model file of an unsupported version",
  MODEL_MISMATCH: "a table that lacks what the model needs",
  ROW_KEY_UNKNOWN: "a row with a key that is not an attribute of the model",
  MODEL_KIND: "a model of a kind that the operation does not support",
  NODE_UNKNOWN: "a path that leads to no node or test of the tree",
  EDIT_LOCKED: "an edit of a locked part of a tree, or of what leads to one",
  EDIT_EMPTY: "an edit that would leave a branch without rows",
  EDIT_INVALID: "an edit that does not fit its node",
  EDIT_UNSUPPORTED: "an edit of a tree whose learner cannot refit a part of it",
  EDITS_INVALID: "a malformed list of edits, or workbook",
  RELATION_INVALID: "malformed relations",
  RELATION_UNKNOWN: "a relation that was not given",
  CLAUSE_SYNTAX: "a clause that cannot be parsed",
  PRUNE_ROWS: "pruning that needs rows, without any given",
  STREAM_STATE:
    "a saved state of a stream that is malformed, or was begun with another learner, source or option",
  STREAM_HEADER: "a stream whose columns are not those that it began with",
  STREAM_FORGET: "a row to be forgotten by a learner that cannot, or that was never learned",
  FOLDS_INVALID: "a folds file that does not fit the table",
  ROWS_INCOMPLETE: "every row has a missing value, and rows with missing values are to be dropped",
  ATTRIBUTE_TOO_MANY: "an attribute with more distinct values than a learner can search",
  THREAD_DIED: "a thread that terminated before its work was done",
  CONTINUE_MISMATCH: "a model to go on from that other columns, options or another learner made",
  CHECKPOINT_INVALID: "a malformed checkpoint file",
  CHECKPOINT_MISMATCH: "a checkpoint of other rows, options or seed",
  ENGINE_ROWS: "a learner that looks at rows, with an engine that does not hand them over",
  PACKAGE_MISSING: "an optional package that is needed and is not installed",
  DATABASE: "a database that cannot be opened or reached, or that rejects a statement",
  ABORTED: "work stopped by the user",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface ErrorFacts {
  /** What is at fault: an option, a column, a file. */
  name?: string;
  /** What must hold. */
  rule?: string;
  /** What was found instead. */
  value?: unknown;
  /** Position in a file, both counted from 1. */
  line?: number;
  column?: number;
}

export class CoppiceError extends Error {
  override readonly name = "CoppiceError";
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  /** `message` is a whole sentence without the code; `toString()` puts the code in front. */
  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }

  override toString(): string {
    return `${this.code}: ${this.message}`;
  }

  /** The form in which an error crosses threads and is printed by `--json`. */
  toJSON(): { code: ErrorCode; message: string } & ErrorFacts {
    return { code: this.code, message: this.message, ...this.facts };
  }
}

/** The usual shape: `maxDepth must be an integer ≥ 1; got 0`. */
export function mustBe(code: ErrorCode, name: string, rule: string, value: unknown): CoppiceError {
  return new CoppiceError(code, `${name} must be ${rule}; got ${show(value)}`, { name, rule, value });
}

/** A value as it may appear in a message: short, quoted, and without line breaks or control characters. */
export function show(value: unknown): string {
  const isData = typeof value === "string" || (typeof value === "object" && value !== null);
  const text = isData ? (JSON.stringify(value) ?? String(value)) : String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
