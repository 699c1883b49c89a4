import { type Bits, both, countBits, countBoth, removeBits, rowsOf, takeBits } from "../../base/bits.js";
import { log2 } from "../../base/log2.js";
import { type Coverage, exceptionBits, ruleBits } from "./descriptionLength.js";
import type { Examples } from "./examples.js";
import type { Literal } from "./literal.js";
import type { LiteralCovers } from "./literalCovers.js";

/** A rule for one class, and the rows of that class's problem that it covers, regardless of earlier rules. */
export interface CoveringRule {
  readonly literals: readonly Literal[];
  readonly cover: Bits;
}

/** The weight that a rule covers of the rows that earlier rules do not cover. */
export interface Taken {
  readonly covered: number;
  readonly hits: number;
}

/** The problem of one class against the classes that come after it. */
export interface ClassProblem {
  readonly examples: Examples;
  readonly covers: LiteralCovers;
  readonly positive: number;
  /** The rows of the problem, and those of the class among them. */
  readonly all: Bits;
  readonly hits: Bits;
  /** The share of errors that are expected among what is covered. */
  readonly expected: number;
  readonly possible: number;
  /** Rules with at least this error are dropped, regardless of the description length; 1: none is. */
  readonly maxError: number;
}

/** Weight of a set of rows, and of the class within it. */
export function weigh({ examples, hits }: ClassProblem, rows: Bits): Taken {
  if (examples.plain) return { covered: countBits(rows), hits: countBoth(rows, hits) };
  return { covered: sumOf(examples, rows), hits: sumOf(examples, both(rows, hits)) };
}

function sumOf({ weights }: Examples, set: Bits): number {
  const rows = rowsOf(set);
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += weights[rows[i]];
  return sum;
}

/** The state of a list of rules: what its rules cover together, and the rows they do not cover. */
export interface Standing extends Taken {
  readonly left: Bits;
}

export function nothingTaken({ all }: ClassProblem): Standing {
  return { covered: 0, hits: 0, left: all.slice() };
}

/** Takes from the rows that are left those of a rule. The rows of `left` are changed. */
function take(problem: ClassProblem, left: Bits, cover: Bits): Taken {
  if (problem.examples.plain) {
    const { taken, marked } = takeBits(left, cover, problem.hits);
    return { covered: taken, hits: marked };
  }
  const mine = weigh(problem, both(left, cover));
  removeBits(left, cover);
  return mine;
}

/** The standing after one rule more, and what it took. */
export function after(
  problem: ClassProblem,
  before: Standing,
  { cover }: CoveringRule,
): Standing & { readonly taken: Taken } {
  const left = before.left.slice();
  const taken = take(problem, left, cover);
  return { covered: before.covered + taken.covered, hits: before.hits + taken.hits, left, taken };
}

/** What each further rule takes, in order, and how all together divide the rows. */
function divide(
  problem: ClassProblem,
  before: Standing,
  rules: readonly CoveringRule[],
): { taken: Taken[]; coverage: Coverage } {
  const left = before.left.slice();
  let { covered, hits } = before;
  const taken = rules.map(({ cover }) => {
    const mine = take(problem, left, cover);
    covered += mine.covered;
    hits += mine.hits;
    return mine;
  });
  const rest = weigh(problem, left);
  const falsePositives = covered - hits;
  return { taken, coverage: { covered, uncovered: rest.covered, falsePositives, falseNegatives: rest.hits } };
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

/** Bits saved by dropping a rule; undefined if it should be kept. */
function saving(problem: ClassProblem, c: Coverage, rule: CoveringRule, taken: Taken): number | undefined {
  const { expected, possible } = problem;
  const bits =
    exceptionBits(expected, c) +
    ruleBits(rule.literals.length, possible) -
    exceptionBits(expected, without(c, taken));
  return bits >= 0 || isBad(problem, taken) ? bits : undefined;
}

/** Bits of the exceptions to the rules so far and the later ones, were all of the later that save bits by going dropped. */
function leastBits(problem: ClassProblem, before: Standing, later: readonly CoveringRule[]): number {
  let { taken, coverage } = divide(problem, before, later);
  let saved = 0;
  for (let k = 0; k < later.length; k++) {
    const bits = saving(problem, coverage, later[k], taken[k]);
    if (bits === undefined) continue;
    saved += bits;
    coverage = without(coverage, taken[k]);
  }
  return exceptionBits(problem.expected, coverage) - saved;
}

/** Bits with a rule between those before and after it, without the later rules that it makes useless. */
export function bitsWith(
  problem: ClassProblem,
  before: Standing,
  rule: CoveringRule,
  later: readonly CoveringRule[],
): number {
  const bits = ruleBits(rule.literals.length, problem.possible);
  return leastBits(problem, after(problem, before, rule), later) + bits;
}

/** Bits that a further rule costs: with it less without it. */
export function addedBits(problem: ClassProblem, before: Standing, rule: CoveringRule): number {
  return bitsWith(problem, before, rule, []) - leastBits(problem, before, []);
}

/**
 * Bits of a whole list, by which finished lists are compared. Rules cost more here than during the search, increasingly so
 * with the number of rows: among many rows many rules hold for a few by chance, and the luckiest of many lists is chosen.
 */
export function listBits(problem: ClassProblem, rules: readonly CoveringRule[]): number {
  const { examples, expected, possible } = problem;
  const { coverage } = divide(problem, nothingTaken(problem), rules);
  const theory = rules.reduce((sum, { literals }) => sum + ruleBits(literals.length, possible), 0);
  return exceptionBits(expected, coverage) + (1 + log2(examples.rows) / 18) * theory;
}

/** Drops, from the last to the first, every rule that costs more bits than it saves. */
export function reduce(problem: ClassProblem, rules: readonly CoveringRule[]): CoveringRule[] {
  let { taken, coverage } = divide(problem, nothingTaken(problem), rules);
  const kept: CoveringRule[] = [];
  for (let k = rules.length - 1; k >= 0; k--) {
    if (saving(problem, coverage, rules[k], taken[k]) === undefined) kept.unshift(rules[k]);
    else coverage = without(coverage, taken[k]);
  }
  return kept;
}

/** Whether a rule just added ends the search: its error is too high, or the bits exceed the minimum so far by 64 (A 9.5). */
export function ends(problem: ClassProblem, taken: Taken, bits: number, least: number): boolean {
  return bits > least + 64 || taken.hits <= 0 || isBad(problem, taken);
}
