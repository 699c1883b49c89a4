import { CoppiceError, columnOf, fit, type Model, modelSize, selectRows, type Table } from "coppice";
import {
  foldSplits,
  type Job,
  type Outcome,
  plainFolds,
  predictTable,
  type Runner,
  type Split,
  stratifiedFolds,
  type Training,
  type Truth,
  trainingFrom,
  truthOf,
} from "coppice/evaluate";
import type { Recipe } from "./protocol.js";
import type { Workspace } from "./workspace.js";

/** What recipes with the same target have in common: the true targets of their rows, and weights. */
export interface Known {
  readonly truth: Truth;
  readonly weights: Float64Array | undefined;
}

export function knownOf({ target, table, weight }: Training): Known {
  const column = weight === undefined ? undefined : columnOf(table, weight);
  return {
    truth: truthOf(target, table),
    weights: column?.type === "numeric" ? column.values : undefined,
  };
}

/** The folds of `crossValidate` and of `coppice compare`: stratified by class. */
export function splitsOf(truth: Truth, folds: number, seed: number): Split[] {
  const drawn =
    truth.kind === "classification"
      ? stratifiedFolds(truth.codes, folds, seed)
      : plainFolds(truth.values.length, folds, seed);
  return foldSplits(drawn);
}

/** Learns job by job by `fit`, in the library's own worker where there is much to do; a recipe per trial. */
export function fitRunner(
  work: Workspace,
  recipes: readonly Recipe[],
  signal: AbortSignal,
): { readonly run: Runner<Model>; readonly trainings: readonly Training[] } {
  const trainings = recipes.map((recipe) => trainingFrom(work.learnedFrom(), recipe));
  const run: Runner<Model> = async (jobs, onProgress, onFailure) => {
    const outcomes: Outcome<Model>[] = [];
    for (const [i, job] of jobs.entries()) {
      const report = (share: number) => onProgress?.((i + share) / jobs.length);
      try {
        outcomes.push(await outcomeOf(work, recipes[job.trial], trainings[job.trial], job, signal, report));
      } catch (error) {
        if (!onFailure || !(error instanceof CoppiceError) || error.code === "ABORTED") throw error;
        onFailure(job, error);
      }
      report(1);
    }
    return outcomes;
  };
  return { run, trainings };
}

async function outcomeOf(
  work: Workspace,
  recipe: Recipe,
  { table, attributes, weight }: Training,
  job: Job,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Outcome<Model>> {
  const { ignore: _, use: __, ...request } = work.requestOf(recipe);
  const started = performance.now();
  const model = await fit(unwarned(selectRows(table, trainRows(job, table.rows))), {
    ...request,
    ...{ attributes, signal, onProgress },
    ...(weight !== undefined && { weight }),
  });
  const learned = performance.now();
  const prediction = predictTable(model, selectRows(table, job.test));
  return {
    prediction,
    size: { ...modelSize(model) },
    seconds: { fit: (learned - started) / 1000, predict: (performance.now() - learned) / 1000 },
    ...(job.keepModel && { model }),
  };
}

/** The table was inspected as a whole; parts of it need not be. */
const unwarned = (table: Table): Table => ({ ...table, warnings: [] });

function trainRows({ train, test }: Job, rows: number): Int32Array {
  if (train !== "rest") return train;
  const isTest = new Uint8Array(rows);
  for (const row of test) isTest[row] = 1;
  return Int32Array.from({ length: rows }, (_, row) => row).filter((row) => isTest[row] === 0);
}
