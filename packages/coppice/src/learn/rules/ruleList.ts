import { type Bits, both, countBits, countBoth, removeBits, rowsOf } from "../../base/bits.js";
import { type Coverage, exceptionBits, ruleBits } from "./descriptionLength.js";
import type { Examples } from "./examples.js";
import type { Literal } from "./literal.js";

/** A rule for one class, and the rows of that class's problem that it covers, whatever stands before it. */
export interface CoveringRule {
  readonly literals: readonly Literal[];
  readonly cover: Bits;
}

/** What a rule takes of the rows that the rules before it left, by weight. */
export interface Taken {
  readonly covered: number;
  readonly hits: number;
}

/** The problem of one class against the classes that come after it. */
export interface ClassProblem {
  readonly examples: Examples;
  readonly positive: number;
  /** The rows of the problem, and those of the class among them. */
  readonly all: Bits;
  readonly hits: Bits;
  /** The share of errors that are expected among what is covered. */
  readonly expected: number;
  readonly possible: number;
  /** Rules whose error is this or more are not kept, whatever the description length says; 1: all may be. */
  readonly maxError: number;
}

/** Weight of a set of rows, and of the class within it. */
export function weigh({ examples, hits }: ClassProblem, rows: Bits): Taken {
  if (examples.plain) return { covered: countBits(rows), hits: countBoth(rows, hits) };
  const sum = (set: Bits) => rowsOf(set).reduce((total, row) => total + examples.weights[row], 0);
  return { covered: sum(rows), hits: sum(both(rows, hits)) };
}

/** What each rule takes, in order, and what is left after the last. */
export function takenBy(
  problem: ClassProblem,
  rules: readonly CoveringRule[],
): { taken: Taken[]; left: Bits } {
  const left = problem.all.slice();
  const taken = rules.map(({ cover }) => {
    const mine = weigh(problem, both(left, cover));
    removeBits(left, cover);
    return mine;
  });
  return { taken, left };
}

export function coverageOf(problem: ClassProblem, taken: readonly Taken[], left: Bits): Coverage {
  const rest = weigh(problem, left);
  const covered = taken.reduce((sum, one) => sum + one.covered, 0);
  const hits = taken.reduce((sum, one) => sum + one.hits, 0);
  return {
    covered,
    uncovered: rest.covered,
    falsePositives: covered - hits,
    falseNegatives: rest.hits,
  };
}

/** Takes a rule out of a coverage. */
function without(c: Coverage, { covered, hits }: Taken): Coverage {
  return {
    covered: c.covered - covered,
    uncovered: c.uncovered + covered,
    falsePositives: c.falsePositives - (covered - hits),
    falseNegatives: c.falseNegatives + hits,
  };
}

function isBad({ maxError }: ClassProblem, { covered, hits }: Taken): boolean {
  return maxError < 1 && (covered - hits) / covered >= maxError;
}

/** Bits saved by dropping a rule; undefined where it had better stay. */
function saving(problem: ClassProblem, c: Coverage, rule: CoveringRule, taken: Taken): number | undefined {
  const { expected, possible } = problem;
  const bits =
    exceptionBits(expected, c) +
    ruleBits(rule.literals.length, possible) -
    exceptionBits(expected, without(c, taken));
  return bits >= 0 || isBad(problem, taken) ? bits : undefined;
}

/** Bits of the exceptions to the rules, were all that come after `from` and save bits by going dropped. */
function leastBits(problem: ClassProblem, rules: readonly CoveringRule[], from: number): number {
  const { taken, left } = takenBy(problem, rules);
  let coverage = coverageOf(problem, taken, left);
  let saved = 0;
  for (let k = from; k < rules.length; k++) {
    const bits = saving(problem, coverage, rules[k], taken[k]);
    if (bits === undefined) continue;
    saved += bits;
    coverage = without(coverage, taken[k]);
  }
  return exceptionBits(problem.expected, coverage) - saved;
}

/** Bits that rule `index` costs: with it less without it, later rules that it makes useless put aside. */
export function relativeBits(problem: ClassProblem, rules: readonly CoveringRule[], index: number): number {
  const others = rules.filter((_, i) => i !== index);
  const rule = ruleBits(rules[index].literals.length, problem.possible);
  return leastBits(problem, rules, index + 1) + rule - leastBits(problem, others, index);
}

/** Drops, from the last to the first, every rule that costs more bits than it saves. */
export function reduce(problem: ClassProblem, rules: readonly CoveringRule[]): CoveringRule[] {
  const { taken, left } = takenBy(problem, rules);
  let coverage = coverageOf(problem, taken, left);
  const kept: CoveringRule[] = [];
  for (let k = rules.length - 1; k >= 0; k--) {
    if (saving(problem, coverage, rules[k], taken[k]) === undefined) kept.unshift(rules[k]);
    else coverage = without(coverage, taken[k]);
  }
  return kept;
}

/** Whether a rule just added ends the search: it errs too often, or the bits are 64 above the least so far (A 9.5). */
export function ends(problem: ClassProblem, taken: Taken, bits: number, least: number): boolean {
  return bits > least + 64 || taken.hits <= 0 || isBad(problem, taken);
}
