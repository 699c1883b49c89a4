import { CoppiceError } from "../../base/errors.js";
import { random, shuffle } from "../../base/random.js";
import { type FitTableRequest, fitTable } from "../../learn/fit.js";
import { isTreeLearner, type Learner } from "../../learn/learner.js";
import { describeOptions } from "../../learn/options.js";
import type { Model } from "../../model/model.js";
import type { Task } from "../../model/tree.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { awkwardTables } from "../awkwardTables.js";
import { type MixedOptions, mixedTable } from "../mixedTable.js";
import { type Check, checksOf, ensure, ensureRefused, ensureSame, once } from "./check.js";
import { learnedBy, questionsOf, weightIn, withoutWeight } from "./learned.js";
import { ensureSound, ensureWalked, predictionsOf } from "./sound.js";

const SEED = 7;

/** What the checks of a learner share: how it learns, and one model. */
interface Subject {
  readonly learner: Learner;
  readonly task: Task;
  readonly table: Table;
  /** Another table with something to learn. */
  mixed(options?: Partial<MixedOptions>, task?: Task): Table;
  learn(table: Table, request?: Partial<FitTableRequest>): Model;
  /** Learned from the table, with the seed. */
  model(): Model;
}

/** For a learner that is slow. */
export interface LearnerContractOptions {
  /** Rows of the tables with something to learn. Default: 150. */
  readonly rows?: number;
  /** The learner's options for every fit. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * What every learner must do for a task: models that can be written as JSON and read again, sane predictions, even from tables that
 * have broken learners before, the same model for the same seed, no trace of rows without weight, and what its `guarantees` promise.
 *
 * ```ts
 * describe.each(mine.tasks)("mine, %s", (task) => {
 *   for (const { name, run } of learnerContract(mine, task)) it(name, run);
 * });
 * ```
 */
export function learnerContract(learner: Learner, task: Task, options: LearnerContractOptions = {}): Check[] {
  const subject = subjectOf(learner, task, options);
  const { rowOrder, monotone, weights } = learner.guarantees;
  return [
    ...Object.entries(awkwardTables(task)).map(([name, table]) => soundOn(subject, name, table)),
    ...checksOf(subject, [
      [true, "learns something from a table with something to learn", checkLearns],
      [true, "gives the same model for the same seed", checkSeed],
      [rowOrder, "does not depend on the order of the rows", checkOrder],
      [monotone, "does not depend on the scale of numeric attributes", checkScale],
      [weights, "takes a weight of 2 for a row twice, and of 0 for no row", checkCopies],
      [true, "ignores rows of weight 0", checkWeightless],
      [isTreeLearner(learner), "predicts what branchOf says", checkBranches],
      [true, "predicts rows with levels not in training, and rows with only missing values", checkStrange],
      [true, "rejects an unknown option, with the nearest name", checkUnknownOption],
      [true, "publishes its options with help, a rule and a default", checkOptions],
      [learner.tasks.length === 1, "rejects a task it does not support", checkOtherTask],
    ]),
  ];
}

function subjectOf(
  learner: Learner,
  task: Task,
  { rows = 150, options: usual }: LearnerContractOptions,
): Subject {
  const isKnown = new Set(describeOptions(learner).map(({ name }) => name));
  // A few trees are enough.
  const few = { ...(isKnown.has("trees") && { trees: 8 }), ...usual };
  const learn = (from: Table, { options, ...request }: Partial<FitTableRequest> = {}) =>
    fitTable(from, { target: "y", learner, options: { ...few, ...options }, seed: SEED, ...request });
  const mixed: Subject["mixed"] = (more, of = task) =>
    mixedTable({ rows, seed: 5, missing: 0.1, target: of === "regression" ? "values" : "classes", ...more });
  const table = mixed();
  return { learner, task, table, mixed, learn, model: once(() => learn(table)) };
}

function soundOn({ learner, learn }: Subject, name: string, table: Table): Check {
  const hasStrings = table.columns.some(({ type }) => type === "string");
  return {
    name: `is sound on ${name}`,
    run() {
      if (hasStrings && learner.strings === "none")
        ensureRefused(() => learn(table), "has no tests of strings", "a table with strings");
      else if (isTooLittle(learner, table)) {
        const error = ensureRefused(() => learn(table), "combines ", "a table with nothing to combine");
        ensure(String(error).includes("; use cart"), `the error should name cart; it is ${error}`);
      } else ensureSound(learn(table), table);
    },
  };
}

/** Whether a learner that combines attributes has none to combine. */
function isTooLittle({ combines }: Learner, table: Table): boolean {
  const types = table.columns
    .filter(({ name, type }) => name !== "y" && type !== "string")
    .map(({ type }) => type);
  return (
    (combines && types.length < 2) || (combines === "numbers" && types.every((type) => type === "nominal"))
  );
}

function checkLearns({ learner, task, table, model }: Subject): void {
  ensure(
    questionsOf(model()) > 0,
    "the model asks nothing of a row, though the target depends on several attributes",
  );
  ensureSame(model().learner, learner.name, "the model's learner");
  ensureSame(model().task, task, "the model's task");
  ensureSound(model(), table);
}

function checkSeed({ table, learn, model }: Subject): void {
  ensureSame(learn(table), model(), "a second model of the same seed");
}

function checkOrder({ table, learn, model }: Subject): void {
  const order = shuffle(
    Int32Array.from({ length: table.rows }, (_, row) => row),
    random(3),
  );
  ensureSame(learnedBy(learn(selectRows(table, order))), learnedBy(model()), "the model of shuffled rows");
}

function checkScale({ table, learn, model }: Subject): void {
  const bend = (x: number) => Math.atan(x) * 1e4 + x ** 3; // strictly increasing
  const bent = makeTable(
    table.columns.map((column) =>
      column.type === "numeric" && column.name !== "y"
        ? { ...column, values: column.values.map(bend) }
        : column,
    ),
  );
  const wanted = predictionsOf(predictTable(model(), table));
  ensureSame(
    predictionsOf(predictTable(learn(bent), bent)),
    wanted,
    "predictions after an increasing transform",
  );
}

function checkCopies({ learner, mixed, learn }: Subject): void {
  const table = mixed({ weights: "whole", missing: 0 });
  const { values } = weightIn(table);
  const repeated = Array.from(values).flatMap((times, row) => new Array<number>(times).fill(row));
  const copies = selectRows(withoutWeight(table), repeated);
  // Pruning by cross-validation assigns rows to folds: there a duplicate row is not a row of weight 2.
  const prunes = describeOptions(learner).some(({ name }) => name === "prune");
  const options = prunes ? { prune: "none" } : {};
  const weighted = learn(table, { weight: "weight", options });
  ensureSame(learnedBy(weighted), learnedBy(learn(copies, { options })), "the model of weighted rows");
}

function checkWeightless({ mixed, learn }: Subject): void {
  const table = mixed({ weights: "fractional" });
  const weight = weightIn(table);
  const half = weight.values.map((w, row) => (row % 2 === 0 ? 0 : w));
  const columns = table.columns.map((column) => (column === weight ? { ...weight, values: half } : column));
  const odd = Array.from({ length: table.rows }, (_, row) => row).filter((row) => row % 2 === 1);
  const zeroed = learn(makeTable(columns), { weight: "weight" });
  const without = learn(selectRows(table, odd), { weight: "weight" });
  ensureSame(learnedBy(zeroed), learnedBy(without), "the model of rows of which every second has weight 0");
}

function checkBranches({ mixed, learn }: Subject): void {
  const table = mixed({ missing: 0 });
  ensureWalked(learn(table), table);
}

function checkStrange({ model, table }: Subject): void {
  ensureSound(model(), strangeRows(table));
}

/** No level is known; no number is there. */
function strangeRows(table: Table): Table {
  return makeTable(
    table.columns.map((column) => {
      if (column.name === "y") return column;
      if (column.type === "numeric") return { ...column, values: column.values.map(() => Number.NaN) };
      return { ...column, levels: ["never", "seen"], codes: column.codes.map((_, row) => row % 2) };
    }),
  );
}

function checkUnknownOption({ learner, table, learn }: Subject): void {
  const known = describeOptions(learner)[0].name;
  ensureRefused(
    () => learn(table, { options: { [`${known}x`]: 1 } }),
    `${learner.name} has no option "${known}x"; did you mean "${known}"?`,
    "an unknown option",
  );
}

function checkOptions({ learner }: Subject): void {
  for (const { name, help, rule } of describeOptions(learner)) {
    ensure(help.length > 10, `option ${name} needs help that explains it; it is "${help}"`);
    ensure(rule.length > 3, `option ${name} needs a rule; it is "${rule}"`);
  }
  const prunes = describeOptions(learner).some(({ name }) => name === "prune");
  ensure(prunes === isTreeLearner(learner), "a tree learner has the option prune, and no other learner has");
}

function checkOtherTask({ learner, task, mixed, learn }: Subject): void {
  const other = mixed({}, task === "regression" ? "classification" : "regression");
  const text = `${learner.name} does ${learner.tasks.join(" and ")}`;
  const error = ensureRefused(() => learn(other), text, "a task that is not the learner's");
  ensure(error instanceof CoppiceError, `the error should be a CoppiceError; it is ${error}`);
}
