import { CoppiceError } from "../../base/errors.js";
import * as z from "../../base/schema.js";
import type { LearningTask } from "../../engine/task.js";
import { isSplit, type Task, type TreeModel, type TreeNode } from "../../model/tree.js";
import { bind } from "../../predict/bind.js";
import { tableAttributes } from "../../predict/cells.js";
import { truthOf } from "../../predict/truth.js";
import { walk } from "../../predict/walk.js";
import type { Column } from "../../table/column.js";
import { columnOf, makeTable, type Table } from "../../table/table.js";
import { checkApplies, chosenOptions, declared } from "../applies.js";
import { fitJob, fitWith } from "../fit.js";
import { tableColumns } from "../missing/preparation.js";
import { checkOptions } from "../options.js";
import { learnerNamed } from "../registry.js";
import { pruneApplies } from "../treeApplies.js";
import { pruneFolds, pruneGrown } from "./inFit.js";
import { pruneBy } from "./methods.js";
import { checkPrunable } from "./prunable.js";
import {
  checkPruning,
  chooseByOf,
  type PruneChoice,
  type PruneOptions,
  pruneDefaults,
  pruneFields,
} from "./pruneOptions.js";
import { type PruneRows, rowsOfTable } from "./rows.js";

export interface PruneRequest {
  readonly by: Exclude<PruneChoice, "none">;
  /**
   * For errorBased and cross-validation the training table; for reducedError and chooseBy=holdOut rows that the tree
   * was not grown from.
   */
  readonly table?: Table;
  /** A numeric column with each row's weight. */
  readonly weight?: string;
  /** The sub-options of `prune`, as in `fit`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** For the folds. */
  readonly seed?: number;
}

/** Prunes a tree that has been learned before. */
export function prune(model: TreeModel, request: PruneRequest): TreeModel {
  const { by, table, weight } = request;
  checkPrunable(model);
  const options = pruneOptionsOf(request.options ?? {}, by, model.task);
  checkPruning(by, options, model.task);
  if (table === undefined) return pruneBy(model, by, options, {});
  const like = tableLike(model, table, weight);
  if (by === "costComplexity" && chooseByOf(options) === "crossValidation") {
    return byFolds(model, like, options, request);
  }
  const rows = () => rowsOfTable(model, like, weight);
  const training = () => trainingRows(model, rows());
  return pruneBy(model, by, options, { training, pruning: () => [rows()] });
}

const plain = z.strictObject(
  Object.fromEntries(
    Object.entries(pruneFields).map(([name, field]) => {
      const fallback = (pruneDefaults as Readonly<Record<string, unknown>>)[name];
      return [name, fallback === undefined ? field : (field as z.Field<unknown, unknown>).default(fallback)];
    }),
  ),
);
const schema = z.strictObject(declared(plain.shape, pruneApplies));

/** Checked, with the defaults filled in. */
export function pruneOptionsOf(
  given: Readonly<Record<string, unknown>>,
  by: PruneChoice,
  task: Task,
): PruneOptions {
  const options = checkOptions({ name: "prune", options: plain }, given) as PruneOptions;
  checkApplies(schema, given, { ...options, prune: by }, task);
  return options;
}

/** Folds are grown as the model was, with the learner and the options that it names. */
function byFolds(
  model: TreeModel,
  table: Table,
  options: PruneOptions,
  { by, weight, seed = model.training.seed }: PruneRequest,
): TreeModel {
  const { options: known } = learnerNamed(model.learner);
  const chosen = Object.entries(chosenOptions(known, model.options));
  const grown = Object.fromEntries(chosen.filter(([name]) => !(name in pruneFields)));
  const job = fitJob(table, {
    learner: model.learner,
    target: model.target.name,
    attributes: tableAttributes(model).map(({ name }) => name),
    options: { ...grown, prune: "none" },
    seed,
    ...(weight !== undefined && { weight }),
  });
  checkWeight(model, job.grown.task);
  const work = { prune: by, options, grown: job.grown, seed };
  const folds = pruneFolds(work);
  const models = folds.map(({ stay }) => fitWith({ ...job, grown: stay() }));
  return pruneGrown([model, ...models], folds, work);
}

/** Folds of other rows would not be about this tree. Growth may have dropped rows with missing values. */
function checkWeight(model: TreeModel, { totalWeight }: LearningTask): void {
  const { weight } = model.nodes[0];
  const slack = 1e-6 * weight;
  if (Math.abs(totalWeight - weight) <= slack || (model.options.missing === "drop" && totalWeight > weight))
    return;
  throw new CoppiceError(
    "MODEL_MISMATCH",
    `cross-validation needs the rows that the tree was grown from: they weigh ${weight}, and those of the table ${totalWeight}`,
    { name: "table", rule: `rows of weight ${weight}`, value: totalWeight },
  );
}

/** The rows, if they are those that the tree was grown from: every leaf has the weight stored in the model. */
function trainingRows(model: TreeModel, rows: PruneRows): PruneRows {
  const weights = new Float64Array(model.nodes.length);
  for (let row = 0; row < rows.rows; row++) {
    walk(model, rows.cells, row, (leaf, share) => {
      weights[leaf] += share * rows.weights[row];
    });
  }
  const slack = 1e-6 * model.nodes[0].weight;
  const differs = (node: TreeNode, i: number) => !isSplit(node) && Math.abs(node.weight - weights[i]) > slack;
  if (!model.nodes.some(differs)) return rows;
  throw new CoppiceError(
    "MODEL_MISMATCH",
    "this pruning needs the rows that the tree was grown from, and those of the table do not fill its leaves as they did",
    { name: "table", rule: "the training rows" },
  );
}

type Columns = Pick<TreeModel, "attributes" | "derived" | "target" | "options">;

/** The table with the model's types and levels, and nothing but what the model knows. */
export function tableLike(model: Columns, table: Table, weight: string | undefined): Table {
  const { name } = model.target;
  if (!table.columns.some((column) => column.name === name)) {
    throw new CoppiceError(
      "MODEL_MISMATCH",
      `this needs rows with the target ${JSON.stringify(name)}, a column that the table does not have`,
      { name, rule: "a column of this name" },
    );
  }
  const attributes = tableColumns(model);
  const { cells } = bind(attributes, table);
  const columns = attributes.map(({ name, type, levels = [] }, a): Column => {
    if (type === "numeric") return { type, name, values: Float64Array.from(cells[a]) };
    const codes = Int32Array.from(cells[a], (code) => (code >= 0 ? code : -1));
    return { type, name, levels, codes };
  });
  const extra = weight === undefined ? [] : [columnOf(table, weight)];
  return makeTable([...columns, targetLike(model, table), ...extra]);
}

function targetLike(model: Columns, table: Table): Column {
  const column = columnOf(table, model.target.name);
  const truth = truthOf(model.target, table);
  if (truth.kind === "regression" || column.type === "numeric") return column;
  const codes = Int32Array.from(truth.codes, (code, row) => (column.codes[row] < 0 ? -1 : code));
  return { type: "nominal", name: column.name, levels: [...truth.classes], codes };
}
