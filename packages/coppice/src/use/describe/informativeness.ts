import { xlog2x } from "../../base/log2.js";
import type { Column, NominalColumn, NumericColumn } from "../../table/column.js";
import type { TimeNotation } from "../../table/schema.js";
import { middle } from "./moments.js";
import type { Outcome } from "./outcome.js";
import { orderByCode, orderByValue } from "./rowOrder.js";

/** How informative an attribute by itself is about the target. */
export interface Informativeness {
  /**
   * Information gain in bits. Rows with a missing value of the attribute contribute none (Quinlan 1993, section 3.2).
   */
  readonly gain?: number;
  /** The gain divided by the split information. */
  readonly gainRatio?: number;
  /** The share of a numeric target's variance explained; rows with a missing value contribute nothing. */
  readonly explained?: number;
  /** The best binary split of a numeric attribute; absent if there is none. */
  readonly threshold?: number;
  /** How values are shown if the attribute holds dates or times. */
  readonly shows?: TimeNotation["shows"];
}

/** By the best binary split of a numeric attribute, else by a branch per level. */
export function informativenessOf(column: Column, outcome: Outcome): Informativeness {
  return column.type === "numeric"
    ? informativenessOfNumbers(column, outcome)
    : informativenessOfLevels(column, outcome);
}

function informativenessOfLevels({ codes, levels }: NominalColumn, outcome: Outcome): Informativeness {
  const { order, starts } = orderByCode(codes, levels.length);
  const sizes: number[] = [];
  let left = 0;
  for (let code = 0; code < levels.length; code++) {
    left += outcome.impurity(order, starts[code], starts[code + 1]);
    sizes.push(starts[code + 1] - starts[code]);
  }
  const before = outcome.impurity(order, 0, order.length);
  return informativenessFrom(outcome, before, left, sizes);
}

/** Splits that differ by less than this share of the impurity are ties: the lower threshold is taken. */
const TOLERANCE = 1e-9;

function informativenessOfNumbers({ values, notation }: NumericColumn, outcome: Outcome): Informativeness {
  const order = orderByValue(values);
  const before = outcome.impurity(order, 0, order.length);
  const scan = outcome.scan(order);
  let least = before * (1 - TOLERANCE);
  let at = 0;
  for (let i = 1; i < order.length; i++) {
    scan.move(order[i - 1]);
    if (values[order[i - 1]] === values[order[i]]) continue;
    const impurity = scan.impurity();
    if (impurity >= least - before * TOLERANCE) continue;
    least = impurity;
    at = i;
  }
  if (at === 0) return informativenessFrom(outcome, before, before, [order.length]);
  const after = outcome.impurity(order, 0, at) + outcome.impurity(order, at, order.length);
  return {
    ...informativenessFrom(outcome, before, after, [at, order.length - at]),
    threshold: middle(values[order[at - 1]], values[order[at]]),
    ...(notation?.kind === "time" && { shows: notation.shows }),
  };
}

/** `sizes`: rows of each branch, without those with a missing value. */
function informativenessFrom(
  { task, rows }: Outcome,
  before: number,
  after: number,
  sizes: readonly number[],
): Informativeness {
  const reduction = before - after > before * TOLERANCE ? before - after : 0;
  const known = sizes.reduce((sum, size) => sum + size, 0);
  if (task === "none") return {};
  if (task === "regression") return { explained: before > 0 ? (reduction / before) * (known / rows) : 0 };
  const gain = rows === 0 ? 0 : reduction / rows;
  // As in C4.5, rows with a missing value count as a branch in the split information.
  const splitBits = xlog2x(rows) - [...sizes, rows - known].reduce((sum, size) => sum + xlog2x(size), 0);
  return { gain, gainRatio: gain > 0 ? gain / (splitBits / rows) : 0 };
}

/** The gain, or the variance explained, of the groups; missing values are a group like the others. */
export function informativenessOfGroups(codes: Int32Array, groups: number, outcome: Outcome): number {
  const { order, starts } = orderByCode(codes, groups);
  const before = outcome.impurity(order, 0, order.length);
  let after = 0;
  for (let group = 0; group < groups; group++)
    after += outcome.impurity(order, starts[group], starts[group + 1]);
  const reduction = before - after > before * TOLERANCE ? before - after : 0;
  if (reduction === 0) return 0;
  return outcome.task === "regression" ? reduction / before : reduction / outcome.rows;
}
