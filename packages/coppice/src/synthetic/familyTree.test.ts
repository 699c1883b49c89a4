import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { namesOf, type Relations, sizeOf } from "../table/relations.js";
import { familyTree } from "./familyTree.js";

function pairsOf(family: Relations, name: string): string[][] {
  const relation = family.relations.find((each) => each.name === name)!;
  return Array.from({ length: sizeOf(relation) }, (_, i) =>
    namesOf(family, relation.tuples, relation.types.length, i),
  );
}

it("is consistent", () => {
  const options = fc.record({
    couples: fc.integer({ min: 1, max: 5 }),
    generations: fc.integer({ min: 1, max: 5 }),
    seed: fc.nat(1000),
  });
  forAll(60, [options], (given) => {
    const family = familyTree(given);
    expect(familyTree(given)).toEqual(family);
    const men = new Set(pairsOf(family, "male").flat());
    const women = new Set(pairsOf(family, "female").flat());
    expect([...men, ...women].sort()).toEqual([...family.constants].sort());
    expect(pairsOf(family, "father").every(([father]) => men.has(father))).toBe(true);
    expect(pairsOf(family, "mother").every(([mother]) => women.has(mother))).toBe(true);
    const parents = [...pairsOf(family, "father"), ...pairsOf(family, "mother")].map(String).sort();
    expect(pairsOf(family, "parent").map(String).sort()).toEqual(parents);
    const above = new Set(pairsOf(family, "ancestor").map(String));
    expect(parents.every((pair) => above.has(pair))).toBe(true);
    expect(family.constants.some((person) => above.has(`${person},${person}`))).toBe(false);
  });
});

it("has as many generations as requested", () => {
  expect(familyTree({ couples: 2, generations: 1 }).constants).toHaveLength(4);
  expect(pairsOf(familyTree({ couples: 3, generations: 2 }), "grandparent")).toEqual([]);
  expect(pairsOf(familyTree({ couples: 3, generations: 4 }), "grandparent").length).toBeGreaterThan(0);
});
