import { CoppiceError, show } from "../base/errors.js";
import type { ClauseModel, Signature } from "../model/clauses.js";
import { checkClauses } from "../model/parseClauses.js";
import { arityOf, type Relations } from "../table/relations.js";
import type { WrittenDefinition } from "./parseClauseText.js";

/** Written clauses as a model over the given relations, which include the defined one. */
export function definitionModel(written: WrittenDefinition, relations: Relations): ClauseModel {
  const { name, clauses } = written;
  const used = new Set(
    clauses.flatMap(({ body }) => body.flatMap((l) => (l.kind === "relation" ? [l.relation] : []))),
  );
  used.delete(name);
  const model: ClauseModel = {
    format: "coppice-clauses",
    version: 1,
    learner: "hand",
    options: {},
    target: signatureIn(relations, name, written.arity),
    relations: [...used].map((each) => signatureIn(relations, each)),
    clauses,
    training: { positives: 0, negatives: 0, derived: 0, wrong: 0, closedWorld: true, seed: 1 },
  };
  checkClauses(model);
  return model;
}

function signatureIn({ relations, types }: Relations, name: string, arity?: number): Signature {
  const found = relations.find((relation) => relation.name === name);
  if (found === undefined || (arity !== undefined && arityOf(found) !== arity)) {
    const of = arity === undefined ? "" : ` of ${arity} arguments`;
    throw new CoppiceError("RELATION_UNKNOWN", `there is no relation ${show(name)}${of}`, { name });
  }
  return { name, types: found.types.map((type) => types[type].name) };
}
