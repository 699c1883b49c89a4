import fc from "fast-check";
import { expect, it } from "vitest";
import { cases, forAll, refusal, tuples } from "../../../test/kit/index.js";
import { numbersBelow, pairsOf, related } from "../../../test/kit/relations.js";
import { clausesText, clauseText } from "../../clauses/clauseText.js";
import { evaluateClauses } from "../../clauses/evaluateClauses.js";
import { familyTree } from "../../synthetic/familyTree.js";
import { evaluateFoil } from "./evaluateFoil.js";
import { foil, relationNamed } from "./foil.js";
import { foilGain } from "./score.js";

it("Foil's gain is positives kept times bits saved for each", () => {
  // Of 4 positives and 12 negatives, 3 and 1 are left: 3 × (log2(3/4) − log2(4/16))
  const gain = foilGain(3, { positives: 4, negatives: 12 }, { positives: 3, negatives: 1 });
  expect(gain).toBeCloseTo(3 * (Math.log2(3 / 4) + 2), 12);
  expect(foilGain(0, { positives: 4, negatives: 12 }, { positives: 0, negatives: 1 })).toBe(0);
});

const ANCESTOR = [
  ...["ancestor(X,Y) ← father(X,Y)", "ancestor(X,Y) ← mother(X,Y)"],
  ...["ancestor(X,Y) ← father(Z,Y) ∧ ancestor(X,Z)", "ancestor(X,Y) ← mother(Z,Y) ∧ ancestor(X,Z)"],
];

it("Foil learns Daughter from Father and Female (A 9.5), where Father(y, x) says that y's father is x", () => {
  const relations = related(
    { name: "Father", tuples: tuples("sharon bob; tom bob; bob victor") },
    { name: "Female", tuples: [["sharon"]] },
    { name: "Daughter", tuples: [["bob", "sharon"]] },
  );
  const model = foil(relations, { target: "Daughter" });
  expect(clausesText(model)).toBe("Daughter(X,Y) ← Father(Y,X) ∧ Female(Y)\n");
  expect(model.training).toEqual({
    ...{ positives: 1, negatives: 15, derived: 1, wrong: 0 },
    ...{ closedWorld: true, seed: 1 },
  });
});

it.each(cases`
  daughter → ancestor grandparent parent sibling → daughter(X,Y) ← father(Y,X) ∧ female(X); daughter(X,Y) ← mother(Y,X) ∧ female(X)
  father   → daughter → father(X,Y) ← parent(X,Y) ∧ male(X)
  male     → nothing  → male(X) ← ¬female(X)
  sibling  → daughter → sibling(X,Y) ← father(Z,X) ∧ father(Z,Y) ∧ X ≠ Y
  ancestor → daughter grandparent parent sibling → ${ANCESTOR.join("; ")}
`)("Foil learns %s in a family tree, without %s", (target, without, clauses) => {
  const ignore = without === "nothing" ? [] : without.split(" ");
  const relations = familyTree({ couples: 3, generations: 4 });
  const model = foil(relations, { target, ignore });
  expect(clausesText(model).trim().split("\n")).toEqual(clauses.split("; "));
  // They hold for another family, too.
  for (const family of [relations, familyTree({ couples: 8, generations: 5, seed: 9 })])
    expect(evaluateClauses(model, family, relationNamed(family, target)).exact).toBe(true);
});

it("Foil learns comparisons with constants, when it may", () => {
  const relations = related(
    { name: "colour", tuples: tuples("a red; b red; c blue; d green; e red; f blue") },
    { name: "stop", tuples: [["a"], ["b"], ["e"]], types: ["type1"] },
  );
  const text = (options: object) => clausesText(foil(relations, { target: "stop", options: { ...options } }));
  const wanted = "stop(X) ← colour(X,Y) ∧ Y = red\n";
  expect(text({})).not.toBe(wanted);
  for (const constants of [["red"], true]) expect(text({ constants, descriptionLength: false })).toBe(wanted);
});

it("gives the same clauses whatever the order of relations and tuples", () => {
  const edge = fc.tuple(fc.nat(4), fc.nat(4)).map((pair) => pair.map(String));
  const edges = fc.array(edge, { minLength: 2, maxLength: 8 });
  forAll(25, [edges, edges, edges], (a, b, p) => {
    const sources = Object.entries({ a, b, p }).map(([name, tuples]) => ({ name, tuples }));
    const turned = sources.map(({ name, tuples }) => ({ name, tuples: [...tuples].reverse() })).reverse();
    expect(foil(related(...turned), { target: "p" })).toEqual(foil(related(...sources), { target: "p" }));
  });
});

it("says of each clause what it covers, derives no more than its clauses cover, and its clauses have variables bound", () => {
  const edge = fc.tuple(fc.nat(3), fc.nat(3)).map((pair) => pair.map(String));
  const edges = fc.array(edge, { minLength: 1, maxLength: 8 });
  forAll(40, [edges, edges], (a, p) => {
    const relations = related({ name: "a", tuples: a }, { name: "p", tuples: p });
    const model = foil(relations, { target: "p", options: { descriptionLength: false } });
    const figures = evaluateClauses(model, relations, relationNamed(relations, "p"));
    expect([figures.derived, figures.wrong]).toEqual([model.training.derived, model.training.wrong]);
    for (const { positives, negatives } of model.clauses)
      expect(positives! / (positives! + negatives!)).toBeGreaterThanOrEqual(0.8);
  });
});

it("takes no clause that costs more bits than the positives it covers, unless told to", () => {
  // One positive of 9 pairs: log2 9 + log2 9 = 6.3 bits. Two literals out of at least 16 each take more.
  const relations = related(
    { name: "father", tuples: tuples("b a; c a") },
    { name: "female", tuples: [["b"], ["a"]] },
    { name: "daughter", tuples: [["b", "a"]] },
  );
  expect(foil(relations, { target: "daughter" }).clauses).toEqual([]);
  const free = foil(relations, { target: "daughter", options: { descriptionLength: false } });
  expect(clausesText(free)).toBe("daughter(X,Y) ← father(X,Y) ∧ female(X)\n");
});

it("is content with a clause that is nearly right where the tuples are noisy", () => {
  const tuples = pairsOf(12, (a, b) => b === a + 1 && a !== 5);
  const relations = related(
    { name: "next", tuples: pairsOf(12, (a, b) => b === a + 1) },
    { name: "step", tuples, types: ["type1", "type1"] },
  );
  const text = (minAccuracy: number) =>
    clausesText(foil(relations, { target: "step", options: { minAccuracy } }));
  expect(text(0.8)).toBe("step(X,Y) ← next(X,Y)\n"); // 10 of 11
  expect(text(0.95)).not.toBe("step(X,Y) ← next(X,Y)\n");
});

it("does not tell noise apart from the rest, when it is told of it", () => {
  const parent = numbersBelow(30).flatMap((n) => [1, 2].map((c) => [n, String(2 * Number(n) + c)]));
  const grandparent = numbersBelow(15).flatMap((n) =>
    [3, 4, 5, 6].map((c) => [n, String(4 * Number(n) + c)]),
  );
  // 4 of 60 are left out, and 3 that are wrong put in; of two, 61 and 62, no parent is known.
  const noisy = [...grandparent.filter((_, i) => i % 15 !== 3), ...tuples("50 3; 2 1; 40 8")];
  const relations = related({ name: "parent", tuples: parent }, { name: "grandparent", tuples: noisy });
  const first = (options: Record<string, unknown>) => {
    const { target, clauses } = foil(relations, { target: "grandparent", options });
    return [clauseText(target, clauses[0]), clauses[0].positives, clauses[0].negatives];
  };
  const general = "grandparent(X,Y) ← parent(X,Z) ∧ parent(Z,Y)";
  expect(first({ noise: true })).toEqual([general, 54, 4]);
  expect(first({})).toEqual([expect.stringContaining(`${general} ∧ `), expect.any(Number), 0]);
});

it("considers no literal that would bind its variables in too many ways", () => {
  const relations = familyTree({ couples: 3, generations: 4 });
  const request = { target: "grandparent", ignore: ["ancestor", "daughter", "sibling"] };
  expect(clausesText(foil(relations, request))).toContain("Z");
  expect(clausesText(foil(relations, { ...request, options: { maxBindings: 20 } }))).not.toContain("Z");
});

it("learns from given negatives only, where there are some", () => {
  const relations = related(
    { name: "next", tuples: pairsOf(6, (a, b) => b === a + 1) },
    { name: "big", tuples: [["3"], ["4"], ["5"]] },
    { name: "climb", tuples: tuples("3 4; 4 5"), negatives: tuples("0 1; 1 2; 2 3") },
  );
  const model = foil(relations, { target: "climb", options: { descriptionLength: false } });
  expect(model.training).toMatchObject({ negatives: 3, closedWorld: false });
  expect(clausesText(model)).toBe("climb(X,Y) ← big(X)\n");
});

it("draws negatives by the seed where there are too many", () => {
  const relations = familyTree({ couples: 4, generations: 3 });
  const request = { target: "father", options: { maxNegatives: 50 } };
  const model = foil(relations, { ...request, seed: 3 });
  expect(model.training.negatives).toBe(50);
  expect(foil(relations, { ...request, seed: 3 })).toEqual(model);
});

it("uses nothing that it is told not to", () => {
  const relations = familyTree();
  const options = { negation: false, equality: false, recursion: false, determinate: false, backups: 0 };
  for (const { name } of relations.relations) {
    const text = clausesText(foil(relations, { target: name, options }));
    expect(text).not.toMatch(/¬|=|≠/);
    expect(text).not.toMatch(new RegExp(`← .*\\b${name}\\(`));
  }
  const short = foil(relations, { target: "grandparent", options: { maxVariables: 2 } });
  expect(clausesText(short)).not.toContain("Z");
});

it.each(cases`
  {"target":"fahter"} → RELATION_UNKNOWN: there is no relation "fahter"; did you mean "father"?
  {"target":"father","ignore":["x"]} → RELATION_UNKNOWN: there is no relation "x"
  {"target":"father","options":{"constants":["w"]}} → OPTION_RANGE: constants names "w", which is in no relation; did you mean "w1"?
`)("refuses %s", (request, message) => {
  expect(refusal(() => foil(familyTree(), JSON.parse(request)))).toBe(message);
});

it("stops when it is told to", () => {
  const signal = AbortSignal.abort();
  expect(() => foil(familyTree(), { target: "father", signal })).toThrow("was stopped");
});

it("Foil on tuples left out is measured by what its clauses derive of them", () => {
  const relations = familyTree({ couples: 3, generations: 4 });
  const request = { target: "father", ignore: ["daughter"], folds: 5 };
  const result = evaluateFoil(relations, request);
  expect(result.perFold).toHaveLength(5);
  expect(result).toMatchObject({ positives: 13, negatives: 348, accuracy: 1 });
  expect(evaluateFoil(relations, request)).toEqual(result);
  expect(() => evaluateFoil(relations, { ...request, folds: 1 })).toThrow(
    "folds must be an integer ≥ 2; got 1",
  );
});
