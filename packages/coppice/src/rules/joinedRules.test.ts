import { describe, expect, it } from "vitest";
import { classesSaid } from "../../test/kit/answers.js";
import { byLevel, leaf, schemas, split, threshold, treeOf } from "../../test/kit/handmade.js";
import { isDeep } from "../../test/kit/length.js";
import { irisModel } from "../../test/models.js";
import { fitTable } from "../learn/fit.js";
import { type RuleModel, ruleSize } from "../model/ruleSet.js";
import type { TreeModel } from "../model/tree.js";
import { EXACT } from "../model/words.js";
import { figure96Tree, fruit, fruitTree } from "../synthetic/textbook.js";
import type { Table } from "../table/table.js";
import { few, grades, levels, randomTable } from "../testing/index.js";
import { asRules, joinedRules, joinedSize, ruleModelOf, simplifiedRules } from "./joinedRules.js";
import { joinedJson, joinedText } from "./joinedText.js";
import { parseRules } from "./parse/parseRules.js";
import { rulesText } from "./rulesText.js";

const [no, yes] = [leaf(1, 0), leaf(0, 1)];

/** R 1.4, figure 2: the colour first, then the shape. */
const shapesTree = () =>
  treeOf(
    schemas`color=blue|red|green, shape=triangle|square|circle`,
    split(byLevel(0), [split(byLevel(1), [no, yes, yes]), no, split(byLevel(1), [no, yes, no])]),
    { target: { name: "label", type: "nominal", levels: ["-", "+"] } },
  );

it("joinedRules describes a class by a disjunction (R 1.4)", () => {
  const model = shapesTree();
  expect(joinedText(joinedRules(model), model.attributes).split("\n").slice(-3)).toEqual([
    "IF color = blue AND shape = square",
    "   OR color = blue AND shape = circle",
    "   OR color = green AND shape = square  THEN +  (3 rows, 100%)",
  ]);
});

it("joinedRules adds up the figures of a class's leaves", () => {
  const virginica = joinedRules(irisModel())[2];
  // leaves of 6 rows (4 of the class) and of 46 rows (45): 49/52
  const [confidence, lift] = [49 / 52, 49 / 52 / (50 / 150)];
  expect(virginica).toMatchObject({ then: "virginica", support: 52, confidence, lift });
  expect(virginica.facts).toEqual({ weight: 52, counts: [0, 3, 49], label: 2 });
});

it("joinedRules rejects ordered rules", () => {
  const model = ruleModelOf(irisModel(), joinedRules(irisModel()));
  expect(() => joinedRules(model)).toThrow("ordered rules cannot be merged per class as they are");
  expect(() => simplifiedRules({ ...model, order: "vote" })).toThrow("rules that vote cannot be simplified");
});

describe("simplifiedRules", () => {
  const named = (model: TreeModel, name: string, skipEmpty = false) =>
    simplifiedRules(model, { skipEmpty }).find(({ then }) => then === name)!;

  it("Apple = medium AND NOT yellow (D figure 8.1)", () => {
    const model = fruitTree();
    const apple = named(model, "Apple");
    const text = "IF Color != yellow AND Size = medium  THEN Apple";
    expect(joinedText([apple], model.attributes)).toBe(`${text}  (3 rows, 100%, smallest)`);
    expect(apple.proof).toEqual({ by: "cells", cells: 3 * 3 * 2 * 2 });
    const learned = fitTable(fruit(), { target: "class", learner: "id3" });
    expect(joinedText([named(learned, "Apple", true)], learned.attributes)).toContain(text);
  });

  it("merges the disjunction of R 1.4", () => {
    const model = shapesTree();
    // blue and (square or circle), or not red and square: the overlap may be described twice
    expect(joinedSize([named(model, "+")])).toEqual({ rules: 2, conditions: 4 });
    expect(joinedText(simplifiedRules(model), model.attributes).split("\n")).toEqual([
      "IF shape = triangle",
      "   OR color = red",
      "   OR color != blue AND shape != square   THEN -  (4 rows, 100%, smallest)",
      "IF color != red AND shape = square",
      "   OR color = blue AND shape != triangle  THEN +  (3 rows, 100%, smallest)",
    ]);
  });

  it("prints the complement if that is shorter, and it is read back", () => {
    const model = fruitTree();
    const grape = named(model, "Grape");
    const text = joinedText([grape], model.attributes);
    expect(text.split("\n")).toEqual([
      "IF NOT (Size != small",
      "   OR Color = yellow",
      "   OR Color != green AND Taste = sweet)  THEN Grape  (2 rows, 100%, smallest)",
    ]);
    // small, not yellow, and green or sour
    expect(parseRules(text, model).map((rule) => rule.if.length)).toEqual([2, 3]);
  });

  it("drops the redundancy in the disjunction of A figure 9.1", () => {
    const model = treeOf(schemas`x1, x2`, split(threshold(0, 10), [no, split(threshold(1, 20), [no, yes])]));
    const [joined, simple] = [joinedRules(model), simplifiedRules(model)].map((rules) =>
      joinedText(rules, model.attributes),
    );
    expect(joined).toContain("IF x1 <= 10\n   OR x1 > 10 AND x2 <= 20  THEN");
    expect(simple).toMatch(/^IF x1 <= 10\n {3}OR x2 <= 20 *THEN/);
  });

  it("leaves the rules R1 to R5 of A figure 9.6 as they are", () => {
    const model = figure96Tree();
    expect(rulesText(model).split("\n")).toEqual([
      "IF age <= 38.5 AND job-type = A        THEN 0.4  (1 row, MSE 0)",
      "IF age <= 38.5 AND job-type = B        THEN 0.3  (1 row, MSE 0)",
      "IF age <= 38.5 AND job-type = C        THEN 0.2  (1 row, MSE 0)",
      "IF age > 38.5 AND years-in-job <= 2.5  THEN 0.6  (1 row, MSE 0)",
      "IF age > 38.5 AND years-in-job > 2.5   THEN 0.8  (1 row, MSE 0)",
    ]);
    expect(joinedSize(simplifiedRules(model))).toEqual({ rules: 5, conditions: 10 });
  });

  it("is plain JSON, with the figures of each class", () => {
    const model = fruitTree();
    const answer = joinedJson(simplifiedRules(model), model.attributes);
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    const premise = ["Color != yellow", "Size = medium"];
    expect(answer.descriptions[1]).toMatchObject({ then: "Apple", anyOf: [premise], smallest: true });
    expect(answer.rules[1]).toMatchObject({ if: premise, then: "Apple", support: 3, confidence: 1 });
  });
});

const mixed = (rows: number, seed: number): Table =>
  randomTable({
    ...{ rows, seed, classes: 3, signal: 0.85 },
    attributes: { x: few(40), z: few(40), color: levels(4), flag: levels(2), size: grades(4) },
  });

const unseen = mixed(isDeep ? 10_000 : 2000, 999);
const labelsOf = (model: TreeModel | RuleModel) => classesSaid(model, unseen).labels;
it.each(isDeep ? [1, 2, 3, 4, 5] : [1])(
  "simplified rules predict as the original rules on new rows, from table %i",
  (seed) => {
    const table = mixed(150, seed);
    for (const [learner, options] of [
      ["c45", {}],
      ["c45", { prune: "none" }],
      ["cart", { prune: "none" }],
      ["id3", { maxDepth: 4 }],
      ["ripper", {}],
    ] as const) {
      const model = fitTable(table, { target: "y", learner, options }) as TreeModel | RuleModel;
      const simple = simplifiedRules(model);
      const [original, simplified] = [asRules(model), ruleModelOf(model, simple)];
      const wanted = labelsOf(original);
      expect(labelsOf(simplified)).toEqual(wanted);
      if (learner === "c45") expect(wanted).toEqual(labelsOf(model));
      if (model.format === "coppice-tree")
        expect(joinedSize(simple).conditions).toBeLessThanOrEqual(ruleSize(original).conditions);
      const rules = parseRules(joinedText(simple, model.attributes, { signs: EXACT }), model);
      expect(labelsOf({ ...simplified, rules })).toEqual(wanted);
    }
  },
);
