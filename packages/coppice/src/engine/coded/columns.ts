import type { Codes } from "../encode.js";
import type { AttributeFacts } from "../port.js";
import type { Target } from "../problem.js";
import type { LearningTask } from "../task.js";

/** Attributes as codes that are somewhere else, and come here one attribute at a time. */
export interface CodedColumns {
  readonly facts: readonly AttributeFacts[];
  /** All codes of an attribute. They may be read anew each time. */
  codes(attribute: number): Codes;
  /** The codes of the rows from `from` to `to` - 1. */
  range(attribute: number, from: number, to: number): Codes;
  /** Bytes of codes that may be here at once, for those who want several attributes together. */
  readonly room: number;
}

/** Rows whose attributes are coded columns. The target and the weights of all rows are here. */
export interface CodedRows {
  readonly task: LearningTask;
  readonly target: Target;
  readonly weights?: Float64Array;
  /** By row its key; absent: its position. */
  readonly keys?: Float64Array;
  readonly columns: CodedColumns;
  /** The most rows whose cells are taken here at once, to finish small nodes in memory. */
  readonly mostPulled: number;
}

/** Bytes of a code if there are so many, and one for missing values. */
export function bytesPerCode(codes: number): 1 | 2 | 4 {
  if (codes < 1 << 8) return 1;
  return codes < 1 << 16 ? 2 : 4;
}
