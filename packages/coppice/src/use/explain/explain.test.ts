import { expect, it } from "vitest";
import {
  leaf,
  range,
  rulesFrom,
  schemas,
  split,
  subset,
  threshold,
  to,
  treeOf,
} from "../../../test/kit/handmade.js";
import { refusal } from "../../../test/kit/refusal.js";
import { clinicModel, hostileModel, irisModel, tennisModel } from "../../../test/models.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import type { Model } from "../../model/model.js";
import type { TreeModel } from "../../model/tree.js";
import { tableFrom } from "../../source/tableFrom.js";
import { tableOf } from "../../synthetic/columns.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Table } from "../../table/table.js";
import { explain } from "./explain.js";
import { explanationJson } from "./explanationJson.js";
import { type ExplanationTextOptions, explanationText } from "./explanationText.js";
import { missingText } from "./missingText.js";

/** A table of these rows; null is missing. */
function rows(attributes: readonly ColumnSchema[], ...cells: (number | string | null)[][]): Table {
  const given = cells.map((row) => row.map((cell) => cell ?? undefined));
  return tableOf(attributes, given);
}

function text(model: Model, table: Table, options?: ExplanationTextOptions): string {
  const explained = explain(model, table);
  return explained.explanations.map((one) => explanationText(one, explained, options)).join("\n");
}

/** The lines about rows of these cells. */
const says = (model: Model, ...cells: (number | string | null)[][]) =>
  text(model, rows(model.attributes, ...cells)).split("\n");

it("a tree's explanation is the merged path", () => {
  expect(says(irisModel(), [5, 3, 5.1, 1.6])).toEqual([
    "row 0: virginica (67%)",
    "  IF 0.8 < petal width <= 1.75 AND petal length > 4.95  THEN virginica  (6 rows, 67%)",
  ]);
});

it("a tree's explanation divides a row with a missing value, with the shares", () => {
  const model = tennisModel();
  expect(says(model, [null, "high", "weak"])).toEqual([
    "row 0: yes (64%)", // 4/14 overcast + 5/14 rain and weak = 9/14
    "  36%: IF outlook is missing AND humidity = high  THEN no  (3 rows, 100%)",
    "    outlook is missing: 36% follows outlook = sunny",
    "  36%: IF outlook is missing AND wind = weak  THEN yes  (3 rows, 100%)",
    "    outlook is missing: 36% follows outlook = rain",
    "  29%: IF outlook is missing  THEN yes  (4 rows, 100%)",
    "    outlook is missing: 29% follows outlook = overcast",
  ]);
  const two = text(model, rows(model.attributes, [null, "high", "weak"]), { most: 1 });
  expect(two.split("\n").at(-1)).toBe("  … and 2 more paths");
});

it("a tree's explanation names imputed values, and tries each possible value", () => {
  const model = clinicModel();
  const { attributes } = model;
  const table = rows([attributes[0], attributes[1], attributes[3]], [null, null, null]);
  const [{ because }] = explain(model, table).explanations;
  if (because.kind !== "tree") throw new Error("a tree is explained by paths");
  const steps = because.paths.flatMap(({ missing }) => missing);
  const words = steps.map((step) => missingText(step, attributes));
  expect(words).toContain("pulse is missing: imputed as 80"); // its tree sends missing ages to 80
});

it("a tree's explanation names the surrogate that was used, and that the earlier ones were undefined", () => {
  const model: TreeModel = { ...clinicModel(), derived: [{ kind: "indicator", attribute: 2, of: 0 }] };
  const given = [model.attributes[0], model.attributes[1], model.attributes[3]];
  const printed = text(model, rows(given, [50, "m", null], [null, "f", null], [null, "m", null]));
  expect(printed).toContain("pulse is missing: age > 40 stands in for pulse <= 72 (agrees on 80%)");
  expect(printed).toContain("pulse is missing: sex = f stands in for pulse <= 72 (agrees on 60%)");
  expect(printed).toContain("IF pulse is missing AND age is missing AND sex = f");
  expect(printed).toContain("pulse is missing: 50% follows pulse <= 72");
});

it("a tree's explanation distinguishes a branch for missing values, a branch they are sent down and an unseen level", () => {
  const nodes = split(subset(0, [0], [1]), [leaf(2, 0), leaf(0, 2)], to(1));
  const sent = treeOf(schemas`colour=red|blue|grey`, nodes);
  expect(says(sent, [null])).toContain("    colour is missing: follows colour = blue");
  const unseen = says(sent, ["grey"]).join("\n");
  expect(unseen).toContain("    colour = grey was not seen at this node: follows colour = blue");
  expect(unseen).toContain("IF colour = grey  THEN");
});

it("a tree's explanation prints no control characters", () => {
  const model = hostileModel();
  const cells = model.attributes.map(({ type, levels }) => (type === "numeric" ? 0 : levels![0]));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(says(model, cells).join("\n")).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

const RULES = rulesFrom(
  schemas`__proto__`,
  [
    { if: [range(0, 8)], then: leaf(2, 0) },
    { if: [range(0, 4)], then: leaf(1, 3) },
  ],
  leaf(3, 1),
  { training: { rows: 10, weight: 10, seed: 1 } },
);

it("a rule set's explanation is the rule that matched, or that none did", () => {
  expect(says(RULES, [6], [2], [null])).toEqual([
    "row 0: yes (75%)",
    "  rule 2 of 2: IF __proto__ > 4  THEN yes  (4 rows, 75%)",
    "row 1: no (75%)",
    "  none of the 2 rules matches: OTHERWISE  THEN no  (4 rows, 75%)",
    "row 2: no (75%)",
    "  none of the 2 rules matches: OTHERWISE  THEN no  (4 rows, 75%)",
  ]);
  const one = { ...RULES, rules: RULES.rules.slice(0, 1) };
  expect(says(one, [1])[1]).toContain("  the only rule does not match: OTHERWISE");
  expect(says({ ...RULES, rules: [] }, [1])[1]).toContain("there are no rules: ");
});

it("a rule set's explanation is all rules that match, if they vote", () => {
  // (1 + 1/4) / 2 is for no.
  expect(says({ ...RULES, order: "vote" }, [9])).toEqual([
    "row 0: no (63%)",
    "  rule 1 of 2: IF __proto__ > 8  THEN no  (2 rows, 100%)",
    "  rule 2 of 2: IF __proto__ > 4  THEN yes  (4 rows, 75%)",
  ]);
});

it("a rule set's explanation is data, too", () => {
  const figures = { support: 4, coverage: 0.4, confidence: 0.75 };
  const rule = { rule: 1, if: ["__proto__ > 4"], then: "yes", ...figures, lift: 0.75 / 0.4 };
  const otherwise = { if: [], then: "no", ...figures, lift: 0.75 / 0.6 };
  const because = (matched: object) => ({ kind: "rules", of: 2, rules: [matched] });
  expect(explanationJson(explain(RULES, rows(RULES.attributes, [6], [2]), [1, 0]))).toEqual({
    rows: [
      { row: 1, prediction: "no", probability: 0.75, because: because(otherwise) },
      { row: 0, prediction: "yes", probability: 0.75, because: because(rule) },
    ],
    warnings: [],
  });
});

/** Stumps on x, each with its own threshold. */
function stumps(combine: EnsembleModel["combine"], ...thresholds: number[]): EnsembleModel {
  const models = thresholds.map((at) =>
    treeOf(schemas`x`, split(threshold(0, at), [leaf(3, 1), leaf(1, 3)]), {
      target: { name: "y", type: "nominal", levels: ["low", "high"] },
    }),
  );
  const { nodes: _, ...head } = models[0];
  return { ...head, format: "coppice-ensemble", combine, members: { kind: "models", models } };
}

it("an ensemble's explanation is the rules that contributed to the vote, added up, and what they have in common", () => {
  expect(says(stumps({ kind: "vote" }, 1, 3, 3, 7), [5])).toEqual([
    "row 0: high (75%): 3 of 4 trees agree",
    "  IF x > 3  THEN high  (50%, 2 trees)",
    "  IF x > 1  THEN high  (25%, 1 tree)",
    "  these 3 trees keep this prediction while",
    "    x > 3  (tested by 3 trees)",
  ]);
});

it("an ensemble's explanation counts the share of the class if probabilities are averaged", () => {
  // 3/4 and 1/4 of the class, half each; low comes first of equals.
  expect(says(stumps({ kind: "mean" }, 3, 7), [5])).toEqual([
    "row 0: low (50%): 1 of 2 trees agrees",
    "  IF x <= 7  THEN low  (38%, 1 tree)",
    "  IF x > 3  THEN low  (13%, 1 tree)",
    "  that tree keeps this prediction while",
    "    x <= 7  (tested by 1 tree)",
  ]);
});

it("an ensemble's explanation prints ALWAYS for trees without splits", () => {
  const model = stumps({ kind: "vote" }, 1);
  const models = [{ ...treeOf(model.attributes, [leaf(3, 1)]), target: model.target }];
  const lone: EnsembleModel = { ...model, members: { kind: "models", models } };
  expect(says(lone, [1])).toEqual([
    "row 0: low (100%): 1 of 1 tree agrees",
    "  ALWAYS  THEN low  (100%, 1 tree)",
  ]);
});

const iris = irisModel();

it("rows that are not there are rejected", () => {
  const refused = (row: number, ...cells: number[][]) =>
    refusal(() => explain(iris, rows(iris.attributes, ...cells), [row]));
  expect(refused(1, [1, 2, 3, 4])).toContain("row must be an integer from 0 to 0; got 1");
  expect(refused(0.5, [1, 2, 3, 4])).toContain("row must be an integer from 0 to 0; got 0.5");
  expect(refused(0)).toContain("row must be absent: the table has no rows; got 0");
});

it("one row by attribute name is explained as the same row of a table is", () => {
  const flower = { "sepal length": 5, "sepal width": 3.4, "petal length": 1.5, "petal width": 0.2 };
  const one = explain(iris, flower);
  expect(one).toEqual(explain(iris, tableFrom([flower])));
  expect(one).toEqual(explain(iris, new Map(Object.entries(flower))));
  expect(one.explanations).toMatchObject([{ row: 0, prediction: "setosa" }]);
  const second = explain(iris, [flower, flower], [1]).explanations;
  expect(second).toMatchObject([{ row: 1, prediction: "setosa" }]);
});

it("one row may leave out attributes, but not misspell them", () => {
  expect(explain(iris, { "petal width": 0.2 }).explanations[0].prediction).toBe("setosa");
  expect(() => explain(iris, { "petal widht": 0.2 })).toThrow(
    'the row has a key "petal widht" that is not an attribute of the model; did you mean "petal width"?',
  );
});
