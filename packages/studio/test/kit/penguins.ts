import { readFileSync } from "node:fs";
import { bytesOf, fitSync, type Model, readSource, saveModel, type Table, type TreeModel } from "coppice";
import {
  assess,
  foldSplits,
  jobsOf,
  predictTable,
  runJobs,
  scoreOf,
  stratifiedFolds,
  trialOf,
  truthOf,
} from "coppice/evaluate";
import { PENGUINS } from "./studioPage.js";

/** The file of the studio's sample. */
export const PENGUINS_TEXT = readFileSync(PENGUINS, "utf8");

/** The sample as the library reads it, what is learned from what, and the first tree. */
export const penguins = await readSource(bytesOf("penguins.json", PENGUINS_TEXT));
export const target = "Species";
export const attributes = penguins.table.columns.map(({ name }) => name).filter((name) => name !== target);
export const grown: TreeModel = fitSync(penguins, { target });

/** What is of classes. */
export function classes<T extends { readonly kind: string }>(found: T) {
  if (found.kind !== "classification") throw new Error("classes are predicted");
  return found as Extract<T, { readonly kind: "classification" }>;
}

/** The score of a model on a table: the sample. */
export function scoreOn(model: Model, table: Table = penguins.table) {
  return classes(scoreOf(truthOf(model.target, table), predictTable(model, table)));
}

/** The cells of a row of the sample, without its class. */
export function rowOf(row: number): Record<string, string | number | null> {
  const cells = penguins.table.columns.map((column) => {
    if (column.type !== "numeric") return [column.name, column.levels[column.codes[row]] ?? null] as const;
    return [column.name, Number.isNaN(column.values[row]) ? null : column.values[row]] as const;
  });
  return Object.fromEntries(cells.filter(([name]) => name !== target));
}

/** The file of a model, as it is saved. */
export async function textOf(model: Model): Promise<string> {
  return new TextDecoder().decode(await saveModel(model, { format: "json", gzip: false }));
}

let judged: ReturnType<typeof crossValidated> | undefined;

/** Cross-validation of the first tree's recipe, as the command has it: what it says, and the trees of the folds. */
export function folds() {
  judged ??= crossValidated();
  return judged;
}

function crossValidated() {
  const truth = classes(truthOf(grown.target, penguins.table));
  const splits = foldSplits(stratifiedFolds(truth.codes, 10, 1));
  const trial = trialOf<string>({ target, attributes, learner: "cart", seed: 1 });
  const jobs = jobsOf(splits).map((job) => ({ ...job, keepModel: true }));
  const outcomes = runJobs([trial], penguins.table, jobs);
  return {
    assessment: assess({ truth }, splits, outcomes),
    models: outcomes.map(({ model }) => model as TreeModel),
  };
}
