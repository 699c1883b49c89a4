import { type Bindings, examplesIn } from "../../engine/relations/bindings.js";
import { bindClause } from "./bindClause.js";
import { clauseBits, exceptionBits, explainedBits } from "./bits.js";
import { growClauses } from "./growClause.js";
import type { Measure } from "./orders.js";
import type { FoilLiteral } from "./predicate.js";
import { pruneClause } from "./pruneClause.js";
import { shareOf } from "./score.js";
import type { Space } from "./space.js";

export interface FindRequest {
  /** The positives that no clause covers yet, and all negatives. */
  readonly start: Bindings;
  readonly measures: readonly Measure[];
  /** All examples of the problem. */
  readonly examples: number;
  readonly signal?: AbortSignal | undefined;
}

export interface FoundClause {
  readonly literals: readonly FoilLiteral[];
  readonly bindings: Bindings;
  /** The share of positives among the covered examples. */
  readonly share: number;
  /** Bits for each positive covered. */
  readonly price: number;
  /** It takes no more bits than listing the positives one by one. */
  readonly affordable: boolean;
}

/**
 * The most accurate of the clauses found, if it is accurate enough; on a tie the one with the fewest bits per positive, as in
 * a cheap cover of all of them. With noise, fewest bits take precedence over accuracy. Once one is good enough, the search
 * returns only to literals with the same gain.
 */
export function findClause(space: Space, request: FindRequest): FoundClause | undefined {
  const { start, measures, examples, signal } = request;
  const { minAccuracy, descriptionLength, noise } = space.options;
  const beginning = { literals: [], types: space.target.types, measures, bindings: start, paid: [] };
  const known = new WeakMap();
  const seen = new Set<string>();
  let best: FoundClause | undefined;
  for (const determinate of space.options.determinate ? [false, true] : [false]) {
    for (const grown of growClauses(space, { start: beginning, examples, determinate, known, signal })) {
      if (best !== undefined && (noise || best.share === 1) && grown.nearness < 1) break;
      for (const literals of noise ? beginningsOf(grown.literals) : [grown.literals]) {
        const name = nameOf(literals);
        if (seen.has(name)) continue;
        seen.add(name);
        const found = judge(space, pruneClause(space, literals, start, measures), start, examples);
        if (found.share < minAccuracy || (descriptionLength && !found.affordable)) continue;
        if (best === undefined || compare(found, best, noise) > 0) best = found;
      }
    }
  }
  return best;
}

function beginningsOf(literals: readonly FoilLiteral[]): (readonly FoilLiteral[])[] {
  return literals.map((_, i) => literals.slice(0, i + 1));
}

/** Independent of the order of the literals. */
function nameOf(literals: readonly FoilLiteral[]): string {
  const texts = literals.map(({ predicate, terms, negated }) =>
    JSON.stringify([predicate?.name, terms, negated]),
  );
  return texts.sort().join();
}

/** Of equally good clauses the one with fewer variables, then fewer negations, then the head's variables first. */
function compare(a: FoundClause, b: FoundClause, noise: boolean): number {
  const denied = ({ literals }: FoundClause) => literals.filter(({ negated }) => negated).length;
  const variables = ({ literals }: FoundClause) =>
    Math.max(-1, ...literals.flatMap(({ terms }) => [...terms]));
  const better =
    (noise ? 0 : a.share - b.share) ||
    b.price - a.price ||
    variables(b) - variables(a) ||
    denied(b) - denied(a);
  if (better !== 0) return better;
  const [mine, other] = [a, b].map(({ literals }) => literals.flatMap(({ terms }) => [...terms]));
  const at = mine.findIndex((term, i) => term !== other[i]);
  return at < 0 ? 0 : other[at] - mine[at];
}

function judge(
  space: Space,
  literals: readonly FoilLiteral[],
  start: Bindings,
  examples: number,
): FoundClause {
  const bindings = bindClause(space.indexes, literals, start);
  const covered = examplesIn(bindings);
  const bits = clauseBits(literals) + (space.options.noise ? exceptionBits(covered) : 0);
  const affordable = bits <= explainedBits(covered.positives, examples);
  return { literals, bindings, share: shareOf(covered), price: bits / covered.positives, affordable };
}
