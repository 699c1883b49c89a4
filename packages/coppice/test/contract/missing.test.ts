import { describe, expect, it } from "vitest";
import { CoppiceError } from "../../src/base/errors.js";
import { fitTable } from "../../src/learn/fit.js";
import type { Learner } from "../../src/learn/learner.js";
import { missingStrategies } from "../../src/learn/missing/strategies.js";
import { describeOptions } from "../../src/learn/options.js";
import { learners } from "../../src/learn/registry.js";
import { type EnsembleModel, ensembleSize } from "../../src/model/ensemble.js";
import { isTree, type Model } from "../../src/model/model.js";
import { modelJson } from "../../src/model/modelJson.js";
import { parseModel } from "../../src/model/parse.js";
import { sizeOf, type Task, type TreeModel } from "../../src/model/tree.js";
import { cellsOf } from "../../src/predict/cells.js";
import { compileTree, landing, SHARED } from "../../src/predict/compile.js";
import { predictTable } from "../../src/predict/predictTable.js";
import { walk } from "../../src/predict/walk.js";
import type { Table } from "../../src/table/table.js";
import { awkwardTables } from "../../src/testing/awkwardTables.js";
import { toBinary } from "../../src/use/simplify/toBinary.js";
import { mixedTable } from "../mixedTable.js";

function choicesOf(learner: Learner, option: string): readonly string[] {
  return describeOptions(learner).find(({ name }) => name === option)?.choices ?? [];
}

/** The options that the learner has. */
function onlyOf(learner: Learner, options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name in learner.options.shape));
}

/** Every learner with options for missing values, with every strategy, on every table. */
const cases = learners
  .filter((learner) => learner.missing !== undefined)
  .flatMap((learner) =>
    learner.tasks.flatMap((task) =>
      missingStrategies(task)
        .filter((missing) => choicesOf(learner, "missing").includes(missing))
        .flatMap((missing) => {
          const later = missing === "level" ? ["asTrained"] : choicesOf(learner, "missingAtPrediction");
          return (later.length > 0 ? later : ["asTrained"]).map((missingAtPrediction) => ({
            learner,
            task,
            options: onlyOf(learner, { missing, missingAtPrediction, prune: "none", trees: 3, rounds: 3 }),
            name: `${learner.name}, ${task}, ${missing}, then ${missingAtPrediction}`,
          }));
        }),
    ),
  );

interface Case {
  readonly learner: Learner;
  readonly task: Task;
  readonly options: Record<string, unknown>;
}

/** A model, or undefined if dropping rows leaves none, or there is nothing to combine. */
function learned(table: Table, { learner, options }: Case): Model | undefined {
  try {
    return fitTable(table, { target: "y", learner, options });
  } catch (error) {
    if (options.missing === "drop" && error instanceof CoppiceError && error.code === "ROWS_INCOMPLETE")
      return;
    if (learner.combines && error instanceof CoppiceError && error.code === "ATTRIBUTE_FEW") return;
    throw error;
  }
}

function answers(model: Model, table: Table): number[] {
  const answer = predictTable(model, table);
  return answer.kind === "regression" ? [...answer.values] : [...answer.labels, ...answer.probabilities];
}

function checkSound(model: Model, table: Table): void {
  const again = parseModel(JSON.parse(JSON.stringify(modelJson(model))));
  expect(again).toEqual(model);
  const found = answers(model, table);
  expect(found.every(Number.isFinite)).toBe(true);
  expect(answers(again, table)).toEqual(found);
  if (!isTree(model)) return;
  answers(toBinary(model), table).forEach((x, i) => {
    expect(x).toBeCloseTo(found[i], 9);
  });
}

/** The compiled tree predicts the same as walking the tree. */
function checkCompiled(model: TreeModel, table: Table): void {
  const { cells } = cellsOf(model, table);
  const tree = compileTree(model);
  for (let row = 0; row < table.rows; row++) {
    const leaves: number[] = [];
    let total = 0;
    walk(model, cells, row, (leaf, share) => {
      leaves.push(leaf);
      total += share;
    });
    expect(total).toBeCloseTo(1, 9);
    const landed = landing(tree, cells, row);
    if (landed !== SHARED) expect(leaves).toEqual([landed]);
  }
}

describe.each(cases)("$name", (one) => {
  const target = one.task === "regression" ? "values" : "classes";

  it("is sound on awkward tables", () => {
    for (const table of Object.values(awkwardTables(one.task))) {
      const model = learned(table, one);
      if (model) checkSound(model, table);
    }
  });

  it("learns from missing values, and predicts rows with more of them", () => {
    const model = learned(mixedTable({ target, rows: 120, seed: 3, missing: 0.08 }), one)!;
    // A leaf may answer with a formula in place of a split.
    if (!isTree(model) || !model.nodes[0].answer)
      expect((isTree(model) ? sizeOf(model) : ensembleSize(model as EnsembleModel)).nodes).toBeGreaterThan(2);
    const holes = mixedTable({ target, rows: 60, seed: 4, missing: 0.5 });
    checkSound(model, holes);
    if (isTree(model)) checkCompiled(model, holes);
  });
});
