import { rowsOf } from "../../../base/bits.js";
import { type Coverage, exceptionBits, ruleBits } from "../descriptionLength.js";
import type { Examples } from "../examples.js";
import type { GeneralRule } from "./generalise.js";

/** A class against all others. */
export interface SubsetProblem {
  readonly examples: Examples;
  readonly label: number;
  readonly rules: readonly GeneralRule[];
  /** The number of possible conditions. */
  readonly possible: number;
}

/**
 * The rules of a class whose description, with that of the rows it is wrong about, takes least bits (Quinlan 1993, 5.3):
 * by adding and dropping one rule at a time, from none and from all.
 */
export function chooseSubset(problem: SubsetProblem): GeneralRule[] {
  const index = new CoverIndex(problem);
  const climbs = [false, true].map((withAll) => climb(new Subset(problem, index, withAll)));
  return climbs[climbs[1].bits < climbs[0].bits ? 1 : 0].chosen();
}

function climb(subset: Subset): Subset {
  for (;;) {
    const { rule, bits } = subset.bestChange();
    if (rule < 0 || bits >= subset.bits - 1e-9) return subset;
    subset.toggle(rule);
  }
}

/** The rows of each rule, and the rules of each row. */
class CoverIndex {
  readonly rows: readonly Int32Array[];
  /** The rules that cover row i are rules[starts[i], starts[i + 1]). */
  readonly starts: Int32Array;
  readonly rules: Int32Array;
  readonly ruleBits: Float64Array;

  constructor({ examples, rules, possible }: SubsetProblem) {
    this.rows = rules.map(({ cover }) => rowsOf(cover));
    this.ruleBits = Float64Array.from(rules, ({ literals }) => ruleBits(literals.length, possible));
    this.starts = new Int32Array(examples.rows + 1);
    for (const rows of this.rows) for (const row of rows) this.starts[row + 1]++;
    for (let row = 0; row < examples.rows; row++) this.starts[row + 1] += this.starts[row];
    this.rules = new Int32Array(this.starts[examples.rows]);
    const next = this.starts.slice();
    this.rows.forEach((rows, rule) => {
      for (const row of rows) this.rules[next[row]++] = rule;
    });
  }
}

/** Some of a class's rules, and how they divide the rows. */
class Subset {
  bits: number;
  private readonly inside: Uint8Array;
  /** By row, how many of the chosen rules cover it. */
  private readonly times: Int32Array;
  /**
   * By rule, the weight of the rows that the rule alone decides on, and of those of the class among them: rows that no
   * other chosen rule covers.
   */
  private readonly alone: Float64Array;
  private readonly aloneHits: Float64Array;
  private readonly coverage: Coverage = { covered: 0, uncovered: 0, falsePositives: 0, falseNegatives: 0 };
  private readonly expected: number;
  private theory = 0;

  constructor(
    private readonly problem: SubsetProblem,
    private readonly index: CoverIndex,
    withAll: boolean,
  ) {
    const { examples, label, rules } = problem;
    const { weights, classOf } = examples;
    this.inside = new Uint8Array(rules.length);
    this.times = new Int32Array(examples.rows);
    this.alone = new Float64Array(rules.length);
    this.aloneHits = new Float64Array(rules.length);
    for (let row = 0; row < examples.rows; row++) {
      const hits = classOf[row] === label ? weights[row] : 0;
      this.coverage.uncovered += weights[row];
      this.coverage.falseNegatives += hits;
      for (let i = index.starts[row]; i < index.starts[row + 1]; i++) {
        this.alone[index.rules[i]] += weights[row];
        this.aloneHits[index.rules[i]] += hits;
      }
    }
    this.expected = this.coverage.falseNegatives / this.coverage.uncovered;
    this.bits = exceptionBits(this.expected, this.coverage);
    if (withAll) for (let rule = 0; rule < rules.length; rule++) this.toggle(rule);
  }

  chosen(): GeneralRule[] {
    return this.problem.rules.filter((_, i) => this.inside[i] === 1);
  }

  bestChange(): { rule: number; bits: number } {
    const best = { rule: -1, bits: Number.POSITIVE_INFINITY };
    const changed = { ...this.coverage };
    for (let rule = 0; rule < this.inside.length; rule++) {
      const sign = this.changeInto(changed, rule);
      const bits = this.theory + sign * this.index.ruleBits[rule] + exceptionBits(this.expected, changed);
      if (bits < best.bits) [best.rule, best.bits] = [rule, bits];
    }
    return best;
  }

  /** Adds the rule, or removes it. */
  toggle(rule: number): void {
    const sign = this.changeInto(this.coverage, rule);
    this.theory += sign * this.index.ruleBits[rule];
    this.bits = this.theory + exceptionBits(this.expected, this.coverage);
    this.inside[rule] ^= 1;
    for (const row of this.index.rows[rule]) {
      // How many of the other chosen rules cover the row: with none, those outside gain or lose it; with one, that one does.
      const others = this.times[row] - (sign < 0 ? 1 : 0);
      if (others <= 1) this.share(row, rule, others, sign);
      this.times[row] += sign;
    }
  }

  private share(row: number, toggled: number, others: number, sign: number): void {
    const { starts, rules } = this.index;
    const weight = this.problem.examples.weights[row];
    const hits = this.problem.examples.classOf[row] === this.problem.label ? weight : 0;
    for (let i = starts[row]; i < starts[row + 1]; i++) {
      const rule = rules[i];
      if (rule === toggled || this.inside[rule] !== others) continue;
      this.alone[rule] -= sign * weight;
      this.aloneHits[rule] -= sign * hits;
    }
  }

  /** Writes the coverage with the rule added (1) or removed (-1), and returns which. */
  private changeInto(into: Coverage, rule: number): 1 | -1 {
    const sign = this.inside[rule] === 1 ? -1 : 1;
    const all = sign * this.alone[rule];
    const hits = sign * this.aloneHits[rule];
    const { covered, uncovered, falsePositives, falseNegatives } = this.coverage;
    into.covered = covered + all;
    into.uncovered = uncovered - all;
    into.falsePositives = falsePositives + all - hits;
    into.falseNegatives = falseNegatives - hits;
    return sign;
  }
}
