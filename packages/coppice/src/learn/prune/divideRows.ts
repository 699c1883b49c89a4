import { bySurrogates } from "../../model/surrogates.js";
import { branchOf, type Test, UNKNOWN } from "../../model/test.js";
import type { PlainRule, SplitNode } from "../../model/tree.js";
import type { Cells } from "../../predict/cells.js";

/** Rows at a node, each with the part of its weight that is there. */
export interface Entries {
  readonly rows: Int32Array;
  readonly weights: Float64Array;
}

/** The outcome of a split's test for each row, or that of its surrogates; UNKNOWN if none applies. */
export function fillOutcomes(
  outcomes: Int32Array,
  { test, missing }: SplitNode,
  rows: Int32Array,
  cells: readonly Cells[],
): void {
  fillByTest(outcomes, test, rows, cells[test.attribute]);
  if (missing.kind !== "surrogates") return;
  for (let i = 0; i < rows.length; i++) {
    if (outcomes[i] === UNKNOWN)
      outcomes[i] = bySurrogates(missing, (attribute) => cells[attribute][rows[i]]);
  }
}

/** branchOf for every row, with a separate loop for the most frequent kind of test. */
function fillByTest(outcomes: Int32Array, test: Test, rows: Int32Array, cells: Cells): void {
  if (test.kind === "threshold" && cells instanceof Float64Array) {
    const { threshold } = test;
    for (let i = 0; i < rows.length; i++) {
      const cell = cells[rows[i]];
      outcomes[i] = cell <= threshold ? 0 : cell > threshold ? 1 : UNKNOWN;
    }
  } else if (test.kind === "levels" && cells instanceof Int32Array) {
    for (let i = 0; i < rows.length; i++) {
      const code = cells[rows[i]];
      outcomes[i] = code >= 0 ? code : UNKNOWN;
    }
  } else {
    for (let i = 0; i < rows.length; i++) outcomes[i] = branchOf(test, cells[rows[i]]);
  }
}

/**
 * Entries by branch, in their original order. The rule determines where unknown outcomes go; fractional weights are on the
 * weight grid, and the last branch with a share takes the remainder, as in the engines.
 */
export function partEntries(
  { rows, weights }: Entries,
  outcomes: Int32Array,
  rule: PlainRule,
  branches: number,
  quantum: number,
): Entries[] {
  const shares = new Float64Array(branches);
  if (rule.kind === "share") shares.set(rule.shares);
  else shares[rule.to] = 1;
  const last = shares.findLastIndex((share) => share > 0);
  const starts = roomFor(outcomes, rows.length, shares);
  const ends = starts.slice();
  const taken = new Int32Array(starts[branches]);
  const parts = new Float64Array(starts[branches]);
  for (let i = 0; i < rows.length; i++) {
    let rest = weights[i];
    let branch = outcomes[i];
    if (branch === UNKNOWN) {
      branch = last;
      for (let b = 0; b < last; b++) {
        const part = Math.min(rest, Math.round((weights[i] * shares[b]) / quantum) * quantum);
        if (!(part > 0)) continue;
        taken[ends[b]] = rows[i];
        parts[ends[b]++] = part;
        rest -= part;
      }
    }
    if (!(rest > 0)) continue;
    taken[ends[branch]] = rows[i];
    parts[ends[branch]++] = rest;
  }
  return Array.from(shares, (_, b) => ({
    rows: taken.subarray(starts[b], ends[b]),
    weights: parts.subarray(starts[b], ends[b]),
  }));
}

/** Where each branch's entries begin, with room for its own and, if it has a share, the unknown ones. */
function roomFor(outcomes: Int32Array, n: number, shares: Float64Array): Int32Array {
  const counts = new Int32Array(shares.length);
  let unknown = 0;
  for (let i = 0; i < n; i++) {
    if (outcomes[i] === UNKNOWN) unknown++;
    else counts[outcomes[i]]++;
  }
  const starts = new Int32Array(shares.length + 1);
  for (let b = 0; b < shares.length; b++)
    starts[b + 1] = starts[b] + counts[b] + (shares[b] > 0 ? unknown : 0);
  return starts;
}
