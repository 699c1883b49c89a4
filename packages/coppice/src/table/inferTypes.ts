import { show } from "../base/errors.js";
import { type RelationSource, type RelationsSource, relationError } from "./relationsSource.js";
import { compareCodePoints } from "./utf8.js";

export interface TypedRelations {
  readonly types: readonly { readonly name: string; readonly constants: ReadonlySet<string> }[];
  readonly relations: readonly (Omit<RelationSource, "types"> & { readonly types: readonly number[] })[];
}

/** One argument of one relation, with its constants. */
interface Place {
  readonly relation: string;
  readonly argument: number;
  readonly constants: ReadonlySet<string>;
  readonly declared: string | undefined;
}

/** Places that share constants, directly or indirectly, and so have the same type. */
interface Cluster {
  readonly places: Place[];
  readonly constants: Set<string>;
}

/**
 * Arguments that share constants have the same type. A list of constants is a type if it contains every constant of the
 * arguments it shares one with, otherwise a relation of one argument.
 */
export function inferTypes(source: RelationsSource, arities: ReadonlyMap<string, number>): TypedRelations {
  const { relations, lists } = settleLists(source, arities);
  const places = relations.flatMap((relation) => placesOf(relation, arities.get(relation.name) ?? 1));
  const extents = new Map([...(source.types ?? []), ...lists]);
  const members = new Map<string, Set<string>>();
  for (const [name, constants] of extents) members.set(name, new Set(constants));
  const typeOf = new Map<Place, string>();
  for (const place of places) {
    if (place.declared === undefined) continue;
    typeOf.set(place, place.declared);
    join(members, place.declared, place, extents);
  }
  const given = new Map([...members].map(([name, constants]) => [name, new Set(constants)]));
  for (const cluster of clustersOf(places.filter(({ declared }) => declared === undefined))) {
    const name = matchingType(cluster, given) ?? freshName(members);
    for (const place of cluster.places) {
      typeOf.set(place, name);
      join(members, name, place, extents);
    }
  }
  const names = [...members.keys()];
  const index = new Map(names.map((name, i) => [name, i]));
  return {
    types: names.map((name) => ({ name, constants: members.get(name)! })),
    relations: relations.map((relation) => ({
      ...relation,
      types: places
        .filter((place) => place.relation === relation.name)
        .map((p) => index.get(typeOf.get(p)!)!),
    })),
  };
}

function freshName(members: ReadonlyMap<string, unknown>): string {
  let n = 1;
  while (members.has(`type${n}`)) n++;
  return `type${n}`;
}

/** The known type of the cluster's constants, if any. */
function matchingType(
  { places, constants }: Cluster,
  given: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const names = [...given].filter(([, members]) => shares(members, constants)).map(([name]) => name);
  if (names.length < 2) return names[0];
  const { relation, argument } = places[0];
  const message = `argument ${argument + 1} of ${show(relation)} has constants of the types ${names.map(show).join(" and ")}: declare its types`;
  throw relationError(message, relation, "constants of one type", names);
}

/** Adds the place's constants to the type; if the type's constants are listed, checks that they contain them. */
function join(
  members: Map<string, Set<string>>,
  name: string,
  { relation, argument, constants }: Place,
  extents: ReadonlyMap<string, unknown>,
): void {
  const known = members.get(name);
  if (known === undefined) {
    members.set(name, new Set(constants));
    return;
  }
  for (const constant of constants) {
    if (known.has(constant)) continue;
    if (extents.has(name)) {
      const message = `argument ${argument + 1} of ${show(relation)} has ${show(constant)}, which is not a constant of the type ${show(name)}`;
      throw relationError(message, relation, `a constant of ${name}`, constant);
    }
    known.add(constant);
  }
}

function placesOf({ name, tuples, negatives = [], types }: RelationSource, arity: number): Place[] {
  return Array.from({ length: arity }, (_, argument) => ({
    relation: name,
    argument,
    constants: new Set([...tuples, ...negatives].map((tuple) => tuple[argument])),
    declared: types?.[argument],
  }));
}

function shares(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const constant of small) if (large.has(constant)) return true;
  return false;
}

function clustersOf(places: readonly Place[]): Cluster[] {
  let clusters: Cluster[] = [];
  for (const place of places) {
    const joined: Cluster = { places: [], constants: new Set() };
    const others: Cluster[] = [];
    for (const cluster of clusters) {
      if (!shares(cluster.constants, place.constants)) {
        others.push(cluster);
        continue;
      }
      joined.places.push(...cluster.places);
      for (const constant of cluster.constants) joined.constants.add(constant);
    }
    joined.places.push(place);
    for (const constant of place.constants) joined.constants.add(constant);
    clusters = [...others, joined];
  }
  const first = ({ places: [place] }: Cluster) => places.indexOf(place);
  return clusters.sort((a, b) => first(a) - first(b));
}

/** Divides the lists into types and relations of one argument. */
function settleLists(
  { relations, lists = new Map() }: RelationsSource,
  arities: ReadonlyMap<string, number>,
): { relations: readonly RelationSource[]; lists: Map<string, readonly string[]> } {
  const clusters = clustersOf(
    relations.flatMap((relation) => placesOf(relation, arities.get(relation.name)!)),
  );
  const types = new Map<string, readonly string[]>();
  const unary: RelationSource[] = [];
  for (const [name, constants] of lists) {
    const held = new Set(constants);
    const met = clusters.filter((cluster) => shares(cluster.constants, held));
    const whole = met.every((cluster) => [...cluster.constants].every((constant) => held.has(constant)));
    if (met.length > 0 && whole) types.set(name, constants);
    else unary.push({ name, tuples: constants.map((constant) => [constant]) });
  }
  // Sorted, so that the types' names do not depend on the order of the relations.
  const all = [...relations, ...unary].sort((a, b) => compareCodePoints(a.name, b.name));
  return { relations: all, lists: types };
}
