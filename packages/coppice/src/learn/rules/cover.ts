import { allBits, type Bits, both, noBits, removeBits, rowsOf } from "../../base/bits.js";
import { random } from "../../base/random.js";
import type { ForbiddenRule } from "../../use/rules/parse/parseGuide.js";
import { type Examples, possibleConditions } from "./examples.js";
import { Forbidden } from "./forbidden.js";
import { coverOf, type Literal } from "./literal.js";
import { type CoverOptions, rulesOfClass } from "./oneClass.js";
import { type ClassProblem, type CoveringRule, weigh } from "./ruleList.js";

/** A rule with its class. */
export interface ClassRule {
  readonly rule: CoveringRule;
  readonly label: number;
}

export interface Covered {
  /** In the order in which they are asked. */
  readonly rules: readonly ClassRule[];
  /** The class where no rule holds. */
  readonly otherwise: number;
}

/** What is known beforehand of the rules. */
export interface Beforehand {
  /** By class, rules to start from: they stand first, and may be revised. */
  readonly given: ReadonlyMap<number, readonly (readonly Literal[])[]>;
  readonly forbidden: readonly ForbiddenRule[];
  /** The class where no rule holds, where it is not the commonest. */
  readonly otherwise?: number;
}

export const NOTHING: Beforehand = { given: new Map(), forbidden: [] };

/**
 * Separate and conquer over K classes (A 9.5): the rarest first, each against all classes that are left, whose rows
 * covered by its rules then go; the commonest class is what is left. Rules given for that class stand before all others,
 * as they are: nothing is learned that could revise them. Yields after each rule.
 */
export function* coverClasses(
  examples: Examples,
  options: CoverOptions,
  seed: number,
  { given, forbidden, otherwise: fixed }: Beforehand = NOTHING,
): Generator<number, Covered> {
  const chance = random(seed);
  const order = rarestFirst(examples, fixed);
  const otherwise = order[order.length - 1];
  const possible = possibleConditions(examples);
  const left = allBits(examples.rows);
  const rules: ClassRule[] = startOf(otherwise).map((rule) => ({ rule, label: otherwise }));
  for (const { rule } of rules) removeBits(left, rule.cover);
  for (const [i, label] of order.slice(0, -1).entries()) {
    const problem = problemOf(examples, label, left.slice(), possible, options.maxError);
    for (const _ of steps(problem, label)) yield i / order.length;
    for (const { rule } of rules.filter((one) => one.label === label)) removeBits(left, rule.cover);
  }
  return { rules, otherwise };

  function* steps(problem: ClassProblem, label: number): Generator<void> {
    if (weigh(problem, problem.all).hits <= 0) return;
    const banned = Forbidden.forClass(forbidden, examples.attributes, label);
    const limited = banned ? { ...options, forbidden: banned } : options;
    const found = yield* rulesOfClass(problem, startOf(label), limited, chance);
    rules.push(...found.map((rule) => ({ rule, label })));
  }

  function startOf(label: number): CoveringRule[] {
    const all = rowsOf(allBits(examples.rows));
    return (given.get(label) ?? []).map((literals) => ({
      literals,
      cover: coverOf(literals, all, examples),
    }));
  }
}

/** Classes by ascending weight, the earlier of equals first; `last` comes last, where it is given. */
export function rarestFirst({ classes, classOf, weights, rows }: Examples, last?: number): number[] {
  const totals = new Float64Array(classes);
  for (let row = 0; row < rows; row++) totals[classOf[row]] += weights[row];
  if (last !== undefined) totals[last] = Number.POSITIVE_INFINITY;
  return Array.from(totals.keys()).sort((a, b) => totals[a] - totals[b] || a - b);
}

function problemOf(
  examples: Examples,
  positive: number,
  all: Bits,
  possible: number,
  maxError: number,
): ClassProblem {
  const ofClass = noBits(examples.rows);
  for (let row = 0; row < examples.rows; row++) {
    if (examples.classOf[row] === positive) ofClass[row >>> 5] |= 1 << (row & 31);
  }
  const problem = { examples, positive, all, hits: both(all, ofClass), expected: 0, possible, maxError };
  const { covered, hits } = weigh(problem, all);
  return { ...problem, expected: hits / covered };
}
