import { describe, expect, it } from "vitest";
import { irisModel } from "../../test/models.js";
import { random } from "../base/random.js";
import { fitTable } from "../learn/fit.js";
import { type RuleModel, ruleSize } from "../model/ruleSet.js";
import type { TreeModel, TreeNode } from "../model/tree.js";
import { EXACT } from "../model/words.js";
import { predictTable } from "../predict/predictTable.js";
import { figure96Tree, fruit, fruitTree } from "../synthetic/textbook.js";
import type { Column } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import { makeTable, type Table } from "../table/table.js";
import {
  asRules,
  type JoinedRule,
  joinedRules,
  joinedSize,
  ruleModelOf,
  simplifiedRules,
} from "./joinedRules.js";
import { joinedJson, joinedText } from "./joinedText.js";
import { parseRules } from "./parse/parseRules.js";
import { rulesText } from "./rulesText.js";

const nominal = (name: string, ...levels: string[]): ColumnSchema => ({ name, type: "nominal", levels });

/** R 1.4, figure 2: the colour first, then the shape. */
function shapesTree(): TreeModel {
  const leaf = (label: number) => ({ weight: 1, counts: label === 0 ? [1, 0] : [0, 1], label });
  const split = (attribute: number, branches: number[]): TreeNode => ({
    weight: branches.length,
    counts: [1, 1],
    label: 0,
    test: { kind: "levels", attribute },
    branches,
    missing: { kind: "share", shares: branches.map(() => 1 / branches.length) },
    gain: 1,
  });
  return {
    format: "coppice-tree",
    version: 2,
    learner: "textbook",
    options: {},
    task: "classification",
    target: nominal("label", "-", "+"),
    attributes: [nominal("color", "blue", "red", "green"), nominal("shape", "triangle", "square", "circle")],
    training: { rows: 7, weight: 7, seed: 0 },
    // blue: triangle -, square +, circle +;  red: -;  green: triangle -, square +, circle -
    nodes: [
      split(0, [1, 5, 6]),
      split(1, [2, 3, 4]),
      leaf(0),
      leaf(1),
      leaf(1),
      leaf(0),
      split(1, [7, 8, 9]),
      leaf(0),
      leaf(1),
      leaf(0),
    ],
  };
}

describe("joinedRules", () => {
  it("describes a class by a disjunction (R 1.4)", () => {
    const model = shapesTree();
    expect(joinedText(joinedRules(model), model.attributes).split("\n").slice(-3)).toEqual([
      "IF color = blue AND shape = square",
      "   OR color = blue AND shape = circle",
      "   OR color = green AND shape = square  THEN +  (3 rows, 100%)",
    ]);
  });

  it("adds up the figures of a class's leaves", () => {
    const virginica = joinedRules(irisModel())[2];
    // leaves of 6 rows (4 of the class) and of 46 rows (45): 49/52
    expect(virginica).toMatchObject({
      then: "virginica",
      support: 52,
      confidence: 49 / 52,
      lift: 49 / 52 / (50 / 150),
    });
    expect(virginica.facts).toEqual({ weight: 52, counts: [0, 3, 49], label: 2 });
  });

  it("rejects ordered rules", () => {
    const model = ruleModelOf(irisModel(), joinedRules(irisModel()));
    expect(() => joinedRules(model)).toThrow("ordered rules cannot be merged per class as they are");
    expect(() => simplifiedRules({ ...model, order: "vote" })).toThrow(
      "rules that vote cannot be simplified",
    );
  });
});

describe("simplifiedRules", () => {
  const named = (model: TreeModel, name: string, skipEmpty = false) =>
    simplifiedRules(model, { skipEmpty }).find(({ then }) => then === name)!;

  it("Apple = medium AND NOT yellow (D figure 8.1)", () => {
    const model = fruitTree();
    const apple = named(model, "Apple");
    expect(joinedText([apple], model.attributes)).toBe(
      "IF Color != yellow AND Size = medium  THEN Apple  (3 rows, 100%, smallest)",
    );
    expect(apple.proof).toEqual({ by: "cells", cells: 3 * 3 * 2 * 2 });
    const learned = fitTable(fruit(), { target: "class", learner: "id3" });
    expect(joinedText([named(learned, "Apple", true)], learned.attributes)).toContain(
      "IF Color != yellow AND Size = medium  THEN Apple",
    );
  });

  it("merges the disjunction of R 1.4", () => {
    const model = shapesTree();
    // blue and (square or circle), or not red and square: the overlap may be described twice
    expect(joinedSize([named(model, "+")])).toEqual({ rules: 2, conditions: 4 });
    expect(joinedText(simplifiedRules(model), model.attributes)).toBe(
      [
        "IF shape = triangle",
        "   OR color = red",
        "   OR color != blue AND shape != square   THEN -  (4 rows, 100%, smallest)",
        "IF color != red AND shape = square",
        "   OR color = blue AND shape != triangle  THEN +  (3 rows, 100%, smallest)",
      ].join("\n"),
    );
  });

  it("prints the complement if that is shorter, and it is read back", () => {
    const model = fruitTree();
    const grape = named(model, "Grape");
    const text = joinedText([grape], model.attributes);
    expect(text).toBe(
      [
        "IF NOT (Size != small",
        "   OR Color = yellow",
        "   OR Color != green AND Taste = sweet)  THEN Grape  (2 rows, 100%, smallest)",
      ].join("\n"),
    );
    // small, not yellow, and green or sour
    expect(parseRules(text, model).map((rule) => rule.if.length)).toEqual([2, 3]);
  });

  it("drops the redundancy in the disjunction of A figure 9.1", () => {
    const leaf = (label: number) => ({ weight: 1, counts: label === 0 ? [1, 0] : [0, 1], label });
    const split = (attribute: number, threshold: number, branches: number[]): TreeNode => ({
      ...leaf(0),
      test: { kind: "threshold", attribute, threshold },
      branches,
      missing: { kind: "branch", to: 0 },
      gain: 1,
    });
    const model: TreeModel = {
      ...shapesTree(),
      target: nominal("class", "C1", "C2"),
      attributes: [
        { name: "x1", type: "numeric" },
        { name: "x2", type: "numeric" },
      ],
      nodes: [split(0, 10, [1, 2]), leaf(0), split(1, 20, [3, 4]), leaf(0), leaf(1)],
    };
    const premiseText = (rules: readonly JoinedRule[]) =>
      joinedText(rules, model.attributes).split("  THEN")[0];
    expect(premiseText(joinedRules(model))).toBe("IF x1 <= 10\n   OR x1 > 10 AND x2 <= 20");
    expect(premiseText(simplifiedRules(model))).toMatch(/^IF x1 <= 10\n {3}OR x2 <= 20 *$/);
  });

  it("leaves the rules R1 to R5 of A figure 9.6 as they are", () => {
    const model = figure96Tree();
    expect(rulesText(model)).toBe(
      [
        "IF age <= 38.5 AND job-type = A        THEN 0.4  (1 row, MSE 0)",
        "IF age <= 38.5 AND job-type = B        THEN 0.3  (1 row, MSE 0)",
        "IF age <= 38.5 AND job-type = C        THEN 0.2  (1 row, MSE 0)",
        "IF age > 38.5 AND years-in-job <= 2.5  THEN 0.6  (1 row, MSE 0)",
        "IF age > 38.5 AND years-in-job > 2.5   THEN 0.8  (1 row, MSE 0)",
      ].join("\n"),
    );
    expect(joinedSize(simplifiedRules(model))).toEqual({ rules: 5, conditions: 10 });
  });

  it("is plain JSON, with the figures of each class", () => {
    const model = fruitTree();
    const answer = joinedJson(simplifiedRules(model), model.attributes);
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    expect(answer.descriptions[1]).toMatchObject({
      then: "Apple",
      anyOf: [["Color != yellow", "Size = medium"]],
      smallest: true,
    });
    expect(answer.rules[1]).toMatchObject({
      if: ["Color != yellow", "Size = medium"],
      then: "Apple",
      support: 3,
      confidence: 1,
    });
  });
});

/** A table of mixed columns whose class depends on them, with noise. */
function mixed(rows: number, seed: number): Table {
  const rng = random(seed);
  const draw = (n: number) => rng.below(n);
  const codes = (n: number) => Int32Array.from({ length: rows }, () => draw(n));
  const numeric = (name: string): Column => ({
    type: "numeric",
    name,
    values: Float64Array.from({ length: rows }, () => draw(40) / 4),
  });
  const attributes: Column[] = [
    numeric("x"),
    numeric("y"),
    { type: "nominal", name: "color", levels: ["r", "g", "b", "k"], codes: codes(4) },
    { type: "nominal", name: "flag", levels: ["no", "yes"], codes: codes(2) },
    { type: "ordered", name: "size", levels: ["s", "m", "l", "xl"], codes: codes(4) },
  ];
  const cell = (a: number, row: number) => {
    const column = attributes[a];
    return column.type === "numeric" ? column.values[row] : column.codes[row];
  };
  const label = (row: number) => {
    if (draw(8) === 0) return draw(3);
    if (cell(0, row) > 4 && cell(2, row) !== 1) return cell(4, row) > 1 ? 0 : 1;
    return cell(1, row) > 6 === (cell(3, row) === 1) ? 2 : 0;
  };
  const target: Column = {
    type: "nominal",
    name: "class",
    levels: ["a", "b", "c"],
    codes: Int32Array.from({ length: rows }, (_, row) => label(row)),
  };
  return makeTable([...attributes, target]);
}

function labelsOf(model: TreeModel | RuleModel, table: Table): Int32Array {
  const answer = predictTable(model, table);
  if (answer.kind !== "classification") throw new Error("classes");
  return answer.labels;
}

describe("simplified rules predict as the original rules", () => {
  const unseen = mixed(10_000, 999);
  it.each([1, 2, 3, 4, 5])("on 10,000 new rows, from table %i", (seed) => {
    const table = mixed(150, seed);
    for (const [learner, options] of [
      ["c45", {}],
      ["c45", { prune: "none" }],
      ["cart", { prune: "none" }],
      ["id3", { maxDepth: 4 }],
      ["ripper", {}],
    ] as const) {
      const model = fitTable(table, { target: "class", learner, options }) as TreeModel | RuleModel;
      const simple = simplifiedRules(model);
      const [original, simplified] = [asRules(model), ruleModelOf(model, simple)];
      expect(labelsOf(simplified, unseen)).toEqual(labelsOf(original, unseen));
      if (learner === "c45") expect(labelsOf(original, unseen)).toEqual(labelsOf(model, unseen));
      if (model.format === "coppice-tree") {
        expect(joinedSize(simple).conditions).toBeLessThanOrEqual(ruleSize(original).conditions);
      }
      const read = parseRules(joinedText(simple, model.attributes, { signs: EXACT }), model);
      const again = { ...simplified, rules: read };
      expect(labelsOf(again, unseen)).toEqual(labelsOf(original, unseen));
    }
  });
});
