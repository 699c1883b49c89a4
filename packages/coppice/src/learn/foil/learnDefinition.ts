import { type Bindings, bindingsOf } from "../../engine/relations/bindings.js";
import type { Examples } from "./examples.js";
import { findClause } from "./findClause.js";
import { allMeasures, type Measure } from "./orders.js";
import type { FoilLiteral } from "./predicate.js";
import { measuresAfter } from "./pruneClause.js";
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
    const found = findClause(space, {
      start,
      measures,
      examples: all + examples.outside,
      signal: hooks.signal,
    });
    if (found === undefined) break;
    clauses.push([...found.literals]);
    measures = measuresAfter(space, found.literals, measures);
    left = without(left, arity, found.bindings);
    hooks.onProgress?.(1 - left.length / examples.positives.length);
  }
  return clauses;
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
