import { type Bindings, bindingsOf, examplesIn } from "../../engine/relations/bindings.js";
import { bindClause } from "./bindClause.js";
import { clauseBits, explainedBits } from "./bits.js";
import type { Examples } from "./examples.js";
import { growClauses } from "./growClause.js";
import { allMeasures, type Measure } from "./orders.js";
import type { FoilLiteral } from "./predicate.js";
import { measuresAfter, pruneClause } from "./pruneClause.js";
import { shareOf } from "./score.js";
import type { Space } from "./space.js";

export interface LearnHooks {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Clauses one after the other, each for positives that none before it covers (separate and conquer). */
export function learnDefinition(space: Space, examples: Examples, hooks: LearnHooks): FoilLiteral[][] {
  const arity = space.target.types.length;
  const all = examples.positives.length / arity;
  const clauses: FoilLiteral[][] = [];
  let measures: readonly Measure[] = allMeasures(arity);
  let left = examples.positives;
  while (left.length > 0) {
    const start = bindingsOf(arity, left, examples.negatives);
    const found = findClause(space, start, measures, all + examples.outside, hooks);
    if (found === undefined) break;
    clauses.push([...found.literals]);
    measures = measuresAfter(space, found.literals, measures);
    left = without(left, arity, found.bindings);
    hooks.onProgress?.(1 - left.length / examples.positives.length);
  }
  return clauses;
}

/**
 * The most accurate of the clauses that are found, if accurate enough; of equals the one that takes fewest bits for each
 * positive, as a cheap cover of all of them would. Once one covers no negative, only literals that gained just as much
 * are gone back to.
 */
function findClause(
  space: Space,
  start: Bindings,
  measures: readonly Measure[],
  examples: number,
  { signal }: LearnHooks,
): Found | undefined {
  const { minAccuracy, descriptionLength } = space.options;
  const beginning = { literals: [], types: space.target.types, measures, bindings: start, paid: [] };
  const seen = new Set<string>();
  let best: Found | undefined;
  for (const determinate of space.options.determinate ? [false, true] : [false]) {
    for (const grown of growClauses(space, { start: beginning, examples, determinate, signal })) {
      if (best?.share === 1 && grown.nearness < 1) break;
      const name = nameOf(grown.literals);
      if (seen.has(name)) continue;
      seen.add(name);
      const found = judge(space, pruneClause(space, grown.literals, start, measures), start, examples);
      if (found.share < minAccuracy || (descriptionLength && !found.affordable)) continue;
      if (best === undefined || compare(found, best) > 0) best = found;
    }
  }
  return best;
}

/** The same for the same literals in another order. */
function nameOf(literals: readonly FoilLiteral[]): string {
  const texts = literals.map(({ predicate, terms, negated }) =>
    JSON.stringify([predicate?.name, terms, negated]),
  );
  return texts.sort().join();
}

interface Found {
  readonly literals: readonly FoilLiteral[];
  readonly bindings: Bindings;
  /** Of positives among the examples covered. */
  readonly share: number;
  /** Bits for each positive covered. */
  readonly price: number;
  /** It takes no more bits than pointing out the positives one by one. */
  readonly affordable: boolean;
}

/** Of equally good clauses the one with fewer variables, then fewer negations, then the head's variables first. */
function compare(a: Found, b: Found): number {
  const denied = ({ literals }: Found) => literals.filter(({ negated }) => negated).length;
  const variables = ({ literals }: Found) => Math.max(-1, ...literals.flatMap(({ terms }) => [...terms]));
  const better =
    a.share - b.share || b.price - a.price || variables(b) - variables(a) || denied(b) - denied(a);
  if (better !== 0) return better;
  const [mine, other] = [a, b].map(({ literals }) => literals.flatMap(({ terms }) => [...terms]));
  const at = mine.findIndex((term, i) => term !== other[i]);
  return at < 0 ? 0 : other[at] - mine[at];
}

function judge(space: Space, literals: readonly FoilLiteral[], start: Bindings, examples: number): Found {
  const bindings = bindClause(space.indexes, literals, start);
  const covered = examplesIn(bindings);
  const bits = clauseBits(literals);
  const affordable = bits <= explainedBits(covered.positives, examples);
  return { literals, bindings, share: shareOf(covered), price: bits / covered.positives, affordable };
}

/** The positives that have no binding. */
function without(positives: Int32Array, arity: number, bindings: Bindings): Int32Array {
  const covered = new Set(bindings.example.subarray(0, bindings.positives));
  const left: number[] = [];
  for (let i = 0; i < positives.length / arity; i++) {
    if (!covered.has(i)) left.push(...positives.subarray(i * arity, (i + 1) * arity));
  }
  return Int32Array.from(left);
}
