import { CoppiceError, show } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import { FactIndexes } from "../../engine/relations/factIndex.js";
import { arityOf, type Relation, type Relations } from "../../table/relations.js";
import type { FoilOptions } from "./options.js";
import { Orders } from "./orders.js";
import type { Predicate } from "./predicate.js";

/** What stays the same while a definition is learned. */
export interface Space {
  readonly relations: Relations;
  readonly target: Predicate;
  /** The relations that literals may use, including the target if recursion is allowed. */
  readonly predicates: readonly Predicate[];
  readonly indexes: FactIndexes;
  readonly orders: Orders;
  /** Codes of the constants that may occur in a clause. */
  readonly constants: readonly number[];
  readonly options: FoilOptions;
}

/** The target's tuples are those that recursion may use. */
export function makeSpace(
  relations: Relations,
  target: Relation,
  options: FoilOptions,
  ignored: ReadonlySet<string>,
): Space {
  const own = predicateOf(target);
  const others = relations.relations
    .filter(({ name }) => name !== target.name && !ignored.has(name))
    .map(predicateOf);
  return {
    relations,
    target: own,
    predicates: options.recursion ? [...others, own] : others,
    indexes: new FactIndexes(relations),
    orders: new Orders(relations.constants.length),
    constants: allowedConstants(relations, options.constants),
    options,
  };
}

function predicateOf(relation: Relation): Predicate {
  const { name, types, tuples } = relation;
  return { name, types, facts: { arity: arityOf(relation), tuples } };
}

function allowedConstants({ constants }: Relations, wanted: FoilOptions["constants"]): number[] {
  if (wanted === true) return [...constants.keys()];
  const codes = new Map(constants.map((name, code) => [name, code]));
  return (wanted === false ? [] : wanted).map((name) => {
    const code = codes.get(name);
    if (code !== undefined) return code;
    const message = `constants names ${show(name)}, which is in no relation${didYouMean(name, constants)}`;
    throw new CoppiceError("OPTION_RANGE", message, { name: "constants", value: name });
  });
}
