import { both, countBits, removeBits, rowsOf } from "../../base/bits.js";
import { type Random, shuffle } from "../../base/random.js";
import { exceptionBits } from "./descriptionLength.js";
import { type GrowOptions, growRule } from "./growRule.js";
import { coverOf, coveredByAll, type Literal } from "./literal.js";
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
  /** Of so many parts of the rows, one prunes what the others grew. */
  readonly folds: number;
  /** How often the rules are gone over again. */
  readonly optimisations: number;
  readonly pruning: boolean;
  readonly ruleValue: RuleValue;
  /** Rules end by description length (RIPPER), or by the error of the last rule alone (IREP). */
  readonly stop: "length" | "error";
}

/** The rules of one class: built one after the other, then each compared with what could stand in its place. */
export function* rulesOfClass(
  problem: ClassProblem,
  given: readonly CoveringRule[],
  options: CoverOptions,
  chance: Random,
): Generator<void, CoveringRule[]> {
  const covering = new Covering(problem, options, chance);
  let rules = yield* covering.extend([...given], given.length);
  if (!options.pruning) return rules;
  for (let round = 0; round < options.optimisations; round++) {
    rules = reduce(problem, yield* covering.optimise(rules, given.length));
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
  *extend(rules: CoveringRule[], _locked: number): Generator<void, CoveringRule[]> {
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
      if (this.options.stop === "error" ? ends(taken, 0, 0) : ends(taken, bits, least)) break;
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

  /** The rows in two parts, each with its share of the class. */
  private parts(rows: Int32Array): { grow: Int32Array; prune: Int32Array } {
    const { classOf } = this.problem.examples;
    const isHit = (row: number) => classOf[row] === this.problem.positive;
    const dealt = [...shuffle(rows.filter(isHit), this.chance), ...shuffle(rows.filter((r) => !isHit(r)), this.chance)];
    const last = this.options.folds - 1;
    const part = (keep: (i: number) => boolean) => Int32Array.from(dealt.filter((_, i) => keep(i))).sort();
    return {
      grow: part((i) => i % this.options.folds !== last),
      prune: part((i) => i % this.options.folds === last),
    };
  }

  /** One round over the rules: each stays, is replaced by a new one, or is revised, whichever is said in fewest bits. */
  *optimise(before: readonly CoveringRule[], locked: number): Generator<void, CoveringRule[]> {
    const rules = [...before];
    const left = this.problem.all.slice();
    for (let position = 0; position < rules.length; position++) {
      yield;
      const rows = both(left, rules[position].cover);
      if (position >= locked && countBits(rows) > 0 && countBits(both(left, this.problem.hits)) > 0) {
        rules[position] = this.bestOf(rules, position, rowsOf(left));
      }
      removeBits(left, rules[position].cover);
    }
    return yield* this.extend(rules, locked);
  }

  private bestOf(rules: readonly CoveringRule[], position: number, rows: Int32Array): CoveringRule {
    const { problem, options } = this;
    const { examples, positive } = problem;
    const { grow, prune } = this.parts(rows);
    const later = rules.slice(position + 1);
    const unclaimed = prune.filter(
      (row) => !later.some(({ cover }) => ((cover[row >>> 5] >>> (row & 31)) & 1) === 1),
    );
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
