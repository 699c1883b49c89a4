import { describe, expect, it } from "vitest";
import { CoppiceError } from "../../src/base/errors.js";
import { random, shuffle } from "../../src/base/random.js";
import { fitTable } from "../../src/learn/fit.js";
import { isTreeLearner, type Learner } from "../../src/learn/learner.js";
import { describeOptions } from "../../src/learn/options.js";
import { learners } from "../../src/learn/registry.js";
import { answerShares, answerValue } from "../../src/model/answer.js";
import { isEnsemble, isTree, type Model, modelSize } from "../../src/model/model.js";
import { modelJson } from "../../src/model/modelJson.js";
import { parseModel } from "../../src/model/parse.js";
import { branchOf } from "../../src/model/test.js";
import { isSplit, type Task, type TreeModel } from "../../src/model/tree.js";
import { cellsOf } from "../../src/predict/cells.js";
import { likeliest } from "../../src/predict/combine.js";
import { type Prediction, predictTable } from "../../src/predict/predictTable.js";
import { makeTable, selectRows, type Table } from "../../src/table/table.js";
import { awkwardTables } from "../awkwardTables.js";
import { mixedTable } from "../mixedTable.js";

/** Every registered learner is included: nothing here names one. */
const N = Number.NaN;

function mixed(task: Task, options: Partial<Parameters<typeof mixedTable>[0]> = {}): Table {
  return mixedTable({
    rows: 150,
    seed: 5,
    missing: 0.1,
    target: task === "regression" ? "values" : "classes",
    ...options,
  });
}

/** What was learned, without the head: that may depend on rows which did not matter. */
const learnedBy = (model: Model) =>
  isEnsemble(model) ? model.members : isTree(model) ? model.nodes : { ...model, training: undefined };

/** Tests and leaves with answers of their own, or conditions and the terms of formulas. */
const asked = (model: Model) => {
  const size = modelSize(model);
  const answered = isTree(model) ? model.nodes.filter(({ answer }) => answer).length : 0;
  if ("nodes" in size) return size.nodes - size.leaves + answered;
  const predicted =
    model.format === "coppice-rules" ? [...model.rules.map(({ then }) => then), model.otherwise] : [];
  return predicted.reduce(
    (sum, then) => sum + ("formula" in then ? then.formula!.terms.length : 0),
    size.conditions,
  );
};

/** Whether a learner that combines attributes has none to combine. */
function isTooLittle({ combines }: Learner, table: Table): boolean {
  const types = table.columns
    .filter(({ name, type }) => name !== "y" && type !== "string")
    .map(({ type }) => type);
  return (
    (combines && types.length < 2) || (combines === "numbers" && types.every((type) => type === "nominal"))
  );
}

function sound(model: Model, table: Table): Prediction {
  expect(parseModel(JSON.parse(JSON.stringify(modelJson(model))))).toEqual(model);
  const answer = predictTable(model, table);
  if (answer.kind === "regression") {
    expect(answer.values.every(Number.isFinite)).toBe(true);
    return answer;
  }
  const classes = model.target.levels!.length;
  for (let row = 0; row < table.rows; row++) {
    const shares = answer.probabilities.subarray(row * classes, (row + 1) * classes);
    expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
    expect(shares.every((p) => p >= 0)).toBe(true);
  }
  return answer;
}

const answers = (prediction: Prediction) =>
  Array.from(prediction.kind === "regression" ? prediction.values : prediction.labels);

const cases = learners.flatMap((learner) =>
  learner.tasks.map((task) => ({ learner, task, name: `${learner.name}, ${task}` })),
);

describe.each(cases)("$name", ({ learner, task }: { learner: Learner; task: Task }) => {
  const known = new Set(describeOptions(learner).map(({ name }) => name));
  // A few trees are enough.
  const few = known.has("trees") ? { trees: 8 } : {};
  const learn = (table: Table, { options, ...more }: Partial<Parameters<typeof fitTable>[1]> = {}) =>
    fitTable(table, { target: "y", learner: learner.name, options: { ...few, ...options }, ...more });

  it.each(Object.entries(awkwardTables(task)))("is sound on %s", (_, table) => {
    const hasStrings = table.columns.some(({ type }) => type === "string");
    if (hasStrings && learner.strings === "none")
      expect(() => learn(table)).toThrow(/has no tests of strings/);
    else if (isTooLittle(learner, table)) expect(() => learn(table)).toThrow(/combines .*; use cart/);
    else sound(learn(table), table);
  });

  it("learns something from a table with something to learn", () => {
    const table = mixed(task);
    const model = learn(table);
    expect(asked(model)).toBeGreaterThan(0);
    expect(model.learner).toBe(learner.name);
    expect(model.task).toBe(task);
    sound(model, table);
  });

  it("gives the same model for the same seed", () => {
    expect(learn(mixed(task), { seed: 7 })).toEqual(learn(mixed(task), { seed: 7 }));
  });

  it.runIf(learner.guarantees.rowOrder)("does not depend on the order of the rows", () => {
    const table = mixed(task);
    const order = shuffle(
      Int32Array.from({ length: table.rows }, (_, row) => row),
      random(3),
    );
    expect(learnedBy(learn(selectRows(table, order)))).toEqual(learnedBy(learn(table)));
  });

  it.runIf(learner.guarantees.monotone)("does not depend on the scale of numeric attributes", () => {
    const table = mixed(task);
    const bend = (x: number) => Math.atan(x) * 1e4 + x ** 3; // strictly increasing
    const bent = makeTable(
      table.columns.map((column) =>
        column.type === "numeric" && column.name !== "y"
          ? { ...column, values: column.values.map(bend) }
          : column,
      ),
    );
    expect(answers(predictTable(learn(bent), bent))).toEqual(answers(predictTable(learn(table), table)));
  });

  it.runIf(learner.guarantees.weights)("takes a weight of 2 for a row twice, and of 0 for no row", () => {
    const table = mixed(task, { weights: "whole", missing: 0 });
    const weight = table.columns.find((column) => column.name === "weight")!;
    if (weight.type !== "numeric") throw new Error("weights are numbers");
    const repeated = Array.from(weight.values).flatMap((times, row) => new Array<number>(times).fill(row));
    const copies = selectRows(makeTable(table.columns.filter((column) => column !== weight)), repeated);
    // Pruning by cross-validation assigns rows to folds: there a duplicate row is not a row of weight 2.
    const options = known.has("prune") ? { prune: "none" } : {};
    expect(learnedBy(learn(table, { weight: "weight", options }))).toEqual(
      learnedBy(learn(copies, { options })),
    );
  });

  it("ignores rows of weight 0", () => {
    const table = mixed(task, { weights: "fractional" });
    const weight = table.columns.find((column) => column.name === "weight")!;
    if (weight.type !== "numeric") throw new Error("weights are numbers");
    const half = weight.values.map((w, row) => (row % 2 === 0 ? 0 : w));
    const columns = table.columns.map((column) => (column === weight ? { ...weight, values: half } : column));
    const odd = Array.from({ length: table.rows }, (_, row) => row).filter((row) => row % 2 === 1);
    const zeroed = learn(makeTable(columns), { weight: "weight" });
    expect(learnedBy(zeroed)).toEqual(learnedBy(learn(selectRows(table, odd), { weight: "weight" })));
  });

  it.runIf(isTreeLearner(learner))("predicts what branchOf says", () => {
    const table = mixed(task, { missing: 0 });
    const model = learn(table) as TreeModel;
    const { cells } = cellsOf(model, table);
    const walked = Array.from({ length: table.rows }, (_, row) => {
      let node = model.nodes[0];
      while (isSplit(node)) {
        const branch: number = branchOf(node.test, cells[node.test.attribute][row]);
        expect(branch).toBeGreaterThanOrEqual(0);
        node = model.nodes[node.branches[branch]];
      }
      const { answer } = node;
      const cellOf = (a: number) => cells[a][row];
      if (answer?.kind === "linear") return answerValue(answer, cellOf);
      if (answer?.kind === "classifier")
        return likeliest(answerShares(answer, cellOf), 0, answer.formulas.length);
      return "counts" in node ? node.label : node.value;
    });
    // Gates send every row down both branches: see predict/walk.test.ts.
    if (model.nodes.some((node) => isSplit(node) && node.test.kind === "gate")) return;
    expect(answers(predictTable(model, table))).toEqual(walked);
  });

  it("predicts rows with levels not in training, and rows with only missing values", () => {
    const table = mixed(task);
    const strange = makeTable(
      table.columns.map((column) => {
        if (column.name === "y") return column;
        if (column.type === "numeric") return { ...column, values: column.values.map(() => N) };
        return { ...column, levels: ["never", "seen"], codes: column.codes.map((_, row) => row % 2) };
      }),
    );
    sound(learn(table), strange);
  });

  it("publishes its options with help, a rule and a default", () => {
    for (const option of describeOptions(learner)) {
      expect(option.help.length, option.name).toBeGreaterThan(10);
      expect(option.rule.length, option.name).toBeGreaterThan(3);
    }
    const isTree = isTreeLearner(learner);
    expect(describeOptions(learner).some((option) => option.name === "prune")).toBe(isTree);
  });

  it("rejects a task it does not support", () => {
    const other = (["classification", "regression"] as const).find((t) => !learner.tasks.includes(t));
    if (other === undefined) return;
    expect(() => learn(mixed(other))).toThrow(CoppiceError);
    expect(() => learn(mixed(other))).toThrow(`${learner.name} does ${learner.tasks.join(" and ")}`);
  });
});
