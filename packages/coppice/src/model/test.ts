import { unreachable } from "../base/errors.js";
import { exp } from "../base/exp.js";

/**
 * A test has one outcome per branch. Attributes are identified by their index in the model's attribute list. Cells are
 * numbers: the value of a numeric attribute, the level code of a nominal or ordered one.
 */
export type Test = ThresholdTest | LevelsTest | SubsetTest | IntervalsTest | GateTest;

/** Branch 0 where the cell is at most `threshold`, else branch 1. For ordered attributes the threshold is a code. */
export interface ThresholdTest {
  readonly kind: "threshold";
  readonly attribute: number;
  readonly threshold: number;
}

/** One branch per declared level. */
export interface LevelsTest {
  readonly kind: "levels";
  readonly attribute: number;
}

/**
 * Branch 0 for the levels in `left`, branch 1 for those in `right`; a level in neither did not occur when the test was
 * chosen, and is treated like a missing value.
 */
export interface SubsetTest {
  readonly kind: "subset";
  readonly attribute: number;
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** Branch i holds the cells above edges[i-1] and at most edges[i]; there is one branch more than edges. */
export interface IntervalsTest {
  readonly kind: "intervals";
  readonly attribute: number;
  readonly edges: readonly number[];
}

/**
 * A soft threshold: a row goes down both branches, with shares that depend on how far its cell is from the threshold.
 * The slope is positive; the steeper, the closer to a hard threshold.
 */
export interface GateTest {
  readonly kind: "gate";
  readonly attribute: number;
  readonly threshold: number;
  readonly slope: number;
}

/** The outcome of a test whose cell is missing, or a level unknown to the test: the node's `missing` rule decides. */
export const UNKNOWN = -1;

/**
 * Evaluates a test. The only place that compares a cell with a threshold: every fast path is tested against it.
 * A missing cell is NaN; for tests on levels any cell that is not a level code is unknown too. Of a gate it is the branch
 * with the larger share.
 */
export function branchOf(test: Test, cell: number): number {
  switch (test.kind) {
    case "threshold":
    case "gate":
      return cell <= test.threshold ? 0 : cell > test.threshold ? 1 : UNKNOWN;
    case "levels":
      return cell >= 0 ? cell : UNKNOWN;
    case "subset":
      return test.left.includes(cell) ? 0 : test.right.includes(cell) ? 1 : UNKNOWN;
    case "intervals": {
      if (Number.isNaN(cell)) return UNKNOWN;
      let branch = 0;
      while (branch < test.edges.length && cell > test.edges[branch]) branch++;
      return branch;
    }
    default:
      return unreachable(test);
  }
}

/**
 * The shares of a row that a gate sends left and right: the right one is 1 / (1 + exp(-slope (cell - threshold))). The
 * only place that says so. The left one is not 1 minus that, which would lose small shares. A missing cell has none.
 */
export function gateShares({ threshold, slope }: GateTest, cell: number): [number, number] {
  const odds = exp(slope * (threshold - cell));
  const right = 1 / (1 + odds);
  return [odds * right, right];
}

/** A lookup table of branchOf for every level code, with one more entry, UNKNOWN, for codes past the last level. */
export function branchesOfLevels(test: Test, levels: number): Int32Array {
  const branches = new Int32Array(levels + 1).fill(UNKNOWN);
  if (test.kind === "subset") {
    for (const code of test.left) branches[code] = 0;
    for (const code of test.right) branches[code] = 1;
  } else {
    for (let code = 0; code < levels; code++) branches[code] = branchOf(test, code);
  }
  return branches;
}
