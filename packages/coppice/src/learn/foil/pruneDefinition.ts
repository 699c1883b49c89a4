import { type Definition, derive } from "../../engine/relations/derive.js";
import { tupleSet } from "../../engine/relations/tupleSet.js";
import type { Clause } from "../../model/clauses.js";
import type { Relations } from "../../table/relations.js";
import type { Examples } from "./examples.js";

/** Of the examples, how many positives and negatives a definition derives. */
export interface Derived {
  readonly derived: number;
  readonly wrong: number;
}

export function derivedBy(definition: Definition, relations: Relations, examples: Examples): Derived {
  const found = tupleSet(derive(definition, relations), definition.types.length, relations.constants.length);
  return { derived: found.countIn(examples.positives), wrong: found.countIn(examples.negatives) };
}

/** Drops clauses, the last ones first, without which as many positives and no more negatives are derived. */
export function pruneDefinition(definition: Definition, relations: Relations, examples: Examples): Clause[] {
  let { clauses } = definition;
  let best = derivedBy(definition, relations, examples);
  for (let i = clauses.length - 1; i >= 0 && clauses.length > 1; i--) {
    const fewer = clauses.filter((_, c) => c !== i);
    const now = derivedBy({ ...definition, clauses: fewer }, relations, examples);
    if (now.derived < best.derived || now.wrong > best.wrong) continue;
    clauses = fewer;
    best = now;
  }
  return [...clauses];
}
