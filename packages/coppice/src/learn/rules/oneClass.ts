import { type Bits, both, countBits, hasBit, removeBits, rowsOf } from "../../base/bits.js";
import { type Random, shuffle } from "../../base/random.js";
import { exceptionBits } from "./descriptionLength.js";
import { type GrowOptions, growRule } from "./growRule.js";
import { coveredByAll, coverOf, type Literal } from "./literal.js";
import { pruneAmongRules, pruneRule, type RuleValue } from "./pruneRule.js";
import {
  type ClassProblem,
  type CoveringRule,
  coverageOf,
  ends,
  reduce,
  relativeBits,
  takenBy,
  weigh,
} from "./ruleList.js";

export interface CoverOptions extends GrowOptions {
  readonly maxError: number;
  /** Of so many parts of the rows, one prunes what the others grew. */
  readonly folds: number;
  /** How often the rules are gone over again. */
  readonly optimisations: number;
  readonly pruning: boolean;
  readonly ruleValue: RuleValue;
  /** Rules end by description length (RIPPER), or by the error of the last rule alone (IREP). */
  readonly stop: "length" | "error";
}

/** The rules of one class: those given, then one after the other built, then each compared with what could stand in its place. */
export function* rulesOfClass(
  problem: ClassProblem,
  given: readonly CoveringRule[],
  options: CoverOptions,
  chance: Random,
): Generator<void, CoveringRule[]> {
  const covering = new Covering(problem, options, chance);
  let rules = yield* covering.extend([...given]);
  if (!options.pruning) return rules;
  for (let round = 0; round < options.optimisations; round++) {
    rules = reduce(problem, yield* covering.optimise(rules));
  }
  return rules;
}

class Covering {
  private readonly all: Int32Array;

  constructor(
    private readonly problem: ClassProblem,
    private readonly options: CoverOptions,
    private readonly chance: Random,
  ) {
    this.all = rowsOf(problem.all);
  }

  /** Adds rules until no row of the class is left, or they are not worth their bits. */
  *extend(rules: CoveringRule[]): Generator<void, CoveringRule[]> {
    const { problem } = this;
    const { left } = takenBy(problem, rules);
    let bits = this.bitsOf(rules);
    let least = bits;
    while (countBits(both(left, problem.hits)) > 0) {
      yield;
      const rule = this.newRule(rowsOf(left));
      const taken = weigh(problem, both(left, rule.cover));
      const longer = [...rules, rule];
      bits += relativeBits(problem, longer, rules.length);
      least = Math.min(least, bits);
      if (this.options.stop === "error" ? ends(problem, taken, 0, 0) : ends(problem, taken, bits, least))
        break;
      rules.push(rule);
      removeBits(left, rule.cover);
    }
    return rules;
  }

  private bitsOf(rules: readonly CoveringRule[]): number {
    const { taken, left } = takenBy(this.problem, rules);
    return exceptionBits(this.problem.expected, coverageOf(this.problem, taken, left));
  }

  private newRule(rows: Int32Array): CoveringRule {
    const { examples, positive } = this.problem;
    const { options } = this;
    if (!options.pruning) return this.covering(growRule(examples, rows, positive, [], options));
    const { grow, prune } = this.parts(rows);
    const grown = growRule(examples, grow, positive, [], options);
    return this.covering(pruneRule(examples, grown, prune, positive, options.ruleValue));
  }

  private covering(literals: readonly Literal[]): CoveringRule {
    return { literals, cover: coverOf(literals, this.all, this.problem.examples) };
  }

  /** The rows in two parts, each with its share of the class: those of the class and the others are dealt in turn. */
  private parts(rows: Int32Array): { grow: Int32Array; prune: Int32Array } {
    const { folds } = this.options;
    const dealt = shuffledByClass(rows, this.problem.hits, this.chance);
    const pruned = Math.floor(rows.length / folds);
    const grow = new Int32Array(rows.length - pruned);
    const prune = new Int32Array(pruned);
    for (let i = 0, g = 0, p = 0; i < dealt.length; i++) {
      if (i % folds === folds - 1) prune[p++] = dealt[i];
      else grow[g++] = dealt[i];
    }
    return { grow, prune };
  }

  /** One round over the rules: each stays, is replaced by a new one, or is revised, whichever is said in fewest bits. */
  *optimise(before: readonly CoveringRule[]): Generator<void, CoveringRule[]> {
    const rules = [...before];
    const left = this.problem.all.slice();
    for (let position = 0; position < rules.length; position++) {
      yield;
      const rows = both(left, rules[position].cover);
      if (countBits(rows) > 0 && countBits(both(left, this.problem.hits)) > 0) {
        rules[position] = this.bestOf(rules, position, rowsOf(left));
      }
      removeBits(left, rules[position].cover);
    }
    return yield* this.extend(rules);
  }

  private bestOf(rules: readonly CoveringRule[], position: number, rows: Int32Array): CoveringRule {
    const { problem, options } = this;
    const { examples, positive } = problem;
    const { grow, prune } = this.parts(rows);
    const later = rules.slice(position + 1);
    const unclaimed = prune.filter((row) => !later.some(({ cover }) => hasBit(cover, row)));
    const pruned = (literals: readonly Literal[]) =>
      this.covering(pruneAmongRules(examples, literals, unclaimed, positive));
    const replacement = pruned(growRule(examples, grow, positive, [], options));
    const { literals } = rules[position];
    const revision = pruned(
      growRule(examples, coveredByAll(literals, grow, examples), positive, literals, options),
    );
    const bitsWith = (rule: CoveringRule) =>
      relativeBits(problem, [...rules.slice(0, position), rule, ...later], position);
    const [now, revised, replaced] = [rules[position], revision, replacement].map(bitsWith);
    if (now <= revised && now <= replaced) return rules[position];
    return revised <= replaced ? revision : replacement;
  }
}

/** The rows of the class in an order of chance, then the others in one. */
function shuffledByClass(rows: Int32Array, hits: Bits, chance: Random): Int32Array {
  const mixed = new Int32Array(rows.length);
  let first = 0;
  let last = rows.length;
  for (let i = 0; i < rows.length; i++) {
    if (hasBit(hits, rows[i])) mixed[first++] = rows[i];
    else mixed[--last] = rows[i];
  }
  shuffle(mixed.subarray(0, first), chance);
  shuffle(mixed.subarray(first), chance);
  return mixed;
}
