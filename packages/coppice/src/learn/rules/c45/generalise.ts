import { allBits, type Bits, both } from "../../../base/bits.js";
import type { ExpectedErrors } from "../../prune/errorBound.js";
import type { LabelledRule } from "../conclude.js";
import type { Literal } from "../literal.js";
import type { CoveringRule } from "../ruleList.js";
import { keyOf, type RowSets } from "./rowSets.js";

/** A rule with the rows it covers and the error rate to expect of it. */
export interface GeneralRule extends CoveringRule {
  readonly label: number;
  readonly rate: number;
}

/**
 * Drops conditions from a rule, each time the one without which the least errors are to be expected, as long as they are
 * not more than with it (Quinlan 1993, 5.2).
 */
export function generalise(rule: LabelledRule, sets: RowSets, expected: ExpectedErrors): GeneralRule {
  let literals = rule.literals;
  const rateOf = (cover: Bits) => {
    const weight = sets.weight(cover);
    const errors = weight - sets.weightOfBoth(cover, sets.ofClass[rule.label]);
    return weight > 0 ? expected(weight, errors) / weight : 1;
  };
  let cover = coverOf(literals, sets);
  let rate = rateOf(cover);
  while (literals.length > 0) {
    const without = coversWithout(literals, sets);
    const rates = without.map(rateOf);
    const best = rates.indexOf(Math.min(...rates));
    if (rates[best] > rate) break;
    literals = literals.filter((_, i) => i !== best);
    [cover, rate] = [without[best], rates[best]];
  }
  return { literals, cover, label: rule.label, rate };
}

function coverOf(literals: readonly Literal[], sets: RowSets): Bits {
  return literals.reduce((cover, literal) => both(cover, sets.of(literal)), allBits(sets.rows));
}

/** What the rule would cover without each of its literals: those before it and those after it. */
function coversWithout(literals: readonly Literal[], sets: RowSets): Bits[] {
  const before: Bits[] = [allBits(sets.rows)];
  for (const literal of literals) before.push(both(before[before.length - 1], sets.of(literal)));
  const without: Bits[] = new Array(literals.length);
  let after = allBits(sets.rows);
  for (let i = literals.length - 1; i >= 0; i--) {
    without[i] = both(before[i], after);
    after = both(after, sets.of(literals[i]));
  }
  return without;
}

/** The rules without repetitions: of those with the same conditions and class the first. */
export function distinctRules(rules: readonly GeneralRule[]): GeneralRule[] {
  const seen = new Set<string>();
  return rules.filter(({ literals, label }) => {
    const key = `${label}: ${literals.map(keyOf).sort().join("; ")}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
