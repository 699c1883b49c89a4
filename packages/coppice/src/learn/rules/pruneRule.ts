import type { Examples } from "./examples.js";
import { covered, type Literal } from "./literal.js";

/**
 * The value of a rule on rows it was not grown from, of which it covers p correctly and n incorrectly: its precision,
 * with one more row of each kind, (p+1)/(p+n+2); or eq. 9.18, (p-n)/(p+n).
 */
export type RuleValue = "laplace" | "difference";

/** Drops conditions from the end, as many as maximise the value of the rule; on a tie the shortest rule is kept. */
export function pruneRule(
  examples: Examples,
  literals: readonly Literal[],
  rows: Int32Array,
  positive: number,
  value: RuleValue,
): Literal[] {
  const worth = ({ hits, total }: Counted) =>
    value === "laplace" ? (hits + 1) / (total + 2) : total > 0 ? (2 * hits - total) / total : -1;
  return bestPrefix(examples, literals, rows, positive, worth);
}

/**
 * The same for a rule among others (optimisation): its value is then the share of all rows that are correctly covered or
 * correctly left uncovered.
 */
export function pruneAmongRules(
  examples: Examples,
  literals: readonly Literal[],
  rows: Int32Array,
  positive: number,
): Literal[] {
  const all = counted(examples, rows, positive);
  const wrong = all.total - all.hits;
  // Without any condition, the value is computed as before: (p+1)/(t+2).
  const nothing = (all.hits + 1) / (all.total + 2);
  return bestPrefix(examples, literals, rows, positive, ({ hits, total }, length) =>
    length === 0 ? nothing : (hits + wrong - (total - hits)) / all.total,
  );
}

interface Counted {
  readonly hits: number;
  readonly total: number;
}

function bestPrefix(
  examples: Examples,
  literals: readonly Literal[],
  rows: Int32Array,
  positive: number,
  worth: (counted: Counted, length: number) => number,
): Literal[] {
  const start = counted(examples, rows, positive);
  if (!(start.total > 0)) return [...literals];
  let best = worth(start, 0);
  let length = 0;
  let left = rows;
  literals.forEach((literal, i) => {
    left = covered(literal, left, examples);
    const now = worth(counted(examples, left, positive), i + 1);
    if (now <= best) return;
    best = now;
    length = i + 1;
  });
  return literals.slice(0, length);
}

function counted({ classOf, weights }: Examples, rows: Int32Array, positive: number): Counted {
  let hits = 0;
  let total = 0;
  for (let i = 0; i < rows.length; i++) {
    total += weights[rows[i]];
    if (classOf[rows[i]] === positive) hits += weights[rows[i]];
  }
  return { hits, total };
}
