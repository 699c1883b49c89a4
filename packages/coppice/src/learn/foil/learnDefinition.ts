import { type Bindings, bindingsOf, examplesIn } from "../../engine/relations/bindings.js";
import type { Examples } from "./examples.js";
import { growClauses } from "./growClause.js";
import { allMeasures, type Measure } from "./orders.js";
import type { FoilLiteral } from "./predicate.js";
import { bindClause, measuresAfter, pruneClause } from "./pruneClause.js";
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
 * The most accurate of the clauses that are found, if accurate enough; of equals the one that covers more, then the
 * shorter. Once one covers no negative, only literals that gained just as much are gone back to.
 */
function findClause(
  space: Space,
  start: Bindings,
  measures: readonly Measure[],
  examples: number,
  { signal }: LearnHooks,
): Found | undefined {
  let best: Found | undefined;
  const beginning = { literals: [], types: space.target.types, measures, bindings: start, bits: 0 };
  for (const grown of growClauses(space, { start: beginning, examples, signal })) {
    if (best?.share === 1 && grown.nearness < 1) break;
    const literals = pruneClause(space, grown.literals, start, measures);
    if (literals.length === 0 && start.rows > start.positives) continue;
    const bindings = bindClause(space, literals, start);
    const covered = examplesIn(bindings);
    const found = { literals, bindings, positives: covered.positives, share: shareOf(covered) };
    if (found.share < space.options.minAccuracy) continue;
    if (best === undefined || compare(found, best) > 0) best = found;
  }
  return best;
}

interface Found {
  readonly literals: readonly FoilLiteral[];
  readonly bindings: Bindings;
  readonly positives: number;
  /** Of positives among the examples covered. */
  readonly share: number;
}

function compare(a: Found, b: Found): number {
  return a.share - b.share || a.positives - b.positives || b.literals.length - a.literals.length;
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
