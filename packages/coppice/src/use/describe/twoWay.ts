import type { Column } from "../../table/column.js";
import { type Group, type Grouping, groupsOf } from "./groups.js";
import { informativenessOfGroups } from "./informativeness.js";
import type { Cell, Outcome } from "./outcome.js";

/** Two attributes cross-tabulated, with the target if there is one. */
export interface TwoWay {
  readonly attributes: readonly [string, string];
  /** The joint information gain of both groupings in bits; for a numeric target, the share of variance explained. */
  readonly gain?: number;
  readonly explained?: number;
  /** The gain of each alone, by the same groups. The joint gain may far exceed their sum: that is an interaction. */
  readonly alone?: readonly [number, number];
  /** The groups of each: rows and columns of the table. */
  readonly groups: readonly [readonly Group[], readonly Group[]];
  /** cells[i][j]: the rows in group i of the first and group j of the second attribute. */
  readonly cells: readonly (readonly Cell[])[];
}

/** Coarser than for one attribute: the cells of two crossed groupings soon have few rows. */
const LIMITS = { ranges: 4, levels: 8 };

export function grouped(columns: readonly Column[]): Grouping[] {
  return columns.map((column) => groupsOf(column, LIMITS));
}

export function twoWay(names: readonly [string, string], a: Grouping, b: Grouping, outcome: Outcome): TwoWay {
  const flat = outcome.cells(cross(a, b), a.groups.length * b.groups.length);
  const width = b.groups.length;
  return {
    attributes: names,
    ...jointInformativeness(a, b, outcome),
    groups: [a.groups, b.groups],
    cells: a.groups.map((_, i) => flat.slice(i * width, (i + 1) * width)),
  };
}

function jointInformativeness(
  a: Grouping,
  b: Grouping,
  outcome: Outcome,
): Pick<TwoWay, "gain" | "explained" | "alone"> {
  if (outcome.task === "none") return {};
  const alone = [a, b].map(({ codes, groups }) => informativenessOfGroups(codes, groups.length, outcome));
  const joint = jointScore(a, b, outcome);
  const pair = { alone: [alone[0], alone[1]] as const };
  return outcome.task === "classification" ? { gain: joint, ...pair } : { explained: joint, ...pair };
}

function jointScore(a: Grouping, b: Grouping, outcome: Outcome): number {
  return informativenessOfGroups(cross(a, b), a.groups.length * b.groups.length, outcome);
}

function cross(a: Grouping, b: Grouping): Int32Array {
  const width = b.groups.length;
  const codes = new Int32Array(a.codes.length);
  for (let row = 0; row < codes.length; row++) codes[row] = a.codes[row] * width + b.codes[row];
  return codes;
}

/** The `most` most informative pairs, best first; ties in order of appearance. */
export function bestPairs(
  groupings: readonly Grouping[],
  outcome: Outcome,
  most: number,
): [number, number][] {
  const scored: { pair: [number, number]; score: number }[] = [];
  for (let i = 0; i < groupings.length; i++) {
    for (let j = i + 1; j < groupings.length; j++) {
      scored.push({ pair: [i, j], score: jointScore(groupings[i], groupings[j], outcome) });
    }
  }
  scored.sort((a, b) => b.score - a.score);
  return scored.slice(0, most).map(({ pair }) => pair);
}
