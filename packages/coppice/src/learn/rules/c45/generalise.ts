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
 * Drops conditions from a rule, each time the one whose removal gives the fewest expected errors, as long as they do not
 * increase (Quinlan 1993, 5.2).
 */
export function generalise(rule: LabelledRule, sets: RowSets, expected: ExpectedErrors): GeneralRule {
  let literals = rule.literals;
  const rateOf = (weight: number, hits: number) =>
    weight > 0 ? expected(weight, weight - hits) / weight : 1;
  for (;;) {
    const counts = countDrops(literals, sets.ofClass[rule.label], sets);
    const rate = rateOf(counts.weight, counts.hits);
    let best = -1;
    let least = rate;
    counts.moreWeight.forEach((more, i) => {
      const without = rateOf(counts.weight + more, counts.hits + counts.moreHits[i]);
      if (without < least || (best < 0 && without === least)) [best, least] = [i, without];
    });
    if (best < 0) return { literals, cover: coverOf(literals, sets), label: rule.label, rate };
    literals = literals.filter((_, i) => i !== best);
  }
}

function coverOf(literals: readonly Literal[], sets: RowSets): Bits {
  return literals.reduce((cover, literal) => both(cover, sets.of(literal)), allBits(sets.rows));
}

/** What a rule covers, by weight, and what it would cover besides without each of its literals. */
interface DropCounts {
  weight: number;
  hits: number;
  readonly moreWeight: Float64Array;
  readonly moreHits: Float64Array;
}

/** A literal alone excludes the rows that fail it and no other: one pass finds the rows that fail none, and exactly one. */
function countDrops(literals: readonly Literal[], ofClass: Bits, sets: RowSets): DropCounts {
  const fulfilling = literals.map((literal) => sets.of(literal));
  const k = fulfilling.length;
  const counts = { weight: 0, hits: 0, moreWeight: new Float64Array(k), moreHits: new Float64Array(k) };
  const all = allBits(sets.rows);
  for (let w = 0; w < all.length; w++) {
    let none = all[w];
    let once = 0;
    for (let i = 0; i < k && (none | once) !== 0; i++) {
      const holds = fulfilling[i][w];
      once = (once & holds) | (none & ~holds);
      none &= holds;
    }
    if (none !== 0) {
      counts.weight += sets.weightOfWord(none, w);
      counts.hits += sets.weightOfWord(none & ofClass[w], w);
    }
    if (once === 0) continue;
    for (let i = 0; i < k; i++) {
      const kept = once & ~fulfilling[i][w];
      if (kept === 0) continue;
      counts.moreWeight[i] += sets.weightOfWord(kept, w);
      counts.moreHits[i] += sets.weightOfWord(kept & ofClass[w], w);
    }
  }
  return counts;
}

/** The rules without duplicates: of those with the same conditions and class the first. */
export function distinctRules(rules: readonly GeneralRule[]): GeneralRule[] {
  const seen = new Set<string>();
  return rules.filter(({ literals, label }) => {
    const key = `${label}: ${literals.map(keyOf).sort().join("; ")}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
