import type { FactIndexes } from "./factIndex.js";
import type { Grouping } from "./grouping.js";
import type { Facts } from "./literal.js";

/** The counts of bindings after a literal is added, without constructing them. */
export interface LiteralTally {
  /** Rows that match some tuple. */
  readonly matchedPositives: number;
  readonly matchedNegatives: number;
  /** The resulting rows: one per matched tuple. */
  readonly positives: number;
  readonly negatives: number;
  /** No row matches two tuples. */
  readonly single: boolean;
}

/** A literal's tuples, and how its arguments correspond to the columns of a grouping. */
export interface Matching {
  readonly facts: Facts;
  /** The argument that must equal each column. */
  readonly places: readonly number[];
  /** Arguments that must be equal. */
  readonly equals: readonly (readonly [number, number])[];
}

/** Looks up groups among tuples or tuples among groups, whichever are fewer. */
export function tallyMatches(grouping: Grouping, matching: Matching, indexes: FactIndexes): LiteralTally {
  const { facts, equals } = matching;
  const byGroup = equals.length === 0 && grouping.positives.length < facts.tuples.length / facts.arity;
  return byGroup ? tallyGroups(grouping, matching, indexes) : tallyTuples(grouping, matching);
}

export function tallyTuples(grouping: Grouping, { facts, places, equals }: Matching): LiteralTally {
  const { keys, matches } = grouping;
  const { tuples, arity } = facts;
  const touched: number[] = [];
  for (let at = 0; at < tuples.length; at += arity) {
    if (equals.length > 0 && equals.some(([a, b]) => tuples[at + a] !== tuples[at + b])) continue;
    const group = keys.find(tuples, at, places);
    if (group >= 0 && matches[group]++ === 0) touched.push(group);
  }
  const tally = new Tally(grouping);
  for (const group of touched) {
    tally.add(group, matches[group]);
    matches[group] = 0;
  }
  return tally;
}

/** Only if no arguments must be equal: an index does not check that. */
export function tallyGroups(
  grouping: Grouping,
  { facts, places }: Matching,
  indexes: FactIndexes,
): LiteralTally {
  const { keys, starts } = indexes.of(facts, places);
  const inOrder = places.map((_, i) => i);
  const tally = new Tally(grouping);
  for (let group = 0; group < grouping.positives.length; group++) {
    const key = keys.find(grouping.codes, group * places.length, inOrder);
    if (key >= 0) tally.add(group, starts[key + 1] - starts[key]);
  }
  return tally;
}

class Tally implements LiteralTally {
  matchedPositives = 0;
  matchedNegatives = 0;
  positives = 0;
  negatives = 0;
  single = true;

  constructor(private readonly grouping: Grouping) {}

  add(group: number, times: number): void {
    const [positives, negatives] = [this.grouping.positives[group], this.grouping.negatives[group]];
    this.matchedPositives += positives;
    this.matchedNegatives += negatives;
    this.positives += times * positives;
    this.negatives += times * negatives;
    if (times > 1) this.single = false;
  }
}
