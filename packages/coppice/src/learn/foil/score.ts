import { log2 } from "../../base/log2.js";
import type { Bindings } from "../../engine/relations/bindings.js";
import type { FactIndexes } from "../../engine/relations/factIndex.js";
import { type Grouping, groupBy } from "../../engine/relations/grouping.js";
import { codeOfTerm } from "../../engine/relations/literal.js";
import { tallyMatches } from "../../engine/relations/literalTally.js";
import type { Candidate } from "./candidates.js";

/** The bindings of a clause that a literal would keep. */
export interface Score {
  readonly candidate: Candidate;
  readonly gain: number;
  /** Each positive binding is kept in exactly one way and each negative in at most one, with something new bound. */
  readonly determinate: boolean;
  /** Bindings left. */
  readonly rows: number;
}

/** Bindings left, and of the positive ones before, how many are among them in some way. */
interface Left {
  readonly positives: number;
  readonly negatives: number;
  readonly kept: number;
  readonly single: boolean;
}

/**
 * Foil's gain (Quinlan 1990): kept positives times the bits saved in signalling that a binding is positive, before
 * -log2(p/(p+n)), after -log2(p'/(p'+n')).
 */
export function foilGain(kept: number, before: Counts, after: Counts): number {
  if (after.positives === 0) return 0;
  return kept * (log2(shareOf(after)) - log2(shareOf(before)));
}

interface Counts {
  readonly positives: number;
  readonly negatives: number;
}

export const shareOf = ({ positives, negatives }: Counts): number => positives / (positives + negatives);

/** Scores literals by counting the bindings once for each set of variables, and then only tuples. */
export class Scorer {
  private readonly groupings = new Map<string, Grouping>();
  private readonly before: Counts;

  constructor(
    private readonly bindings: Bindings,
    private readonly indexes: FactIndexes,
  ) {
    this.before = { positives: bindings.positives, negatives: bindings.rows - bindings.positives };
  }

  score(candidate: Candidate): Score {
    const left = this.leftBy(candidate);
    const determinate =
      candidate.news.length > 0 && left.single && left.positives === this.before.positives && left.kept > 0;
    const gain = foilGain(left.kept, this.before, left);
    return { candidate, gain, determinate, rows: left.positives + left.negatives };
  }

  private leftBy({ literal }: Candidate): Left {
    const { positives, negatives } = this.before;
    if (literal.kind === "equal") return this.leftByComparison(literal.terms, literal.negated);
    const { columns, places, equals } = matchingOf(literal.terms, this.bindings.width);
    const matching = { facts: literal.facts, places, equals };
    const tally = tallyMatches(this.groupingOf(columns), matching, this.indexes);
    if (!literal.negated) {
      const { single, matchedPositives: kept } = tally;
      return { positives: tally.positives, negatives: tally.negatives, kept, single };
    }
    const kept = positives - tally.matchedPositives;
    return { positives: kept, negatives: negatives - tally.matchedNegatives, kept, single: true };
  }

  private leftByComparison([a, b]: readonly [number, number], negated: boolean): Left {
    const { cells, width, rows, positives } = this.bindings;
    let [held, wrong] = [0, 0];
    for (let row = 0; row < rows; row++) {
      const other = b >= 0 ? cells[row * width + b] : codeOfTerm(b);
      if ((cells[row * width + a] === other) === negated) continue;
      if (row < positives) held++;
      else wrong++;
    }
    return { positives: held, negatives: wrong, kept: held, single: true };
  }

  private groupingOf(columns: readonly number[]): Grouping {
    const name = columns.join();
    let grouping = this.groupings.get(name);
    if (grouping === undefined) {
      grouping = groupBy(this.bindings, columns, this.indexes.codes);
      this.groupings.set(name, grouping);
    }
    return grouping;
  }
}

/** The columns a literal uses, the argument for each, and the arguments that must be equal. */
function matchingOf(terms: readonly number[], width: number) {
  const first = new Map<number, number>();
  const equals: [number, number][] = [];
  terms.forEach((term, argument) => {
    if (term < 0) return;
    const before = first.get(term);
    if (before === undefined) first.set(term, argument);
    else equals.push([before, argument]);
  });
  const columns = [...first.keys()].filter((term) => term < width).sort((a, b) => a - b);
  return { columns, places: columns.map((column) => first.get(column)!), equals };
}
