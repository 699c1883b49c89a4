import { allBits, type Bits, both, noBits, removeBits } from "../../base/bits.js";
import { random } from "../../base/random.js";
import { type Examples, possibleConditions } from "./examples.js";
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

/** Rules given beforehand, by class: they stand first and are not changed. */
export type GivenRules = ReadonlyMap<number, readonly CoveringRule[]>;

/**
 * Separate and conquer over K classes (A 9.5): the rarest first, each against all classes that are left, whose rows
 * covered by its rules then go; the commonest class is what is left. Yields after each rule.
 */
export function* coverClasses(
  examples: Examples,
  options: CoverOptions,
  seed: number,
  given: GivenRules = new Map(),
): Generator<number, Covered> {
  const chance = random(seed);
  const order = rarestFirst(examples);
  const possible = possibleConditions(examples);
  const left = allBits(examples.rows);
  const rules: ClassRule[] = [];
  for (const [i, label] of order.slice(0, -1).entries()) {
    const problem = problemOf(examples, label, left.slice(), possible, options.maxError);
    for (const _ of steps(problem, label)) yield i / order.length;
    for (const { rule } of rules.filter((one) => one.label === label)) removeBits(left, rule.cover);
  }
  return { rules, otherwise: order[order.length - 1] };

  function* steps(problem: ClassProblem, label: number): Generator<void> {
    if (weigh(problem, problem.all).hits <= 0) return;
    const found = yield* rulesOfClass(problem, given.get(label) ?? [], options, chance);
    rules.push(...found.map((rule) => ({ rule, label })));
  }
}

/** Classes by ascending weight, the earlier of equals first. */
export function rarestFirst({ classes, classOf, weights, rows }: Examples): number[] {
  const totals = new Float64Array(classes);
  for (let row = 0; row < rows; row++) totals[classOf[row]] += weights[row];
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
