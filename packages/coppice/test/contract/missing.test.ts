import { describe, expect, it } from "vitest";
import { CoppiceError } from "../../src/base/errors.js";
import type { Learner } from "../../src/learn/learner.js";
import { missingStrategies, PREDICTION_CHOICES } from "../../src/learn/missing/strategies.js";
import { learners } from "../../src/learn/registry.js";
import { parseModel } from "../../src/model/parse.js";
import type { Task, TreeModel } from "../../src/model/tree.js";
import { cellsOf } from "../../src/predict/cells.js";
import { compileTree, landing, SHARED } from "../../src/predict/compile.js";
import { predictTable } from "../../src/predict/predictTable.js";
import { walk } from "../../src/predict/walk.js";
import type { Table } from "../../src/table/table.js";
import { toBinary } from "../../src/use/simplify/toBinary.js";
import { awkwardTables } from "../awkwardTables.js";
import { fitTree } from "../fitTree.js";
import { mixedTable } from "../mixedTable.js";

/** Every learner that leaves missing data to its options, with every strategy, on every table. */
const cases = learners
  .filter((learner) => learner.missing !== undefined)
  .flatMap((learner) =>
    learner.tasks.flatMap((task) =>
      missingStrategies(task).flatMap((missing) => {
        const later = missing === "level" ? (["asTrained"] as const) : PREDICTION_CHOICES;
        return later.map((missingAtPrediction) => ({
          learner,
          task,
          options: { missing, missingAtPrediction, prune: "none" },
          name: `${learner.name}, ${task}, ${missing}, then ${missingAtPrediction}`,
        }));
      }),
    ),
  );

interface Case {
  readonly learner: Learner;
  readonly task: Task;
  readonly options: Record<string, string>;
}

/** A model, or nothing where dropping rows leaves none. */
function learned(table: Table, { learner, options }: Case): TreeModel | undefined {
  try {
    return fitTree(table, { target: "y", learner, options });
  } catch (error) {
    if (options.missing === "drop" && error instanceof CoppiceError && error.code === "ROWS_INCOMPLETE")
      return;
    throw error;
  }
}

function answers(model: TreeModel, table: Table): number[] {
  const answer = predictTable(model, table);
  return answer.kind === "regression" ? [...answer.values] : [...answer.labels, ...answer.probabilities];
}

function checkSound(model: TreeModel, table: Table): void {
  expect(parseModel(JSON.parse(JSON.stringify(model)))).toEqual(model);
  const found = answers(model, table);
  expect(found.every(Number.isFinite)).toBe(true);
  expect(answers(JSON.parse(JSON.stringify(model)), table)).toEqual(found);
  answers(toBinary(model), table).forEach((x, i) => {
    expect(x).toBeCloseTo(found[i], 9);
  });
}

/** What the compiled tree says of a row is what the walk says. */
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

  it("learns from gaps, and predicts rows with more of them", () => {
    const model = learned(mixedTable({ target, rows: 120, seed: 3, missing: 0.08 }), one)!;
    expect(model.nodes.length).toBeGreaterThan(2);
    const holes = mixedTable({ target, rows: 60, seed: 4, missing: 0.5 });
    checkSound(model, holes);
    checkCompiled(model, holes);
  });
});
