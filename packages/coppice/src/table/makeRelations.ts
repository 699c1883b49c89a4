import { show } from "../base/errors.js";
import { inferTypes } from "./inferTypes.js";
import { type Relation, type Relations, sortedTuples } from "./relations.js";
import { type RelationsSource, relationError } from "./relationsSource.js";
import { compareCodePoints } from "./utf8.js";

/** Checks relations, infers the types that are not given, and numbers the constants. */
export function makeRelations(source: RelationsSource): Relations {
  const arities = checkForm(source);
  const typed = inferTypes(source, arities);
  const constants = [...new Set(typed.types.flatMap(({ constants }) => [...constants]))].sort(
    compareCodePoints,
  );
  const codes = new Map(constants.map((name, code) => [name, code]));
  const types = typed.types.map(({ name, constants: members }) => ({
    name,
    constants: Int32Array.from([...members].map((member) => codes.get(member)!).sort((a, b) => a - b)),
  }));
  const flat = (tuples: readonly (readonly string[])[], arity: number) =>
    sortedTuples(
      Int32Array.from(tuples.flat(), (name) => codes.get(name)!),
      arity,
    );
  const relations = typed.relations.map(({ name, types, tuples, negatives }): Relation => {
    const held = flat(tuples, types.length);
    if (negatives === undefined) return { name, types, tuples: held };
    const negativeTuples = flat(negatives, types.length);
    checkDisjoint(name, tuples, negatives);
    return { name, types, tuples: held, negatives: negativeTuples };
  });
  return { constants, types, relations };
}

/** The arity of each relation; throws if a tuple has another. */
function checkForm({ relations }: RelationsSource): Map<string, number> {
  const arities = new Map<string, number>();
  for (const { name, tuples, types, negatives = [] } of relations) {
    if (arities.has(name)) throw relationError(`duplicate relation ${show(name)}`, name);
    const arity = types?.length ?? tuples[0]?.length ?? negatives[0]?.length;
    if (arity === undefined)
      throw relationError(`the relation ${show(name)} has no tuples: declare its types`, name);
    if (arity === 0) throw relationError(`the relation ${show(name)} has no arguments`, name);
    const expected = types === undefined ? "its first tuple has" : "it has types for";
    for (const tuple of [...tuples, ...negatives]) {
      if (tuple.length === arity) continue;
      const message = `the relation ${show(name)}: ${expected} ${arity}, but ${show(`(${tuple.join(", ")})`)} has ${tuple.length} arguments`;
      throw relationError(message, name, `${arity} arguments`, tuple.length);
    }
    arities.set(name, arity);
  }
  return arities;
}

function checkDisjoint(
  name: string,
  tuples: readonly (readonly string[])[],
  negatives: readonly (readonly string[])[],
): void {
  const held = new Set(tuples.map((tuple) => JSON.stringify(tuple)));
  const both = negatives.find((tuple) => held.has(JSON.stringify(tuple)));
  if (both === undefined) return;
  const message = `the relation ${show(name)}: ${show(`(${both.join(", ")})`)} is both a tuple and a negative`;
  throw relationError(message, name, "tuples and negatives without overlap");
}
