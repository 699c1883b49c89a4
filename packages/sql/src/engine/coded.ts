import type { AttributeFacts, LearningTask, TargetFacts } from "coppice/engine";
import type { Connection } from "../connection/connection.js";

/**
 * Rows as codes, in a scratch table with the columns
 *   a0, a1, …  the code of each attribute; where it is missing, the number of codes
 *   t          the code of the class, or the target in units of its grid
 *   w          the weight in units of its grid; absent if every row has weight 1
 *   k          the key of the row, by which chance goes; absent if rows have none
 *   m1, m2     for a numeric target: weight·u and weight·u² in units of their grids
 */
export interface CodedRows {
  readonly connection: Connection;
  readonly table: string;
  readonly task: LearningTask;
  readonly attributes: readonly AttributeFacts[];
  readonly target: TargetFacts;
  readonly isWeighted: boolean;
  readonly hasKeys: boolean;
  /** Whether the weights are how often rows count in a bag: then they are no part of what is in a row. */
  readonly isCounted?: boolean;
  readonly hasGaps: readonly boolean[];
}

export const codeColumn = (attribute: number) => `a${attribute}`;

/** The columns with sums besides the weight. */
export function momentColumns({ target }: Pick<CodedRows, "target">): string[] {
  return target.kind === "values" ? ["m1", "m2"] : [];
}

/** A cell as a test sees it: its code, NULL where missing. */
export function codedCell({ attributes, hasGaps }: CodedRows, attribute: number): string {
  const column = codeColumn(attribute);
  return hasGaps[attribute] ? `NULLIF(${column}, ${attributes[attribute].codes})` : column;
}
