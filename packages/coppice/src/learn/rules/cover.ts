import { allBits, type Bits, both, noBits, removeBits } from "../../base/bits.js";
import { random } from "../../base/random.js";
import type { ForbiddenRule } from "../../rules/parse/parseExpertRules.js";
import { type Examples, possibleConditions } from "./examples.js";
import { Forbidden } from "./forbidden.js";
import type { Literal } from "./literal.js";
import { LiteralCovers } from "./literalCovers.js";
import { type CoverOptions, type FoundRules, rulesOfClass } from "./oneClass.js";
import { type ClassProblem, type CoveringRule, weigh } from "./ruleList.js";

/** A rule with its class. */
export interface ClassRule {
  readonly rule: CoveringRule;
  readonly label: number;
}

export interface Covered {
  /** In the order in which they are tried. */
  readonly rules: readonly ClassRule[];
  /** The default class, if no rule matches. */
  readonly otherwise: number;
}

/** What is known beforehand of the rules. */
export interface RuleConstraints {
  /** For each class, the rules to start from: they come first, and may be revised. */
  readonly given: ReadonlyMap<number, readonly (readonly Literal[])[]>;
  readonly forbidden: readonly ForbiddenRule[];
  /** The default class, if it is not the majority class. */
  readonly otherwise?: number;
}

export const NOTHING: RuleConstraints = { given: new Map(), forbidden: [] };

/**
 * Separate and conquer over K classes (A 9.5): the rarest first, each against all remaining classes; the rows that its
 * rules cover are then removed, and the majority class is the default. Rules given for that class come before all others,
 * unchanged: nothing is learned that could revise them. Yields after each rule.
 */
export function* coverClasses(
  examples: Examples,
  options: CoverOptions,
  seed: number,
  { given, forbidden, otherwise: fixed }: RuleConstraints = NOTHING,
): Generator<number, Covered> {
  const chance = random(seed);
  const order = rarestFirst(examples, fixed);
  const covers = new LiteralCovers(examples);
  const possible = possibleConditions(examples);
  const left = allBits(examples.rows);
  const last = order[order.length - 1];
  const rules: ClassRule[] = startOf(last).map((rule) => ({ rule, label: last }));
  for (const { rule } of rules) removeBits(left, rule.cover);
  for (let i = 0; i + 1 < order.length; i++) {
    const found = given.size > 0 || fixed !== undefined ? yield* rulesFor(i) : yield* ofEither(i);
    for (const rule of found.rules) {
      rules.push({ rule, label: order[i] });
      removeBits(left, rule.cover);
    }
  }
  return { rules, otherwise: order[order.length - 1] };

  /** If the two most frequent classes have the same weight, the one that takes fewer bits to describe gets the rules. */
  function* ofEither(i: number): Generator<number, FoundRules> {
    const found = yield* rulesFor(i);
    const [one, other] = order.slice(i);
    if (i + 2 < order.length) return found;
    if (weightOf(examples, one) !== weightOf(examples, other)) return found;
    order.splice(i, 2, other, one);
    const instead = yield* rulesFor(i);
    if (instead.bits < found.bits) return instead;
    order.splice(i, 2, one, other);
    return found;
  }

  function* rulesFor(i: number): Generator<number, FoundRules> {
    const label = order[i];
    const problem = problemOf(label, left.slice());
    if (weigh(problem, problem.all).hits <= 0) return { rules: [], bits: 0 };
    const banned = Forbidden.forClass(forbidden, examples.attributes, label);
    const limited = banned ? { ...options, forbidden: banned } : options;
    const search = rulesOfClass(problem, startOf(label), limited, chance);
    for (;;) {
      const { done, value } = search.next();
      if (done) return value;
      yield i / order.length;
    }
  }

  function startOf(label: number): CoveringRule[] {
    const all = allBits(examples.rows);
    return (given.get(label) ?? []).map((literals) => ({ literals, cover: covers.ofAll(literals, all) }));
  }

  function problemOf(positive: number, all: Bits): ClassProblem {
    const ofClass = noBits(examples.rows);
    for (let row = 0; row < examples.rows; row++) {
      if (examples.classOf[row] === positive) ofClass[row >>> 5] |= 1 << (row & 31);
    }
    const { maxError } = options;
    const hits = both(all, ofClass);
    const problem = { examples, covers, positive, all, hits, expected: 0, possible, maxError };
    const whole = weigh(problem, all);
    return { ...problem, expected: whole.hits / whole.covered };
  }
}

/** Classes by ascending weight, the earlier one first on a tie; `last`, if given, comes last. */
export function rarestFirst({ classes, classOf, weights, rows }: Examples, last?: number): number[] {
  const totals = new Float64Array(classes);
  for (let row = 0; row < rows; row++) totals[classOf[row]] += weights[row];
  if (last !== undefined) totals[last] = Number.POSITIVE_INFINITY;
  return Array.from(totals.keys()).sort((a, b) => totals[a] - totals[b] || a - b);
}

function weightOf({ classOf, weights, rows }: Examples, label: number): number {
  let sum = 0;
  for (let row = 0; row < rows; row++) if (classOf[row] === label) sum += weights[row];
  return sum;
}
