import { CoppiceError, mustBe } from "../../base/errors.js";
import type { Edit, Recipe, Workbook } from "../../model/edit.js";
import { isEnsemble, isTree, type Model } from "../../model/model.js";
import { parseEdits } from "../../model/parseEdits.js";
import type { TreeModel } from "../../model/tree.js";
import { type Column, writing } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";
import { fitTable, fitTableAsync } from "../fit.js";
import { tableColumns } from "../missing/preparation.js";
import { tableLike } from "../prune/prune.js";
import { type Application, applicationOf } from "./applyEdit.js";
import { type EditOptions, run, runAsync } from "./session.js";

/**
 * Applies edits to a tree, one after the other. The table is the one that the tree was grown from: what is below an edit is
 * refitted as the learner would, with the options that the model records. The model keeps the edits.
 */
export function editSync(
  model: Model,
  table: Table,
  edits: readonly Edit[],
  options: EditOptions = {},
): TreeModel {
  let tree = editable(model);
  for (const [i, edit] of parseEdits(edits).entries())
    tree = applied(tree, edit, table, partOf(options, i, edits));
  return tree;
}

/** Like `editSync`, but yields to the event loop, so that a page stays responsive and `signal` can stop it. */
export async function edit(
  model: Model,
  table: Table,
  edits: readonly Edit[],
  options: EditOptions = {},
): Promise<TreeModel> {
  let tree = editable(model);
  for (const [i, one] of parseEdits(edits).entries()) {
    const how = applicationOf(tree, one, table, partOf(options, i, edits));
    tree = "model" in how ? how.model : await runAsync(how.session, how.refit);
  }
  return tree;
}

function applied(tree: TreeModel, one: Edit, table: Table, options: EditOptions): TreeModel {
  const how: Application = applicationOf(tree, one, table, options);
  return "model" in how ? how.model : run(how.session, how.refit);
}

/** Progress of one edit of several. */
function partOf(options: EditOptions, i: number, { length }: readonly Edit[]): EditOptions {
  const { onProgress } = options;
  return onProgress ? { ...options, onProgress: (done) => onProgress((i + done) / length) } : options;
}

/** A tree, in which a person can change things. */
export function editable(model: Model): TreeModel {
  if (isTree(model)) return model;
  const what = isEnsemble(model) ? "an ensemble" : "a set of rules";
  throw new CoppiceError(
    "MODEL_KIND",
    `edits are of one tree, and this model is ${what} (${model.learner})`,
    {
      name: model.learner,
      rule: "a model of one tree",
    },
  );
}

/** What a model was made of. The name is that of the table. */
export function workbookOf(
  model: Model,
  given: { readonly name?: string; readonly weight?: string } = {},
): Workbook {
  const tree = editable(model);
  const { learner, options, target, training, edits = [] } = tree;
  const columns = tableColumns(tree);
  const recipe: Recipe = {
    learner,
    options,
    target: target.name,
    attributes: columns.map(({ name }) => name),
    ...(given.weight !== undefined && { weight: given.weight }),
    seed: training.seed,
  };
  return {
    format: "coppice-workbook",
    version: 1,
    table: {
      ...(given.name !== undefined && { name: given.name }),
      rows: training.rows,
      columns: [...columns, target],
    },
    recipe,
    edits,
  };
}

/** Learns the model of a workbook from its table, and applies the edits: the same model, bit for bit. */
export function replaySync(book: Workbook, table: Table, options: EditOptions = {}): TreeModel {
  const model = editable(fitTable(tableOf(book, table), { ...book.recipe, ...hooksOf(options) }));
  return editSync(model, table, book.edits, { ...options, ...weightOf(book) });
}

/** Like `replaySync`, but yields to the event loop. */
export async function replay(book: Workbook, table: Table, options: EditOptions = {}): Promise<TreeModel> {
  const model = editable(await fitTableAsync(tableOf(book, table), { ...book.recipe, ...hooksOf(options) }));
  return edit(model, table, book.edits, { ...options, ...weightOf(book) });
}

/** The table with the columns, types and levels of the workbook, however it was read. */
function tableOf({ table: { columns }, recipe }: Workbook, table: Table): Table {
  const known = new Map(columns.map((column) => [column.name, column]));
  const target = known.get(recipe.target);
  const attributes = recipe.attributes.flatMap((name) => known.get(name) ?? []);
  if (target === undefined || attributes.length < recipe.attributes.length)
    throw mustBe("EDITS_INVALID", "table.columns", "a list with the target and all attributes", [
      ...known.keys(),
    ]);
  const like = tableLike({ attributes, target, options: {} }, table, recipe.weight);
  return makeTable(
    like.columns.map((column) => {
      const schema = known.get(column.name);
      return schema ? ({ ...column, ...writing(schema) } as Column) : column;
    }),
  );
}

const weightOf = ({ recipe: { weight } }: Workbook) => (weight === undefined ? {} : { weight });

function hooksOf({ signal, onProgress, team }: EditOptions) {
  return { ...(signal && { signal }), ...(onProgress && { onProgress }), ...(team && { team }) };
}
