import { random } from "../base/random.js";
import { makeRelations } from "../table/makeRelations.js";
import type { Relations } from "../table/relations.js";

export interface FamilyTreeOptions {
  /** Number of couples in the first generation. */
  readonly couples?: number;
  readonly generations?: number;
  readonly seed?: number;
}

interface Person {
  readonly name: string;
  readonly female: boolean;
  readonly father?: Person;
  readonly mother?: Person;
}

/**
 * A family tree drawn at random: each couple has one to three children, who marry children of other couples if there
 * are any. Its relations are `father(a,b)`: a is the father of b, `mother`, `male`, `female`, and those that can be
 * defined from them: `parent`, `grandparent`, `sibling`, `daughter` and `ancestor`.
 */
export function familyTree(options: FamilyTreeOptions = {}): Relations {
  const people = peopleOf(options);
  const born = people.filter(({ father }) => father !== undefined);
  const parents = born.flatMap(({ name, father, mother }) => [
    [father!.name, name],
    [mother!.name, name],
  ]);
  const childrenOf = new Map<string, string[]>();
  for (const [parent, child] of parents) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), child]);
  const below = (name: string): string[] =>
    (childrenOf.get(name) ?? []).flatMap((child) => [child, ...below(child)]);
  const pairs = (of: (name: string) => Iterable<string>) =>
    people.flatMap(({ name }) => [...new Set(of(name))].map((other) => [name, other]));
  const women = new Set(people.filter(({ female }) => female).map(({ name }) => name));
  const siblings = born.flatMap((a) =>
    born.filter((b) => a !== b && a.father === b.father).map((b) => [a.name, b.name]),
  );
  const relation = (name: string, tuples: string[][], arity = 2) => ({
    name,
    tuples,
    types: Array.from({ length: arity }, () => "person"),
  });
  const grandchildren = (name: string) =>
    (childrenOf.get(name) ?? []).flatMap((child) => childrenOf.get(child) ?? []);
  return makeRelations({
    relations: [
      relation(
        "father",
        born.map(({ name, father }) => [father!.name, name]),
      ),
      relation(
        "mother",
        born.map(({ name, mother }) => [mother!.name, name]),
      ),
      relation(
        "male",
        people.filter(({ female }) => !female).map(({ name }) => [name]),
        1,
      ),
      relation(
        "female",
        [...women].map((name) => [name]),
        1,
      ),
      relation("parent", parents),
      relation("grandparent", pairs(grandchildren)),
      relation("sibling", siblings),
      relation(
        "daughter",
        parents.filter(([, child]) => women.has(child)).map(([a, b]) => [b, a]),
      ),
      relation("ancestor", pairs(below)),
    ],
    types: new Map([["person", people.map(({ name }) => name)]]),
  });
}

function peopleOf({ couples = 2, generations = 3, seed = 1 }: FamilyTreeOptions): Person[] {
  const rng = random(seed);
  const people: Person[] = [];
  const add = (female: boolean, father?: Person, mother?: Person): Person => {
    const person = {
      name: `${female ? "w" : "m"}${people.length}`,
      female,
      ...(father && mother && { father, mother }),
    };
    people.push(person);
    return person;
  };
  let pairs = Array.from({ length: couples }, () => [add(false), add(true)] as const);
  for (let g = 1; g < generations; g++) {
    const children = pairs.flatMap(([father, mother]) =>
      Array.from({ length: 1 + rng.below(3) }, () => add(rng.below(2) === 1, father, mother)),
    );
    pairs = married(children);
  }
  return people;
}

/** Each man, in order, with the first unmarried woman of another couple. */
function married(children: readonly Person[]): (readonly [Person, Person])[] {
  const free = children.filter(({ female }) => female);
  return children
    .filter(({ female }) => !female)
    .flatMap((man) => {
      const i = free.findIndex(({ father }) => father !== man.father);
      return i < 0 ? [] : [[man, free.splice(i, 1)[0]] as const];
    });
}
