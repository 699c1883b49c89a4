import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { forAll } from "../../test/kit/forAll.js";
import { foil } from "../learn/foil/foil.js";
import type { ClauseModel } from "../model/clauses.js";
import { familyTree } from "../synthetic/familyTree.js";
import { makeRelations } from "../table/makeRelations.js";
import type { Relations } from "../table/relations.js";
import { definitionModel } from "./definitionModel.js";
import { parseClauseText } from "./parseClauseText.js";
import { clausesProlog } from "./prolog.js";
import { atomText, constantText, indicatorText, predicateText } from "./prologAtom.js";
import { predictTuples } from "./tuples.js";

const hasSwi = spawnSync("swipl", ["--version"]).status === 0;
if (!hasSwi) console.log("skipped: SWI-Prolog (swipl) is not installed, so no Prolog is run");

it("clauses as Prolog are a loadable file", () => {
  const linked = { name: "linked to", tuples: ["0 1", "1 Ann's"].map((pair) => pair.split(" ")) };
  const reach = { name: "reach", tuples: [["0", "1"]], types: ["type1", "type1"] };
  const relations = makeRelations({ relations: [linked, reach] });
  const text =
    'reach(X,Y) ← "linked to"(X,Y)\nreach(X,Y) ← "linked to"(X,Z) ∧ Z ≠ "Ann\'s" ∧ ¬"linked to"(Y,_) ∧ reach(Z,Y)';
  const model = definitionModel(parseClauseText(text), relations);
  expect(clausesProlog(model, relations).split("\n")).toEqual([
    "% reach, by hand",
    ":- dynamic 'linked to'/2.",
    ":- table reach/2.",
    "",
    "reach(X, Y) :- 'linked to'(X, Y).",
    "reach(X, Y) :- 'linked to'(X, Z), Z \\== 'Ann\\'s', \\+ 'linked to'(Y, _), reach(Z, Y).",
    "",
    "'linked to'(0, 1).",
    "'linked to'(1, 'Ann\\'s').",
    "",
  ]);
});

it("clauses as Prolog quote names", () => {
  const quoted = (of: (text: string) => string, ...texts: string[]) => texts.map(of).join(" ");
  expect(quoted(atomText, "tom", "Tom", "a'b", "a\\b", "x\ny", "é", "\ud800", "\u2028", "")).toBe(
    String.raw`tom 'Tom' 'a\'b' 'a\\b' 'x\xa\y' 'é' '\\ud800' '\x2028\' ''`,
  );
  expect(quoted(constantText, "7", "-7", "07", "-0", "1.5", "99999999999999999999")).toBe(
    "7 -7 '07' '-0' '1.5' '99999999999999999999'",
  );
  expect(quoted(predicateText, ",", "=", "dynamic", "relation x", "length")).toBe(
    "'relation ,' 'relation =' 'relation dynamic' 'relation relation x' 'relation length'",
  );
  expect(indicatorText("mod", 2)).toBe("(mod)/2");
});

const files = folder();

/** Prolog's answer for each tuple, and its warnings and errors. */
function askProlog(model: ClauseModel, relations: Relations, tuples: readonly (readonly string[])[]) {
  files.put("rules.pl", clausesProlog(model, relations));
  const goals = tuples.map((tuple) => {
    const goal = `${predicateText(model.target.name)}(${tuple.map(constantText).join(", ")})`;
    return `test(user:(${goal})).`;
  });
  const main = "main :- system:forall(ask:test(G), (call(G) -> put_char('1') ; put_char('0'))).";
  files.put("ask.pl", `:- module(ask, [main/0]).\n:- encoding(utf8).\n${goals.join("\n")}\n${main}\n`);
  const args = ["-q", "-g", "ask:main", "-g", "halt", "rules.pl", "ask.pl"];
  const { stdout, stderr } = spawnSync("swipl", args, { cwd: files.path, encoding: "utf8", timeout: 60_000 });
  return { answers: [...stdout].map((digit) => digit === "1"), printed: stderr };
}

/** Prolog's answers for every pair of the constants, which are ours. */
function expectSame(model: ClauseModel, relations: Relations): boolean[] {
  const pairs = relations.constants.flatMap((a) => relations.constants.map((b) => [a, b]));
  const { answers, printed } = askProlog(model, relations, pairs);
  expect(printed).toBe("");
  expect(answers).toEqual(predictTuples(model, relations, pairs));
  return answers;
}

describe.skipIf(!hasSwi)("SWI-Prolog", () => {
  it.each([
    ["ancestor", ["parent", "grandparent", "daughter", "sibling"]],
    ["sibling", ["daughter"]],
    ["daughter", ["ancestor", "grandparent", "sibling"]],
  ])("derives the same tuples of %s", (target, ignore) => {
    const relations = familyTree({ couples: 3, generations: 4 });
    const model = foil(relations, { target, ignore });
    expectSame(model, relations);
  });

  it("derives the same tuples if relations are cyclic", () => {
    const tuples = ["ab", "bc", "ca", "da"].map((road) => [...road]);
    const relations = makeRelations({ relations: ["road", "way"].map((name) => ({ name, tuples })) });
    const text = "way(X,Y) ← road(X,Y)\nway(X,Y) ← way(X,Z) ∧ way(Z,Y)";
    const model = definitionModel(parseClauseText(text), relations);
    const answers = expectSame(model, relations);
    expect(answers.filter((yes) => yes)).toHaveLength(12); // from each of four towns to a, b and c
  });

  it("reads hostile names as they are, for relations and for constants", () => {
    const odd = [
      ...["", " "],
      ..."' \\ a'b A _ [] {} ! , . | :- is dynamic table length call halt true".split(" "),
      ...["\n", "\0"],
      ..."é 🌟 名 1 01 -1 % /* 0'a".split(" "),
      ...["relation x", "__proto__", "term_expansion", "\u2028", "\ufeff"],
      ..."mod write atom fail member forall not".split(" "),
    ];
    const name = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: "binary", maxLength: 4 }));
    const distinct = fc.uniqueArray(name, { minLength: 4, maxLength: 5 });
    const run = (target: string, own: string, constants: readonly string[]) => {
      const tuples = constants.slice(1).map((each, i) => [constants[i], each]);
      const relations = makeRelations({ relations: [own, target].map((name) => ({ name, tuples })) });
      const [x, q] = [JSON.stringify(target), JSON.stringify(own)];
      const text = `${x}(X,Y) ← ${q}(X,Y) ∧ X ≠ ${JSON.stringify(constants[0])}\n${x}(X,Y) ← ${q}(X,Z) ∧ ${x}(Z,Y)`;
      const model = definitionModel(parseClauseText(text), relations);
      expectSame(model, relations);
    };
    for (let i = 0; i < odd.length; i += 4) run(odd[i + 1], odd[i + 3], odd.slice(i % 30, (i % 30) + 8));
    const few = fc.uniqueArray(name, { minLength: 2, maxLength: 4 });
    const ask = ([p, q]: string[], constants: string[]) => run(p, q, constants);
    forAll(6, [distinct, few], ask);
  }, 60_000);
});
