import { describe, expect, it } from "vitest";
import { clinicModel, hostileModel, irisModel, paintModel, tennisModel } from "../../../test/models.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import type { Model } from "../../model/model.js";
import type { RuleModel } from "../../model/ruleSet.js";
import type { TreeModel } from "../../model/tree.js";
import { tableFrom } from "../../source/tableFrom.js";
import type { Column } from "../../table/column.js";
import type { ColumnSchema } from "../../table/schema.js";
import { makeTable, type Table } from "../../table/table.js";
import { explain } from "./explain.js";
import { explanationJson } from "./explanationJson.js";
import { type ExplanationTextOptions, explanationText } from "./explanationText.js";
import { missingText } from "./missingText.js";

/** A table of these rows; null is missing. */
function rows(attributes: readonly ColumnSchema[], ...cells: (number | string | null)[][]): Table {
  const columns = attributes.map(({ name, type, levels = [] }, a): Column => {
    const column = cells.map((row) => row[a]);
    return type === "numeric"
      ? {
          type,
          name,
          values: Float64Array.from(column, (cell) => (cell === null ? Number.NaN : Number(cell))),
        }
      : {
          type: "nominal",
          name,
          levels,
          codes: Int32Array.from(column, (cell) => levels.indexOf(String(cell))),
        };
  });
  return makeTable(columns);
}

function text(model: Model, table: Table, options?: ExplanationTextOptions): string {
  const explained = explain(model, table);
  return explained.explanations.map((one) => explanationText(one, explained, options)).join("\n");
}

describe("a tree's explanation", () => {
  it("is the merged path", () => {
    const model = irisModel();
    expect(text(model, rows(model.attributes, [5, 3, 5.1, 1.6]))).toBe(
      [
        "row 0: virginica (67%)",
        "  IF 0.8 < petal width <= 1.75 AND petal length > 4.95  THEN virginica  (6 rows, 67%)",
      ].join("\n"),
    );
  });

  it("divides a row with a missing value, with the shares", () => {
    const model = tennisModel();
    expect(text(model, rows(model.attributes, [null, "high", "weak"]))).toBe(
      [
        "row 0: yes (64%)", // 4/14 overcast + 5/14 rain and weak = 9/14
        "  36%: IF outlook is missing AND humidity = high  THEN no  (3 rows, 100%)",
        "    outlook is missing: 36% follows outlook = sunny",
        "  36%: IF outlook is missing AND wind = weak  THEN yes  (3 rows, 100%)",
        "    outlook is missing: 36% follows outlook = rain",
        "  29%: IF outlook is missing  THEN yes  (4 rows, 100%)",
        "    outlook is missing: 29% follows outlook = overcast",
      ].join("\n"),
    );
    const two = text(model, rows(model.attributes, [null, "high", "weak"]), { most: 1 });
    expect(two.split("\n").at(-1)).toBe("  … and 2 more paths");
  });

  it("names imputed values, and tries each possible value", () => {
    const model = clinicModel();
    const { attributes } = model;
    const table = rows([attributes[0], attributes[1], attributes[3]], [null, null, null]);
    const { explanations } = explain(model, table);
    const { because } = explanations[0];
    if (because.kind !== "tree") throw new Error("a tree is explained by paths");
    const steps = because.paths.flatMap(({ missing }) =>
      missing.map((step) => missingText(step, attributes)),
    );
    expect(steps).toContain("pulse is missing: imputed as 80"); // its tree sends missing ages to 80
  });

  it("names the surrogate that was used, and that the earlier ones were undefined", () => {
    const model: TreeModel = { ...clinicModel(), derived: [{ kind: "indicator", attribute: 2, of: 0 }] };
    const given = [model.attributes[0], model.attributes[1], model.attributes[3]];
    const printed = text(model, rows(given, [50, "m", null], [null, "f", null], [null, "m", null]));
    expect(printed).toContain("pulse is missing: age > 40 stands in for pulse <= 72 (agrees on 80%)");
    expect(printed).toContain("pulse is missing: sex = f stands in for pulse <= 72 (agrees on 60%)");
    expect(printed).toContain("IF pulse is missing AND age is missing AND sex = f");
    expect(printed).toContain("pulse is missing: 50% follows pulse <= 72");
  });

  it("distinguishes a branch for missing values, a branch they are sent down and an unseen level", () => {
    const steps = (model: TreeModel, cells: (string | null)[]) => text(model, rows(model.attributes, cells));
    const { attributes } = paintModel();
    expect(attributes.map(({ name }) => name)).toContain("coat");
    const sent: TreeModel = {
      ...paintModel(),
      attributes: [{ name: "colour", type: "nominal", levels: ["red", "blue", "grey"] }],
      nodes: [
        {
          weight: 4,
          counts: [2, 2],
          label: 0,
          test: { kind: "subset", attribute: 0, left: [0], right: [1] },
          branches: [1, 2],
          missing: { kind: "branch", to: 1 },
          gain: 1,
        },
        { weight: 2, counts: [2, 0], label: 0 },
        { weight: 2, counts: [0, 2], label: 1 },
      ],
    };
    expect(steps(sent, [null])).toContain("    colour is missing: follows colour = blue");
    expect(steps(sent, ["grey"])).toContain(
      "    colour = grey was not seen at this node: follows colour = blue",
    );
    expect(steps(sent, ["grey"])).toContain("IF colour = grey  THEN");
  });

  it("prints no control characters", () => {
    const model = hostileModel();
    const cells = model.attributes.map(({ type, levels }) => (type === "numeric" ? 0 : levels![0]));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
    expect(text(model, rows(model.attributes, cells))).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
});

const RULES: RuleModel = {
  format: "coppice-rules",
  version: 2,
  learner: "ripper",
  options: {},
  task: "classification",
  target: { name: "play", type: "nominal", levels: ["no", "yes"] },
  attributes: [{ name: "__proto__", type: "numeric" }],
  training: { rows: 10, weight: 10, seed: 1 },
  order: "first",
  rules: [
    {
      if: [{ kind: "range", attribute: 0, above: 8 }],
      then: { weight: 2, counts: [2, 0], label: 0 },
    },
    {
      if: [{ kind: "range", attribute: 0, above: 4 }],
      then: { weight: 4, counts: [1, 3], label: 1 },
    },
  ],
  otherwise: { weight: 4, counts: [3, 1], label: 0 },
};

describe("a rule set's explanation", () => {
  it("is the rule that matched, or that none did", () => {
    expect(text(RULES, rows(RULES.attributes, [6], [2], [null]))).toBe(
      [
        "row 0: yes (75%)",
        "  rule 2 of 2: IF __proto__ > 4  THEN yes  (4 rows, 75%)",
        "row 1: no (75%)",
        "  none of the 2 rules matches: OTHERWISE  THEN no  (4 rows, 75%)",
        "row 2: no (75%)",
        "  none of the 2 rules matches: OTHERWISE  THEN no  (4 rows, 75%)",
      ].join("\n"),
    );
    const one = { ...RULES, rules: RULES.rules.slice(0, 1) };
    expect(text(one, rows(RULES.attributes, [1]))).toContain("  the only rule does not match: OTHERWISE");
    expect(text({ ...RULES, rules: [] }, rows(RULES.attributes, [1]))).toContain("there are no rules: ");
  });

  it("is all rules that match, if they vote", () => {
    const printed = text({ ...RULES, order: "vote" }, rows(RULES.attributes, [9]));
    // (1 + 1/4) / 2 is for no.
    expect(printed.split("\n")).toEqual([
      "row 0: no (63%)",
      "  rule 1 of 2: IF __proto__ > 8  THEN no  (2 rows, 100%)",
      "  rule 2 of 2: IF __proto__ > 4  THEN yes  (4 rows, 75%)",
    ]);
  });

  it("is data, too", () => {
    expect(explanationJson(explain(RULES, rows(RULES.attributes, [6], [2]), [1, 0]))).toEqual({
      rows: [
        {
          row: 1,
          prediction: "no",
          probability: 0.75,
          because: {
            kind: "rules",
            of: 2,
            rules: [{ if: [], then: "no", support: 4, coverage: 0.4, confidence: 0.75, lift: 0.75 / 0.6 }],
          },
        },
        {
          row: 0,
          prediction: "yes",
          probability: 0.75,
          because: {
            kind: "rules",
            of: 2,
            rules: [
              {
                rule: 1,
                if: ["__proto__ > 4"],
                then: "yes",
                support: 4,
                coverage: 0.4,
                confidence: 0.75,
                lift: 0.75 / 0.4,
              },
            ],
          },
        },
      ],
      warnings: [],
    });
  });
});

/** Stumps on x, each with its own threshold. */
function stumps(combine: EnsembleModel["combine"], ...thresholds: number[]): EnsembleModel {
  const head = {
    learner: "bagging",
    options: {},
    task: "classification" as const,
    target: { name: "y", type: "nominal" as const, levels: ["low", "high"] },
    attributes: [{ name: "x", type: "numeric" as const }],
    training: { rows: 8, weight: 8, seed: 1 },
  };
  const models = thresholds.map(
    (threshold): TreeModel => ({
      format: "coppice-tree",
      version: 2,
      ...head,
      nodes: [
        {
          weight: 8,
          counts: [4, 4],
          label: 0,
          test: { kind: "threshold", attribute: 0, threshold },
          branches: [1, 2],
          missing: { kind: "branch", to: 0 },
          gain: 1,
        },
        { weight: 4, counts: [3, 1], label: 0 },
        { weight: 4, counts: [1, 3], label: 1 },
      ],
    }),
  );
  return { format: "coppice-ensemble", version: 2, ...head, combine, members: { kind: "models", models } };
}

describe("an ensemble's explanation", () => {
  it("is the rules that contributed to the vote, added up, and what they have in common", () => {
    const model = stumps({ kind: "vote" }, 1, 3, 3, 7);
    expect(text(model, rows(model.attributes, [5]))).toBe(
      [
        "row 0: high (75%): 3 of 4 trees agree",
        "  IF x > 3  THEN high  (50%, 2 trees)",
        "  IF x > 1  THEN high  (25%, 1 tree)",
        "  these 3 trees keep this prediction while",
        "    x > 3  (tested by 3 trees)",
      ].join("\n"),
    );
  });

  it("counts the share of the class if probabilities are averaged", () => {
    const model = stumps({ kind: "mean" }, 3, 7);
    // 3/4 and 1/4 of the class, half each; low comes first of equals.
    expect(text(model, rows(model.attributes, [5])).split("\n")).toEqual([
      "row 0: low (50%): 1 of 2 trees agrees",
      "  IF x <= 7  THEN low  (38%, 1 tree)",
      "  IF x > 3  THEN low  (13%, 1 tree)",
      "  that tree keeps this prediction while",
      "    x <= 7  (tested by 1 tree)",
    ]);
  });

  it("prints ALWAYS for trees without splits", () => {
    const model = stumps({ kind: "vote" }, 1);
    const leaf: TreeModel = {
      ...(model.members.kind === "models" ? model.members.models[0] : irisModel()),
      nodes: [{ weight: 4, counts: [3, 1], label: 0 }],
    };
    const lone: EnsembleModel = { ...model, members: { kind: "models", models: [leaf] } };
    expect(text(lone, rows(model.attributes, [1]))).toBe(
      "row 0: low (100%): 1 of 1 tree agrees\n  ALWAYS  THEN low  (100%, 1 tree)",
    );
  });
});

describe("rows that are not there", () => {
  const model = irisModel();
  it("are rejected", () => {
    const table = rows(model.attributes, [1, 2, 3, 4]);
    expect(() => explain(model, table, [1])).toThrow("row must be an integer from 0 to 0; got 1");
    expect(() => explain(model, table, [0.5])).toThrow("row must be an integer from 0 to 0; got 0.5");
    expect(() => explain(model, rows(model.attributes), [0])).toThrow(
      "row must be absent: the table has no rows; got 0",
    );
  });
});

describe("one row by attribute name", () => {
  const model = irisModel();

  it("is explained as the same row of a table is", () => {
    const flower = { "sepal length": 5, "sepal width": 3.4, "petal length": 1.5, "petal width": 0.2 };
    const one = explain(model, flower);
    expect(one).toEqual(explain(model, tableFrom([flower])));
    expect(one).toEqual(explain(model, new Map(Object.entries(flower))));
    expect(one.explanations).toMatchObject([{ row: 0, prediction: "setosa" }]);
    expect(explain(model, [flower, flower], [1]).explanations).toMatchObject([
      { row: 1, prediction: "setosa" },
    ]);
  });

  it("may leave out attributes, but not misspell them", () => {
    expect(explain(model, { "petal width": 0.2 }).explanations[0].prediction).toBe("setosa");
    expect(() => explain(model, { "petal widht": 0.2 })).toThrow(
      'the row has a key "petal widht" that is not an attribute of the model; did you mean "petal width"?',
    );
  });
});
