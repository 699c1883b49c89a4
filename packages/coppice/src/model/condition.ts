import { unreachable } from "../base/errors.js";

/** What the cell of one attribute must satisfy. Bounds and levels are cells: values, or level codes. */
export type Condition =
  /** Above `above` and at most `atMost`; an absent bound is no bound. */
  | { readonly kind: "range"; readonly attribute: number; readonly above?: number; readonly atMost?: number }
  /** One of these level codes, ascending. */
  | { readonly kind: "levels"; readonly attribute: number; readonly levels: readonly number[] }
  | { readonly kind: "missing"; readonly attribute: number }
  /** Any cell that is not missing. */
  | { readonly kind: "known"; readonly attribute: number };

/**
 * Whether a cell satisfies a condition. With `hasLevels` cells are level codes, and a missing one is -1; otherwise it is
 * NaN. A missing cell satisfies nothing but `missing`.
 */
export function holds(condition: Condition, cell: number, hasLevels: boolean): boolean {
  const isMissing = Number.isNaN(cell) || (hasLevels && cell < 0);
  switch (condition.kind) {
    case "range": {
      const { above = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = condition;
      return !isMissing && cell > above && cell <= atMost;
    }
    case "levels":
      return condition.levels.includes(cell);
    case "missing":
      return isMissing;
    case "known":
      return !isMissing;
    default:
      return unreachable(condition);
  }
}
