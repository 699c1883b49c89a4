import { CoppiceError, show } from "../base/errors.js";
import { derive } from "../engine/relations/derive.js";
import { tupleSet } from "../engine/relations/tupleSet.js";
import type { ClauseModel, Signature } from "../model/clauses.js";
import { arityOf, type Relations } from "../table/relations.js";

/** All tuples that the model's clauses derive from the relations, sorted; the target's own tuples are not used. */
export function deriveTuples(model: ClauseModel, relations: Relations): Int32Array {
  for (const signature of model.relations) checkArity(relations, signature);
  const { target, clauses } = model;
  return derive({ name: target.name, types: targetTypes(model, relations), clauses }, relations);
}

/**
 * For each tuple of names, whether the clauses derive it. A name that occurs in no relation is in no derived tuple.
 */
export function predictTuples(
  model: ClauseModel,
  relations: Relations,
  tuples: readonly (readonly string[])[],
): boolean[] {
  const arity = model.target.types.length;
  const derived = tupleSet(deriveTuples(model, relations), arity, relations.constants.length);
  const codes = new Map(relations.constants.map((name, code) => [name, code]));
  return tuples.map((tuple) => {
    if (tuple.length !== arity) throw lengthError(model.target, tuple);
    const found = tuple.map((name) => codes.get(name) ?? -1);
    return !found.includes(-1) && derived.has(Int32Array.from(found), 0);
  });
}

function lengthError({ name, types }: Signature, tuple: readonly string[]): CoppiceError {
  const message = `${show(name)} has ${types.length} arguments; ${show(`(${tuple.join(", ")})`)} has ${tuple.length}`;
  return new CoppiceError("MODEL_MISMATCH", message, {
    name,
    rule: `${types.length} arguments`,
    value: tuple.length,
  });
}

function checkArity({ relations }: Relations, { name, types }: Signature): void {
  const found = relations.find((relation) => relation.name === name);
  if (found !== undefined && arityOf(found) === types.length) return;
  const lack = found === undefined ? "is not among those given" : `has ${arityOf(found)} arguments here`;
  const message = `the clauses need a relation ${show(name)} of ${types.length} arguments; it ${lack}`;
  throw new CoppiceError("MODEL_MISMATCH", message, { name, rule: `${types.length} arguments` });
}

/** The target's types among the relations: its own if it is present, those of the same name, or the only one. */
export function targetTypes({ target }: ClauseModel, { relations, types }: Relations): readonly number[] {
  const own = relations.find(({ name }) => name === target.name);
  if (own !== undefined && arityOf(own) === target.types.length) return own.types;
  return target.types.map((type) => {
    const known = types.findIndex(({ name }) => name === type);
    if (known >= 0) return known;
    if (types.length === 1) return 0;
    const message = `the clauses' target ${show(target.name)} has the type ${show(type)}, which the relations do not have`;
    throw new CoppiceError("MODEL_MISMATCH", message, { name: type });
  });
}
