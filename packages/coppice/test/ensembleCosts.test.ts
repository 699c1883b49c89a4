import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitTable } from "../src/learn/fit.js";
import { labelOf } from "../src/model/costs.js";
import { type EnsembleModel, memberCount } from "../src/model/ensemble.js";
import { memberTree } from "../src/model/memberTree.js";
import { modelJson } from "../src/model/modelJson.js";
import { parseModel } from "../src/model/parse.js";
import { predictor } from "../src/predict/predictor.js";
import { votingRules } from "../src/rules/votingRules.js";
import type { NominalColumn } from "../src/table/column.js";
import { columnOf, makeTable, type Table } from "../src/table/table.js";
import { nominal, numeric } from "../src/testing/columns.js";
import { explain } from "../src/use/explain/explain.js";
import { classesSaid, expectSameModel, itHolds, mixedTable, recordsOf, withoutKernels } from "./kit/index.js";
import { describeShared, sharedSet } from "./shared.js";

const LOSS = [
  [0, 1, 4],
  [2, 0, 9],
  [1, 1, 0],
];

type Options = Readonly<Record<string, unknown>>;

const FITS: readonly (readonly [learner: string, options: Options])[] = [
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
];

const classes = (rows: number, seed: number, missing = 0) =>
  mixedTable({ rows, seed, target: "classes", missing });

function ensemble(table: Table, learner: string, options: Options, seed = 1): EnsembleModel {
  return fitTable(table, { target: "y", learner, options, seed }) as EnsembleModel;
}

/** The model read from its file, one row at a time and explained, says the same. */
function checkEveryWay(model: EnsembleModel, table: Table): void {
  const { labels, probabilities } = classesSaid(model, table);
  const again = parseModel(JSON.parse(JSON.stringify(modelJson(model)))) as EnsembleModel;
  expect(classesSaid(again, table)).toEqual(classesSaid(model, table));
  expect(again.derived).toEqual(model.derived);
  const one = predictor(again);
  const { explanations } = explain(model, table);
  recordsOf(table).forEach((record, row) => {
    const predicted = one.row(record);
    expect(predicted).toMatchObject({ code: labels[row] });
    if (predicted.kind !== "classification") throw new Error("classes");
    expect(Object.values(predicted.probabilities)).toEqual([...probabilities.slice(3 * row, 3 * row + 3)]);
    expect(explanations[row].prediction).toBe(predicted.label);
  });
}

describe.each(FITS)("%s %j", (learner, options) => {
  itHolds(
    "says the label with the lowest risk, or with the most votes of such labels",
    5,
    [fc.nat(1000)],
    (seed) => {
      const table = classes(60, seed, 0.1);
      const model = ensemble(table, learner, options, seed);
      expect(model.costs).toEqual({ loss: LOSS });
      const { labels, probabilities } = classesSaid(model, table);
      labels.forEach((label, row) => {
        const shares = probabilities.subarray(3 * row, 3 * row + 3);
        const risks = [0, 1, 2].map((j) => LOSS.reduce((sum, of, k) => sum + of[j] * shares[k], 0));
        if (model.combine.kind === "vote") expect(shares[label]).toBeCloseTo(Math.max(...shares), 12);
        else expect(risks[label]).toBeCloseTo(Math.min(...risks), 9);
      });
    },
  );

  it("says the same from a file, of one row, in explanations and as rules; its members vote by the loss", () => {
    const table = classes(60, 3);
    const model = ensemble(table, learner, options);
    checkEveryWay(model, table);
    const { labels, probabilities } = classesSaid(model, table);
    if (["bagging", "forest", "extraTrees"].includes(learner))
      expect(classesSaid(votingRules(model), table).labels).toEqual(labels);
    if (model.combine.kind !== "vote") return;
    const { weights = new Array<number>(memberCount(model)).fill(1) } = model.combine;
    const votes = new Float64Array(3 * table.rows);
    weights.forEach((weight, member) => {
      const said = classesSaid(memberTree(model, member), table);
      said.labels.forEach((label, row) => {
        expect(label).toBe(labelOf(said.probabilities.subarray(3 * row, 3 * row + 3), { loss: LOSS }));
        votes[3 * row + label] += weight;
      });
    });
    const total = weights.reduce((a, b) => a + b, 0);
    for (const [i, share] of probabilities.entries()) expect(share).toBeCloseTo(votes[i] / total, 9);
  });
});

it.each([
  ["forest", { trees: 7 }],
  ["extraTrees", { trees: 7 }],
  ["gradientBoost", { rounds: 6 }],
])("with a loss, %s is as without one if losses are 0 and 1, whatever the unit", (learner, options) => {
  const table = classes(80, 2);
  const plain = ensemble(table, learner, options);
  for (const k of [0.1, 1, 30]) {
    const loss = LOSS.map((row, i) => row.map((_, j) => (i === j ? 0 : k)));
    const priced = ensemble(table, learner, { ...options, loss });
    expect(priced.members).toEqual(plain.members);
    expect(classesSaid(priced, table)).toEqual(classesSaid(plain, table));
  }
});

it("with a loss, forests are still grown by the kernels, as without them", () => {
  const { columns } = classes(80, 4);
  const numbers = makeTable(columns.filter(({ type, name }) => type !== "nominal" || name === "y"));
  const fit = () => ensemble(numbers, "forest", { trees: 6, loss: LOSS, priors: "equal" });
  expectSameModel(withoutKernels(fit), fit());
});

it.each([
  ["forest", { trees: 60, maxDepth: 1, attributesPerNode: "all" }],
  ["extraTrees", { trees: 20, maxDepth: 2 }],
  ["gradientBoost", { rounds: 20 }],
])("with priors, %s: predictions are as frequent as the priors", (learner, options) => {
  // Without an informative attribute, probabilities are the priors themselves.
  const x = Array.from({ length: 400 }, (_, row) => (row * 7) % 5);
  const y = x.map((_, row) => (row % 10 === 0 ? 1 : 0));
  const table = makeTable([numeric("x", x), nominal("y", ["a", "b"], y)]);
  const mean = (priors: unknown) => {
    const { probabilities } = classesSaid(ensemble(table, learner, { ...options, priors }), table);
    return probabilities.reduce((sum, p, i) => (i % 2 === 1 ? sum + p / table.rows : sum), 0);
  };
  expect(mean("data")).toBeCloseTo(0.1, 1);
  // A row of b weighs 0.5 / 0.1 = 5, of a 0.5 / 0.9: the x with rows of b are decided by it, the others are not.
  expect(mean("equal")).toBeGreaterThan(mean("data") + 0.05);
  expect(mean([0.9, 0.1])).toBeCloseTo(mean("data"), 1);
});

it.each(["forest", "gradientBoost"])("with priors, %s: they need classes, as a loss does", (learner) => {
  const table = mixedTable({ rows: 30, seed: 1, target: "values" });
  const fit = (options: Options) => () => ensemble(table, learner, options);
  expect(fit({ priors: "equal" })).toThrow("priors is for a nominal target, and the target is numeric");
  expect(fit({ loss: [[0]] })).toThrow(/loss (is for|need) a nominal target, and the target is numeric/);
});

it("forests with attribute costs test cheap attributes first", () => {
  const roots = (costs: Options) => {
    const options = { trees: 20, attributesPerNode: "all", maxDepth: 1, ...costs };
    const { members, attributes } = ensemble(classes(200, 6), "forest", options);
    if (members.kind !== "packed") throw new Error("packed");
    const { attribute, starts } = members.trees;
    return Array.from(starts.subarray(0, 20), (start) => attributes[attribute[start]]?.name);
  };
  const [favourite] = roots({});
  expect(roots({ attributeCosts: { [favourite]: 1000 } })).not.toContain(favourite);
});

it("forests with attribute costs have no shuffled copies to compare with", () => {
  const options = { importance: "corrected", attributeCosts: { fine: 2 } };
  expect(() => ensemble(classes(30, 1), "forest", options)).toThrow(
    "importance=corrected compares attributes with shuffled copies, which have no costs",
  );
});

const cases = ["forest", "extraTrees", "gradientBoost"].flatMap((learner) =>
  ["drop", "likely", "indicator", "predict"].map((missing) => [learner, missing] as const),
);

it.each(cases)("%s, missing=%s: every way to predict prepares rows alike", (learner, missing) => {
  const table = classes(90, 12, 0.04);
  const size = learner === "gradientBoost" ? { rounds: 4 } : { trees: 4 };
  const model = ensemble(table, learner, { ...size, missing });
  const complete = recordsOf(table).filter((record) => !Object.values(record).includes(null));
  expect(model.training.rows).toBe(missing === "drop" ? complete.length : 90);
  expect(model.derived !== undefined).toBe(missing !== "drop");
  expect(model.attributes.some(({ name }) => name === "missing(fine)")).toBe(missing === "indicator");
  checkEveryWay(model, table);
  if (learner === "gradientBoost") return;
  // The mean of its trees, each with its own derived.
  const said = [0, 1, 2, 3].map((member) => classesSaid(memberTree(model, member), table).probabilities);
  for (const [i, p] of classesSaid(model, table).probabilities.entries())
    expect(said.reduce((sum, probabilities) => sum + probabilities[i] / 4, 0)).toBeCloseTo(p, 9);
});

it.each(["forest", "gradientBoost"])(
  "%s imputes as `likely` does: a model of the imputed table is the same",
  (learner) => {
    const table = classes(90, 5, 0.1);
    const filled = makeTable(table.columns.map(mostLikely));
    const asked = ensemble(table, learner, { missing: "likely" });
    expect(asked.members).toEqual(ensemble(filled, learner, {}).members);
  },
);

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
    const { labels } = classesSaid(fitTable(table, { target, learner: "bagging", options }), table);
    const { levels } = columnOf(table, target) as NominalColumn;
    const negatives = labels.filter((label) => levels[label].includes("neg")).length;
    expect(negatives).toBeGreaterThan(0);
    // One tree predicts it for 72 rows; the most likely class of the mean, which ignores the loss, for 550.
    expect(negatives).toBeLessThan(150);
  });
});
