import { addBits, countBoth, hasBit, noBits, rowsOf } from "../../base/bits.js";
import type { Random } from "../../base/random.js";
import { partsOf } from "./growAndPrune.js";
import { type GrowOptions, growRule } from "./growRule.js";
import { coveredByAll, type Literal } from "./literal.js";
import { pruneAmongRules, pruneRule, type RuleValue } from "./pruneRule.js";
import {
  addedBits,
  after,
  bitsWith,
  type ClassProblem,
  type CoveringRule,
  ends,
  listBits,
  nothingTaken,
  reduce,
  type Standing,
} from "./ruleList.js";

export interface CoverOptions extends GrowOptions {
  readonly maxError: number;
  /** Number of folds: one is used to prune what was grown on the others. */
  readonly folds: number;
  /** The number of optimisation passes. */
  readonly optimisations: number;
  readonly pruning: boolean;
  /** The number of rule lists to learn; the one with the shortest description is kept. */
  readonly tries: number;
  readonly ruleValue: RuleValue;
  /** Rules end by description length (RIPPER), or by the error of the last rule alone (IREP). */
  readonly stop: "length" | "error";
}

/** The rules of a class, and their description length in bits. */
export interface FoundRules {
  readonly rules: readonly CoveringRule[];
  readonly bits: number;
}

/**
 * The rules of one class: those given, then learned ones, then each is compared with possible replacements. The rows used
 * for pruning are random, so everything is repeated several times.
 */
export function* rulesOfClass(
  problem: ClassProblem,
  given: readonly CoveringRule[],
  options: CoverOptions,
  chance: Random,
): Generator<void, FoundRules> {
  const covering = new Covering(problem, options, chance);
  let best: FoundRules | undefined;
  // Without pruning nothing is random.
  const tries = options.pruning ? options.tries : 1;
  for (let i = 0; i < tries; i++) {
    const rules = yield* covering.list(given);
    const bits = listBits(problem, rules);
    if (best === undefined || bits < best.bits) best = { rules, bits };
  }
  return best ?? { rules: given, bits: listBits(problem, given) };
}

class Covering {
  constructor(
    private readonly problem: ClassProblem,
    private readonly options: CoverOptions,
    private readonly chance: Random,
  ) {}

  *list(given: readonly CoveringRule[]): Generator<void, CoveringRule[]> {
    let rules = yield* this.extend([...given], this.standingAfter(given));
    if (!this.options.pruning) return rules;
    for (let round = 0; round < this.options.optimisations; round++) {
      rules = reduce(this.problem, yield* this.optimise(rules));
    }
    return rules;
  }

  private standingAfter(rules: readonly CoveringRule[]): Standing {
    return rules.reduce<Standing>((so, rule) => after(this.problem, so, rule), nothingTaken(this.problem));
  }

  /** Adds rules until no row of the class is left, or they are not worth their bits. */
  private *extend(rules: CoveringRule[], from: Standing): Generator<void, CoveringRule[]> {
    const { problem, options } = this;
    let standing = from;
    let bits = 0;
    let least = 0;
    while (countBoth(standing.left, problem.hits) > 0) {
      yield;
      const rule = this.newRule(rowsOf(standing.left));
      bits += addedBits(problem, standing, rule);
      least = Math.min(least, bits);
      const next = after(problem, standing, rule);
      if (options.stop === "error" ? ends(problem, next.taken, 0, 0) : ends(problem, next.taken, bits, least))
        break;
      rules.push(rule);
      standing = next;
    }
    return rules;
  }

  private newRule(rows: Int32Array): CoveringRule {
    const { examples, positive } = this.problem;
    const { options } = this;
    if (!options.pruning) return this.covering(growRule(examples, rows, positive, [], options));
    const { grow, prune } = this.parts(rows);
    const grown = growRule(examples, grow, positive, [], options);
    return this.covering(pruneRule(examples, grown, prune, positive, options.ruleValue));
  }

  private parts(rows: Int32Array) {
    return partsOf(rows, this.problem.hits, this.options.folds, this.chance);
  }

  private covering(literals: readonly Literal[]): CoveringRule {
    return { literals, cover: this.problem.covers.ofAll(literals, this.problem.all) };
  }

  /** One optimisation pass: each rule is kept, replaced by a new one or revised, whichever has the shortest description. */
  private *optimise(before: readonly CoveringRule[]): Generator<void, CoveringRule[]> {
    const { problem } = this;
    const rules = [...before];
    let standing = nothingTaken(problem);
    for (let position = 0; position < rules.length; position++) {
      yield;
      const { left } = standing;
      if (countBoth(left, rules[position].cover) > 0 && countBoth(left, problem.hits) > 0) {
        rules[position] = this.bestOf(rules[position], rules.slice(position + 1), standing);
      }
      standing = after(problem, standing, rules[position]);
    }
    return yield* this.extend(rules, standing);
  }

  private bestOf(rule: CoveringRule, later: readonly CoveringRule[], standing: Standing): CoveringRule {
    const { problem, options } = this;
    const { examples, positive } = problem;
    const { grow, prune } = this.parts(rowsOf(standing.left));
    const claimed = noBits(examples.rows);
    for (const { cover } of later) addBits(claimed, cover);
    const unclaimed = prune.filter((row) => !hasBit(claimed, row));
    const pruned = (literals: readonly Literal[]) =>
      this.covering(pruneAmongRules(examples, literals, unclaimed, positive));
    const replacement = pruned(growRule(examples, grow, positive, [], options));
    const { literals } = rule;
    const revision = pruned(
      growRule(examples, coveredByAll(literals, grow, examples), positive, literals, options),
    );
    const bits = (one: CoveringRule) => bitsWith(problem, standing, one, later);
    const [now, revised, replaced] = [rule, revision, replacement].map(bits);
    if (now <= revised && now <= replaced) return rule;
    return revised <= replaced ? revision : replacement;
  }
}
