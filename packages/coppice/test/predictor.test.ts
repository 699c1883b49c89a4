import { describe, expect, it } from "vitest";
import { fit } from "../src/learn/fit.js";
import { missingStrategies } from "../src/learn/missing/strategies.js";
import { learners } from "../src/learn/registry.js";
import type { EnsembleModel } from "../src/model/ensemble.js";
import type { Model } from "../src/model/model.js";
import type { TreeModel } from "../src/model/tree.js";
import { cellText } from "../src/table/column.js";
import type { Table } from "../src/table/table.js";
import { type Prediction, predict } from "../src/use/predict/predict.js";
import { predictor, type RowAnswer } from "../src/use/predict/predictor.js";
import type { RowCell } from "../src/use/predict/rowCells.js";
import { mixedTable } from "./mixedTable.js";
import { irisModel, tennisModel } from "./models.js";

const OPTIONS: Readonly<Record<string, object>> = { forest: { trees: 8 }, extraTrees: { trees: 8 } };
/** Levels and numbers that no training row had are in it, and cells are missing. */
const unseen = mixedTable({ rows: 60, seed: 2, target: "classes", missing: 0.2 });

function cellAt(table: Table, c: number, row: number): RowCell {
  const column = table.columns[c];
  if (column.type === "numeric") return column.values[row];
  return cellText(column, row);
}

/** What `predict` said of a row of a table. */
function answerAt(model: Model, all: Prediction, row: number): RowAnswer {
  if (all.kind === "regression") return { kind: "regression", value: all.values[row] };
  const levels = model.target.levels!;
  const code = all.labels[row];
  const probabilities = all.probabilities.slice(row * levels.length, (row + 1) * levels.length);
  return { kind: "classification", label: levels[code], code, probabilities };
}

function agrees(model: Model): void {
  const ready = predictor(model);
  const all = predict(model, unseen);
  const names = unseen.columns.map(({ name }) => name);
  for (let row = 0; row < unseen.rows; row += 7) {
    const wanted = answerAt(model, all, row);
    const cells = new Map(names.map((name, c) => [name, cellAt(unseen, c, row)]));
    expect(ready.row(Object.fromEntries(cells))).toEqual(wanted);
    expect(ready.row(cells)).toEqual(wanted);
    if (!("preparation" in model)) {
      expect(ready.row(model.attributes.map(({ name }) => cells.get(name)))).toEqual(wanted);
    }
  }
}

describe("a predictor answers for a row as predict does", () => {
  for (const target of ["classes", "values"] as const) {
    const table = mixedTable({ rows: 120, seed: 1, target, missing: 0.1 });
    const task = target === "classes" ? "classification" : "regression";

    it.each(learners.filter(({ tasks }) => tasks.includes(task)).map(({ name }) => name))(
      `${target}: %s`,
      (learner) => {
        agrees(fit(table, { target: "y", learner, options: { ...OPTIONS[learner] } }));
      },
    );

    it.each(missingStrategies(task))(`${target}, missing cells by %s`, (missing) => {
      agrees(fit(table, { target: "y", learner: "cart", options: { missing, prune: "none" } }));
    });
  }

  it("where each value is tried", () => {
    const table = mixedTable({ rows: 120, seed: 1, target: "classes", missing: 0.1 });
    const options = { missingAtPrediction: "eachValue", prune: "none" };
    agrees(fit(table, { target: "y", learner: "cart", options }));
  });

  it("where the members are models of their own", () => {
    const table = mixedTable({ rows: 120, seed: 1, target: "classes", missing: 0.1 });
    const models = ["c45", "cart"].map((learner) => fit(table, { target: "y", learner }) as TreeModel);
    const { options: _, nodes: __, ...head } = models[0];
    const members = { kind: "models", models } as const;
    for (const combine of [{ kind: "mean" }, { kind: "vote", weights: [0.4, 0.6] }] as const) {
      agrees({ ...head, format: "coppice-ensemble", options: {}, combine, members } as EnsembleModel);
    }
  });
});

describe("a predictor's rows", () => {
  it("may leave out cells, and may have more", () => {
    const { row } = predictor(irisModel());
    expect(row({ "petal width": 0.2, owner: "me" })).toMatchObject({ label: "setosa", code: 0 });
    expect(row({ "petal width": "0.2" })).toMatchObject({ label: "setosa" });
    expect(row([null, undefined, Number.NaN, 0.2])).toMatchObject({ label: "setosa" });
  });

  it("are refused where they cannot be meant", () => {
    const { row } = predictor(irisModel());
    expect(() => row([1, 2])).toThrow("a row given as a list must have 4 cells, one an attribute; got 2");
    expect(() => row({ "petal width": "wide" })).toThrow(
      'the model needs a number for "petal width"; the row has "wide"',
    );
    expect(() => row({ "petal width": Number.POSITIVE_INFINITY })).toThrow("Infinity");
    const outlook = {} as unknown as string;
    expect(() => predictor(tennisModel()).row({ outlook })).toThrow("the row has an object");
  });
});
