import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { useKernels } from "../src/kernels/support.js";
import { fitTable } from "../src/learn/fit.js";
import { labelOf } from "../src/model/costs.js";
import { type EnsembleModel, memberCount } from "../src/model/ensemble.js";
import { memberTree } from "../src/model/memberTree.js";
import { modelJson } from "../src/model/modelJson.js";
import { parseModel } from "../src/model/parse.js";
import { predictor } from "../src/predict/predictor.js";
import { predictTable } from "../src/predict/predictTable.js";
import { votingRules } from "../src/rules/votingRules.js";
import { columnOf, type Table } from "../src/table/table.js";
import { explain } from "../src/use/explain/explain.js";
import { mixedTable } from "./mixedTable.js";
import { describeShared, sharedSet } from "./shared.js";

const LOSS = [
  [0, 1, 4],
  [2, 0, 9],
  [1, 1, 0],
];

const FITS = [
  ["bagging", { trees: 4, "of.loss": LOSS, "of.maxDepth": 3 }],
  ["bagging", { trees: 4, of: "c45", "of.loss": LOSS, "of.priors": "equal" }],
  ["bagging", { trees: 5, "of.loss": LOSS, "of.maxDepth": 2, combine: "vote" }],
  ["adaBoost", { trees: 4, "of.loss": LOSS, variant: "c5" }],
  ["adaBoost", { trees: 4, "of.loss": LOSS }],
  ["forest", { trees: 5, loss: LOSS, maxDepth: 3 }],
  ["forest", { trees: 5, loss: LOSS, maxDepth: 3, combine: "vote" }],
  ["forest", { trees: 5, loss: LOSS, criterion: "risk", maxDepth: 3 }],
  ["extraTrees", { trees: 5, loss: LOSS, minLeaf: 5, priors: "equal" }],
  ["gradientBoost", { rounds: 5, loss: LOSS }],
] as const;

const rowOf = (table: Table, row: number) =>
  Object.fromEntries(
    table.columns.map((column) => {
      if (column.type === "numeric") return [column.name, column.values[row]];
      return [column.name, column.codes[row] < 0 ? null : column.levels[column.codes[row]]];
    }),
  );

const classesSaid = (model: EnsembleModel, table: Table) => {
  const answer = predictTable(model, table);
  if (answer.kind !== "classification") throw new Error("classes");
  return answer;
};

describe("ensembles with a loss", () => {
  it.each(FITS)(
    "%s %j: the label with the lowest risk, or with the most votes of such labels",
    (learner, options) => {
      fc.assert(
        fc.property(fc.nat(1000), (seed) => {
          const table = mixedTable({ rows: 60, seed, target: "classes", missing: 0.1 });
          const model = fitTable(table, { target: "y", learner, options, seed });
          expect(model.costs).toEqual({ loss: LOSS });
          const { labels, probabilities } = classesSaid(model, table);
          const voted = model.combine.kind === "vote";
          for (let row = 0; row < table.rows; row++) {
            const shares = probabilities.subarray(3 * row, 3 * row + 3);
            const risks = [0, 1, 2].map((j) => LOSS.reduce((sum, of, k) => sum + of[j] * shares[k], 0));
            if (voted) expect(shares[labels[row]]).toBeCloseTo(Math.max(...shares), 12);
            else expect(risks[labels[row]]).toBeCloseTo(Math.min(...risks), 9);
          }
        }),
        { numRuns: 5 },
      );
    },
  );

  it.each(FITS)("%s %j: members vote by the loss", (learner, options) => {
    const table = mixedTable({ rows: 60, seed: 3, target: "classes" });
    const model = fitTable(table, { target: "y", learner, options });
    if (model.combine.kind !== "vote") return;
    const { weights = new Array(memberCount(model)).fill(1) } = model.combine;
    const votes = new Float64Array(3 * table.rows);
    for (let member = 0; member < memberCount(model); member++) {
      const tree = memberTree(model, member);
      const predicted = predictTable(tree, table);
      if (predicted.kind !== "classification") throw new Error("classes");
      predicted.labels.forEach((label, row) => {
        const shares = predicted.probabilities.subarray(3 * row, 3 * row + 3);
        expect(label).toBe(labelOf(shares, { loss: LOSS }));
        votes[3 * row + label] += weights[member];
      });
    }
    const total = weights.reduce((a, b) => a + b, 0);
    const { probabilities } = classesSaid(model, table);
    for (const [i, share] of probabilities.entries()) expect(share).toBeCloseTo(votes[i] / total, 9);
  });

  it.each(FITS)("%s %j: the file, one row, explanations and rules agree", (learner, options) => {
    const table = mixedTable({ rows: 50, seed: 8, target: "classes" });
    const model = fitTable(table, { target: "y", learner, options });
    const { labels } = classesSaid(model, table);
    const again = parseModel(JSON.parse(JSON.stringify(modelJson(model)))) as EnsembleModel;
    expect([...classesSaid(again, table).labels]).toEqual([...labels]);
    const one = predictor(again);
    const explained = explain(model, table);
    for (let row = 0; row < table.rows; row++) {
      expect(one.row(rowOf(table, row))).toMatchObject({ code: labels[row] });
      expect(explained.explanations[row].prediction).toBe(model.target.levels![labels[row]]);
    }
    if (learner !== "bagging" && learner !== "forest" && learner !== "extraTrees") return;
    const rules = predictTable(votingRules(model), table);
    expect(rules.kind === "classification" && [...rules.labels]).toEqual([...labels]);
  });

  it("are as without one if losses are 0 and 1, whatever the unit", () => {
    const table = mixedTable({ rows: 80, seed: 2, target: "classes" });
    for (const [learner, options] of [
      ["forest", { trees: 7 }],
      ["extraTrees", { trees: 7 }],
      ["gradientBoost", { rounds: 6 }],
    ] as const) {
      const plain = fitTable(table, { target: "y", learner, options });
      for (const k of [0.1, 1, 30]) {
        const loss = LOSS.map((row, i) => row.map((_, j) => (i === j ? 0 : k)));
        const priced = fitTable(table, { target: "y", learner, options: { ...options, loss } });
        expect(priced.members).toEqual(plain.members);
        expect(classesSaid(priced, table)).toEqual(classesSaid(plain, table));
      }
    }
  });

  it("still use the kernels: the trees are grown as without a loss", () => {
    const table = mixedTable({ rows: 80, seed: 4, target: "classes" });
    const numbers = {
      ...table,
      columns: table.columns.filter(({ type, name }) => type !== "nominal" || name === "y"),
    };
    const request = {
      target: "y",
      learner: "forest",
      options: { trees: 6, loss: LOSS, priors: "equal" },
    } as const;
    const fast = fitTable(numbers, request);
    useKernels(false);
    try {
      expect(fitTable(numbers, request)).toEqual(fast);
    } finally {
      useKernels(true);
    }
  });
});

describe("ensembles with priors", () => {
  it.each([
    ["forest", { trees: 60, maxDepth: 1, attributesPerNode: "all" }],
    ["extraTrees", { trees: 20, maxDepth: 2 }],
    ["gradientBoost", { rounds: 20 }],
  ] as const)("%s: predictions are as frequent as the priors", (learner, options) => {
    // Without an informative attribute, probabilities are the priors themselves.
    const rows = 400;
    const table = {
      rows,
      columns: [
        { type: "numeric", name: "x", values: Float64Array.from({ length: rows }, (_, i) => (i * 7) % 5) },
        {
          type: "nominal",
          name: "y",
          levels: ["a", "b"],
          codes: Int32Array.from({ length: rows }, (_, i) => (i % 10 === 0 ? 1 : 0)),
        },
      ],
      warnings: [],
    } as unknown as Table;
    const mean = (priors: unknown) => {
      const model = fitTable(table, { target: "y", learner, options: { ...options, priors } as never });
      const { probabilities } = classesSaid(model as EnsembleModel, table);
      return probabilities.reduce((sum, p, i) => (i % 2 === 1 ? sum + p / rows : sum), 0);
    };
    expect(mean("data")).toBeCloseTo(0.1, 1);
    // A row of b weighs 0.5 / 0.1 = 5, of a 0.5 / 0.9: the x with rows of b are decided by it, the others are not.
    expect(mean("equal")).toBeGreaterThan(mean("data") + 0.05);
    expect(mean([0.9, 0.1])).toBeCloseTo(mean("data"), 1);
  });

  it("need classes", () => {
    const table = mixedTable({ rows: 30, seed: 1, target: "values" });
    for (const learner of ["forest", "gradientBoost"] as const) {
      expect(() => fitTable(table, { target: "y", learner, options: { priors: "equal" } })).toThrow(
        "priors is for a nominal target, and the target is numeric",
      );
      expect(() => fitTable(table, { target: "y", learner, options: { loss: [[0]] } })).toThrow(
        /loss (is for|need) a nominal target, and the target is numeric/,
      );
    }
  });
});

describe("forests with attribute costs", () => {
  it("test cheap attributes first", () => {
    const table = mixedTable({ rows: 200, seed: 6, target: "classes" });
    const roots = (attributeCosts?: Record<string, number>) => {
      const options = {
        trees: 20,
        attributesPerNode: "all",
        maxDepth: 1,
        ...(attributeCosts && { attributeCosts }),
      };
      const { members, attributes } = fitTable(table, { target: "y", learner: "forest", options });
      if (members.kind !== "packed") throw new Error("packed");
      const { attribute, starts } = members.trees;
      return Array.from(starts.subarray(0, 20), (start) => attributes[attribute[start]]?.name);
    };
    const [favourite] = roots();
    expect(roots({ [favourite]: 1000 })).not.toContain(favourite);
  });

  it("have no shuffled copies to compare with", () => {
    const table = mixedTable({ rows: 30, seed: 1, target: "classes" });
    const options = { importance: "corrected", attributeCosts: { fine: 2 } };
    expect(() => fitTable(table, { target: "y", learner: "forest", options })).toThrow(
      "importance=corrected compares attributes with shuffled copies, which have no costs",
    );
  });
});

describe("ensembles that prepare missing values", () => {
  const cases = ["forest", "extraTrees", "gradientBoost"].flatMap((learner) =>
    ["drop", "likely", "indicator", "predict"].map((missing) => ({ learner, missing })),
  );

  it.each(cases)(
    "$learner, missing=$missing: every way to predict prepares rows alike",
    ({ learner, missing }) => {
      const table = mixedTable({ rows: 90, seed: 12, target: "classes", missing: 0.04 });
      const size = learner === "gradientBoost" ? { rounds: 4 } : { trees: 4 };
      const model = fitTable(table, { target: "y", learner, options: { ...size, missing } }) as EnsembleModel;
      const complete = Array.from({ length: 90 }, (_, row) =>
        Object.values(rowOf(table, row)).every((cell) => cell !== null && !Number.isNaN(cell)),
      ).filter(Boolean).length;
      expect(model.training.rows).toBe(missing === "drop" ? complete : 90);
      expect(model.derived !== undefined).toBe(missing !== "drop");
      expect(model.attributes.some(({ name }) => name === "missing(fine)")).toBe(missing === "indicator");
      const { probabilities } = classesSaid(model, table);
      const again = parseModel(JSON.parse(JSON.stringify(modelJson(model)))) as EnsembleModel;
      expect(again.derived).toEqual(model.derived);
      expect(classesSaid(again, table).probabilities).toEqual(probabilities);
      const one = predictor(again);
      const explained = explain(model, table);
      for (let row = 0; row < table.rows; row++) {
        const predicted = one.row(rowOf(table, row));
        if (predicted.kind !== "classification") throw new Error("classes");
        expect(Float64Array.from(Object.values(predicted.probabilities))).toEqual(
          probabilities.slice(3 * row, 3 * row + 3),
        );
        expect(explained.explanations[row].prediction).toBe(predicted.label);
      }
      if (learner === "gradientBoost") return;
      // The mean of its trees, each with its own derived.
      const sums = new Float64Array(probabilities.length);
      for (let member = 0; member < 4; member++) {
        const predicted = predictTable(memberTree(model, member), table);
        if (predicted.kind !== "classification") throw new Error("classes");
        for (const [i, p] of predicted.probabilities.entries()) sums[i] += p / 4;
      }
      for (const [i, p] of sums.entries()) expect(p).toBeCloseTo(probabilities[i], 9);
    },
  );

  it("impute as `likely` does: a model of the imputed table is the same", () => {
    const table = mixedTable({ rows: 90, seed: 5, target: "classes", missing: 0.1 });
    const filled = { ...table, columns: table.columns.map(mostLikely) };
    for (const learner of ["forest", "gradientBoost"] as const) {
      const asked = fitTable(table, { target: "y", learner, options: { missing: "likely" } });
      const given = fitTable(filled, { target: "y", learner });
      expect(asked.members).toEqual(given.members);
    }
  });
});

/** Each missing value imputed with the most frequent level, the first of ties, or the lower median. */
function mostLikely(column: Table["columns"][number]): Table["columns"][number] {
  if (column.type === "numeric") {
    const known = column.values.filter((x) => !Number.isNaN(x)).sort();
    const median = known[(known.length - 1) >> 1];
    return { ...column, values: column.values.map((x) => (Number.isNaN(x) ? median : x)) };
  }
  const counts = column.levels.map((_, code) => column.codes.filter((c) => c === code).length);
  const mostFrequent = counts.indexOf(Math.max(...counts));
  return { ...column, codes: column.codes.map((c) => (c < 0 ? mostFrequent : c)) };
}

describeShared("bagging with a loss on pima", () => {
  it("predicts negative about as rarely as one tree does", async () => {
    const { table, target } = await sharedSet("pima-diabetes");
    const loss = [
      [0, 1],
      [20, 0],
    ];
    const options = { "of.loss": loss, "of.maxDepth": 2, trees: 25 };
    const model = fitTable(table, { target, learner: "bagging", options });
    const { labels } = classesSaid(model, table);
    const column = columnOf(table, target);
    if (column.type === "numeric") throw new Error("classes");
    const negatives = labels.filter((label) => column.levels[label].includes("neg")).length;
    expect(negatives).toBeGreaterThan(0);
    // One tree predicts it for 72 rows; the most likely class of the mean, which ignores the loss, for 550.
    expect(negatives).toBeLessThan(150);
  });
});
