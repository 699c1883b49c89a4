import { allBits, type Bits, both, noBits, removeBits } from "../../../base/bits.js";
import type { Examples } from "../examples.js";
import type { GeneralRule } from "./generalise.js";
import type { RowSets } from "./rowSets.js";

/** Rules in the order in which they are tried, and the default class. */
export interface Arranged {
  readonly rules: readonly GeneralRule[];
  readonly otherwise: number;
}

/**
 * Orders the classes: each time the one whose rules cover the fewest remaining rows of other classes comes next (Quinlan
 * 1993, 5.4); within a class the rule with the highest confidence first. The default is the majority class of the rows that no rule covers.
 */
export function arrange(byClass: readonly (readonly GeneralRule[])[], sets: RowSets): Arranged {
  const left = allBits(sets.rows);
  const rules: GeneralRule[] = [];
  const open = new Set([...byClass.keys()].filter((label) => byClass[label].length > 0));
  while (open.size > 0) {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const label of open) {
      const claimed = both(left, unionOf(byClass[label], sets.rows));
      const wrong = sets.weight(claimed) - sets.weightOfBoth(claimed, sets.ofClass[label]);
      if (wrong < least) [best, least] = [label, wrong];
    }
    open.delete(best);
    rules.push(...[...byClass[best]].sort((a, b) => a.rate - b.rate));
    removeBits(left, unionOf(byClass[best], sets.rows));
  }
  return { rules, otherwise: mostFrequent(left, sets) };
}

function unionOf(rules: readonly GeneralRule[], rows: number): Bits {
  const union = noBits(rows);
  for (const { cover } of rules) for (let w = 0; w < union.length; w++) union[w] |= cover[w];
  return union;
}

/** The majority class of these rows; on a tie the most frequent among all rows, then the first. */
function mostFrequent(rows: Bits, sets: RowSets): number {
  const weights = sets.ofClass.map((members) => [sets.weightOfBoth(rows, members), sets.weight(members)]);
  let best = 0;
  weights.forEach(([here, all], label) => {
    const [bestHere, bestAll] = weights[best];
    if (here > bestHere || (here === bestHere && all > bestAll)) best = label;
  });
  return best;
}

/** Drops, one at a time, the rule whose removal reduces the training errors most, as long as it does reduce them. */
export function withoutHarmful(arranged: Arranged, examples: Examples): Arranged {
  let rules = arranged.rules;
  for (;;) {
    const harm = harmOf(rules, arranged.otherwise, examples);
    const worst = harm.indexOf(Math.max(...harm));
    if (rules.length === 0 || !(harm[worst] > 0)) return { ...arranged, rules };
    rules = rules.filter((_, i) => i !== worst);
  }
}

/** For each rule, the decrease of the misclassified weight if it is dropped. */
function harmOf(rules: readonly GeneralRule[], otherwise: number, examples: Examples): number[] {
  const { rows, classOf, weights } = examples;
  const first = new Int32Array(rows).fill(-1);
  const second = new Int32Array(rows).fill(-1);
  rules.forEach(({ cover }, i) => {
    for (let row = 0; row < rows; row++) {
      if (((cover[row >>> 5] >>> (row & 31)) & 1) === 0) continue;
      if (first[row] < 0) first[row] = i;
      else if (second[row] < 0) second[row] = i;
    }
  });
  const harm = new Array<number>(rules.length).fill(0);
  for (let row = 0; row < rows; row++) {
    if (first[row] < 0) continue;
    const now = rules[first[row]].label === classOf[row];
    const then = (second[row] < 0 ? otherwise : rules[second[row]].label) === classOf[row];
    if (now !== then) harm[first[row]] += then ? weights[row] : -weights[row];
  }
  return harm;
}
