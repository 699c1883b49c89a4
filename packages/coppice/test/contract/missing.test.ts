import { describe, expect, it } from "vitest";
import { CoppiceError } from "../../src/base/errors.js";
import { fitTable } from "../../src/learn/fit.js";
import type { Learner } from "../../src/learn/learner.js";
import { missingStrategies } from "../../src/learn/missing/strategies.js";
import { describeOptions } from "../../src/learn/options.js";
import { learners } from "../../src/learn/registry.js";
import { isTree, type Model } from "../../src/model/model.js";
import type { Task } from "../../src/model/tree.js";
import { predictTable } from "../../src/predict/predictTable.js";
import type { Table } from "../../src/table/table.js";
import { awkwardTables } from "../../src/testing/awkwardTables.js";
import { questionsOf } from "../../src/testing/contract/learned.js";
import { ensureSound } from "../../src/testing/contract/sound.js";
import { toBinary } from "../../src/use/simplify/toBinary.js";
import { isDeep, mixedTable } from "../kit/index.js";
import { inTurn } from "../kit/inTurn.js";

const choicesOf = (learner: Learner, option: string): readonly string[] =>
  describeOptions(learner).find(({ name }) => name === option)?.choices ?? [];

/** What may follow a strategy at prediction. */
function laterOf(learner: Learner, missing: string): readonly string[] {
  const later = missing === "level" ? [] : choicesOf(learner, "missingAtPrediction");
  return later.length > 0 ? later : ["asTrained"];
}

interface Case {
  readonly learner: Learner;
  readonly task: Task;
  readonly options: Record<string, unknown>;
}

/** Learners of several attributes are grown by one grower: by `npm test` one stands for all. */
const isTried = ({ missing, combines, name }: Learner) =>
  missing !== undefined && (isDeep || !combines || name === "linearTree");

/** Every learner with options for missing values, with every strategy; `cart` learns classes with all that may follow. */
const cases = learners.filter(isTried).flatMap((learner) =>
  learner.tasks.flatMap((task, at) =>
    missingStrategies(task)
      .filter((missing) => choicesOf(learner, "missing").includes(missing))
      .flatMap((missing, turn) => {
        const later = laterOf(learner, missing);
        const isFull = learner.name === "cart" && task === "classification";
        return (isFull ? later : inTurn(later, turn + at)).map((missingAtPrediction) => {
          const options = { missing, missingAtPrediction, prune: "none", trees: 3, rounds: 3 };
          const own = Object.entries(options).filter(([name]) => name in learner.options.shape);
          const name = `${learner.name}, ${task}, ${missing}, then ${missingAtPrediction}`;
          return { name, learner, task, options: Object.fromEntries(own) };
        });
      }),
  ),
);

/** A model, or undefined if dropping rows leaves none, or there is nothing to combine. */
function learned(table: Table, { learner, options }: Case): Model | undefined {
  try {
    return fitTable(table, { target: "y", learner, options });
  } catch (error) {
    const code = error instanceof CoppiceError && error.code;
    if (options.missing === "drop" && code === "ROWS_INCOMPLETE") return;
    if (learner.combines && code === "ATTRIBUTE_FEW") return;
    throw error;
  }
}

function answers(model: Model, table: Table): number[] {
  const answer = predictTable(model, table);
  return answer.kind === "regression" ? [...answer.values] : [...answer.labels, ...answer.probabilities];
}

function checkSound(model: Model, table: Table): void {
  ensureSound(model, table);
  if (!isTree(model)) return;
  const found = answers(model, table);
  for (const [i, x] of answers(toBinary(model), table).entries()) expect(x).toBeCloseTo(found[i], 9);
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
    expect(questionsOf(model)).toBeGreaterThan(0);
    checkSound(model, mixedTable({ target, rows: 60, seed: 4, missing: 0.5 }));
  });
});
